import { bodyTooLong, parseJson, readBody } from '../read-body.js';
import { AdminError } from './admin-error.js';
import type { JsonFields } from './fields.js';

/** Maximum size of a body: bodies have only a few fields. */
const MOST_OCTETS = 16_384;

/**
 * The object in a request's body; an empty one if there is no body.
 * @throws AdminError 413, 415 or 400.
 */
export const readAdminBody = async (request: Request): Promise<JsonFields> => {
  const octets = await readBody(request, MOST_OCTETS);
  if (!octets) throw new AdminError(413, bodyTooLong(MOST_OCTETS));
  if (octets.length === 0) return {};
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw new AdminError(415, 'The body is of another media type: send JSON, and "Content-Type: application/json".');
  const body = parseJson(octets);
  if (body === undefined) throw new AdminError(400, 'The body is not JSON: write an object, as in {"name": "Shop"}.');
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AdminError(400, 'The body is not a JSON object: write one, as in {"name": "Shop"}.');
  return body as JsonFields;
};
