/** The message about a body that is too long. */
export const bodyTooLong = (most: number): string => `The body is too long: ${most} octets at most.`;

/** The octets of a request's body; `undefined` if there are more than `most`. */
export const readBody = async ({ body, headers }: Request, most: number): Promise<Uint8Array | undefined> => {
  if (Number(headers.get('Content-Length') ?? 0) > most) return undefined;
  const chunks: Uint8Array[] = [];
  let octets = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    const chunk = next.value as Uint8Array;
    octets += chunk.length;
    if (octets > most) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** The value of a JSON text in UTF-8; `undefined` for all else. The parser's message would repeat the text. */
export const parseJson = (octets: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets));
  } catch {
    return undefined;
  }
};
