import { BodyError } from './body-error.js';
import type { JsonFields } from './fields.js';
import { bodyTooLong, parseJson, readBody } from './read-body.js';

/**
 * The object in a request's body, of at most this many octets; an empty one if there is no body. `example` is an object as it could be.
 * @throws BodyError 413, 415 or 400.
 */
export const readJsonObject = async (
  request: Request,
  { most, example }: { readonly most: number; readonly example: string },
): Promise<JsonFields> => {
  const octets = await readBody(request, most);
  if (!octets) throw new BodyError(413, bodyTooLong(most));
  if (octets.length === 0) return {};
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw new BodyError(415, 'The body is of another media type: send JSON, and "Content-Type: application/json".');
  const body = parseJson(octets);
  if (body === undefined) throw new BodyError(400, `The body is not JSON: write an object, as in ${example}.`);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new BodyError(400, `The body is not a JSON object: write one, as in ${example}.`);
  return body as JsonFields;
};
