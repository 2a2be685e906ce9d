import { AdminError } from './admin-error.js';
import type { JsonFields } from './fields.js';

/** Maximum size of a body: bodies have only a few fields. */
const MOST_OCTETS = 16_384;

const tooLong = () => new AdminError(413, `The body is too long: ${MOST_OCTETS} octets at most.`);

const octetsOf = async ({ body, headers }: Request): Promise<Uint8Array> => {
  if (Number(headers.get('Content-Length') ?? 0) > MOST_OCTETS) throw tooLong();
  const chunks: Uint8Array[] = [];
  let octets = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    const chunk = next.value as Uint8Array;
    octets += chunk.length;
    if (octets > MOST_OCTETS) {
      await reader?.cancel();
      throw tooLong();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const parse = (octets: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets));
  } catch {
    // The parser's message would repeat the text.
    throw new AdminError(400, 'The body is not JSON: write an object, as in {"name": "Shop"}.');
  }
};

/**
 * The object in a request's body; an empty one if there is no body.
 * @throws AdminError 413, 415 or 400.
 */
export const readAdminBody = async (request: Request): Promise<JsonFields> => {
  const octets = await octetsOf(request);
  if (octets.length === 0) return {};
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw new AdminError(415, 'The body is of another media type: send JSON, and "Content-Type: application/json".');
  const body = parse(octets);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AdminError(400, 'The body is not a JSON object: write one, as in {"name": "Shop"}.');
  return body as JsonFields;
};
