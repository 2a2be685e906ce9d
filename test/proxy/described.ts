import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  describeProxy,
  type Operation,
  type ProxyDescription,
  type ProxyDescriptionOptions,
} from '../../src/proxy/openapi/describe-proxy.js';
import type { DescribedError } from '../../src/proxy/openapi/errors.js';
import type { Schema } from '../../src/proxy/openapi/schema.js';

/** What a reader of `openapi.json` has: JSON, and nothing else. */
export const description = (options: Partial<ProxyDescriptionOptions> = {}): ProxyDescription =>
  JSON.parse(JSON.stringify(describeProxy({ version: '1.2.3', ...options }))) as ProxyDescription;

const ajv = new Ajv2020({ allErrors: true, strict: true });
ajv.addFormat('uri', (text: string) => URL.canParse(text));
// Addresses beyond ASCII are the proxy's own business.
ajv.addFormat('idn-email', /^[^@]+@[^@]+$/);

const compiled = new Map<Schema, ValidateFunction>();

/** What is wrong with a value by a schema; nothing where it is right. */
export const faultsBy = (schema: Schema, value: unknown): string[] => {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
};

/** An operation with its place. */
export interface Placed {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly operation: Operation;
}

export const operationsOf = ({ paths }: ProxyDescription): readonly Placed[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
  );

/** The operation that a request is described by. */
export const operationFor = (described: ProxyDescription, path: string, method: string): Operation | undefined =>
  operationsOf(described).find(
    (each) =>
      each.method === method.toLowerCase() && new RegExp(`^${each.path.replace(/\{\w+\}/, '[^/]+')}/?$`).test(path),
  )?.operation;

interface Content {
  readonly headers?: DescribedError['headers'];
  readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
}

const responseFor = (
  { components }: ProxyDescription,
  operation: Operation | undefined,
  status: number,
): Content | undefined => {
  const own = operation?.responses[status];
  if (own && 'content' in own) return own;
  // Another address, and another method, are no operation's.
  const isDescribed = own ? own.$ref === `#/components/responses/${status}` : !operation || status === 405;
  return isDescribed ? components.responses[status] : undefined;
};

/** Fails where an answer is not as described: its status, media type, body and the headers that are named. Gives its code. */
export const assertDescribed = async (
  described: ProxyDescription,
  path: string,
  method: string,
  response: Response,
): Promise<string> => {
  const what = `${method} ${path}: ${response.status}`;
  const found = responseFor(described, operationFor(described, path, method), response.status);
  assert.ok(found, `${what} is not described`);
  const media = found.content[response.headers.get('Content-Type') ?? ''];
  assert.ok(media, `${what} of this media type is not described`);
  for (const name of ['Retry-After', 'Allow'])
    if (response.headers.has(name))
      assert.deepEqual(
        faultsBy(
          found.headers?.[name]?.schema ?? { enum: [] },
          name === 'Allow' ? response.headers.get(name) : Number(response.headers.get(name)),
        ),
        [],
        `${what} ${name}`,
      );
  if (!media.schema) return '';
  const body = (await response.json()) as Record<string, Record<string, string> | undefined>;
  assert.deepEqual(faultsBy(media.schema, body), [], `${what} ${JSON.stringify(body)}`);
  return body['service']?.['error'] === undefined ? '' : (body['service']['code'] ?? 'none');
};
