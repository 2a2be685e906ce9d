/** Reads a body of at most this many octets; `undefined` if it is longer, and the rest is dropped. */
export const readBytes = async (
  { body }: Pick<Body, 'body'>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  let length = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      void reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
  const octets = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    octets.set(chunk, at);
    at += chunk.length;
  }
  return octets;
};
