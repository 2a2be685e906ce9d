import type { Parameter } from '../wire/index.js';
import { LONGEST_BODY } from './failures.js';
import { readBytes } from '../network/index.js';
import { refused } from './refused.js';
import type { ProxyRoute } from './routes.js';

/** A call's parameters as they were sent: flags are `true` or missing, and nothing is empty. */
export type Parameters = Readonly<Record<string, string>>;

/** Reads a body up to the maximum length. */
const readRequestBody = async (request: Request): Promise<Uint8Array> => {
  if (request.bodyUsed)
    throw refused(
      'proxy-failed',
      'The body was read before the key proxy got it: mount the key proxy before anything that reads bodies.',
    );
  if (Number(request.headers.get('Content-Length')) > LONGEST_BODY) throw refused(413);
  const octets = await readBytes(request, LONGEST_BODY).catch(() => {
    throw refused('bad-request', 'The body is incomplete: send it again.');
  });
  if (!octets) throw refused(413);
  return octets;
};

const NO_OBJECT = 'The body is not a JSON object in UTF-8: send one such as {"email":"jane@example.com"}.';

const readJsonObject = async (request: Request): Promise<[string, unknown][]> => {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('Content-Type') ?? '')) throw refused(415);
  const octets = await readRequestBody(request);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets));
  } catch {
    throw refused('bad-request', NO_OBJECT);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused('bad-request', NO_OBJECT);
  return Object.entries(value);
};

/** A name that was sent, in a form that is safe in a message. */
const shownName = (name: string): string =>
  /^[\w.-]{1,40}$/.test(name) ? `"${name}"` : 'with a name that is not shown';

const flagIn = (name: string, text: string): string => {
  if (!/^(?:true|false|1|0|)$/i.test(text))
    throw refused('bad-request', `The parameter "${name}" must be true or false.`);
  return /^(?:true|1)$/i.test(text) ? 'true' : '';
};

/**
 * Reads a call's parameters: from the query of a GET, from the JSON body of a POST. Other names in a query are ignored,
 * since frameworks add some (Next.js on its edge runtime, the segments of the path). A file has its parameters in the query. In a JSON body, an unknown name is an
 * error that names it.
 * @throws RefusedError
 */
export const readParameters = async (
  request: Request,
  { call }: ProxyRoute,
  { isFile = false }: { readonly isFile?: boolean } = {},
): Promise<Parameters> => {
  const { searchParams } = new URL(request.url);
  const known: Readonly<Record<string, Parameter>> = call.parameters;
  const isPost = request.method === 'POST' && !isFile;
  const query = [...searchParams].filter(([name]) => Object.hasOwn(known, name));
  if (isPost && query.length)
    throw refused('bad-request', 'The parameters of a POST belong in its body: leave them out of the query.');
  const sent: readonly (readonly [string, unknown])[] = isPost ? await readJsonObject(request) : query;
  const read = new Map<string, string>();
  for (const [name, value] of sent) {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!parameter)
      throw refused(
        'bad-request',
        `Unknown parameter ${shownName(name)}. This call takes: ${Object.keys(known).join(', ') || 'none'}.`,
      );
    if (read.has(name)) throw refused('bad-request', `The parameter "${name}" is repeated: send it once.`);
    if (typeof value !== 'string' && !(parameter.kind === 'flag' && typeof value === 'boolean'))
      throw refused('bad-request', `The parameter "${name}" must be a text.`);
    read.set(name, parameter.kind === 'flag' ? flagIn(name, String(value)) : String(value).trim());
  }
  const missing = Object.keys(known).find((name) => known[name]?.required && !read.get(name));
  if (missing) throw refused('bad-request', `The parameter "${missing}" is missing.`);
  return Object.fromEntries([...read].filter(([, text]) => text));
};
