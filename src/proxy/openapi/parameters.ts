import { LONGEST_ADDRESS } from '../../address/parse.js';
import { CALLBACK_CHARACTERS, LIST_URL_CHARACTERS } from '../../network/index.js';
import {
  BULK_ADDRESSES,
  BULK_BYTES,
  ENRICHMENT_CREDITS,
  MOST_PAGE_COUNTS,
  PHOTO_CREDITS,
  TEXT_CHARACTERS,
  USAGE_EARLIEST,
  type Parameter,
} from '../../wire/index.js';
import { LONGEST_BODY } from '../failures.js';
import { COSTLY_PARAMETERS, type CostlyParameter } from '../options.js';
import { ACCOUNT_HEADER, ACCOUNT_HEADER_VALUE, type ProxyCall, type ProxyRoute } from '../routes.js';
import { objectOf, type Schema } from './schema.js';

/** A parameter in the query, the path or a header. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

/** The body of a POST. */
export interface DescribedBody {
  readonly required: true;
  readonly description: string;
  readonly content: Readonly<
    Partial<Record<'application/json' | 'text/csv' | 'text/plain', { readonly schema: Schema }>>
  >;
}

const FLAG_WORDS = ['true', 'false', '1', '0'] as const;

/** Schemas by kind of parameter, as in a query. */
const kinds: Readonly<Record<Parameter['kind'], Schema>> = {
  text: { type: 'string', minLength: 1, maxLength: TEXT_CHARACTERS, pattern: String.raw`^\P{Cc}*$` },
  email: { type: 'string', format: 'idn-email', maxLength: LONGEST_ADDRESS, examples: ['jane@example.com'] },
  flag: { type: 'string', enum: FLAG_WORDS },
  bit: { type: 'string', enum: ['0', '1'] },
  date: { type: 'string', pattern: String.raw`^\d{2}-\d{2}-\d{2}$`, examples: ['26-01-31'] },
  url: {
    type: 'string',
    format: 'uri',
    maxLength: LIST_URL_CHARACTERS,
    pattern: String.raw`^https://[^?#]+\.(?:csv|txt)(?:[?#].*)?$`,
    examples: ['https://lists.shop.com/may.csv'],
  },
  callback: {
    type: 'string',
    format: 'uri',
    maxLength: CALLBACK_CHARACTERS,
    pattern: '^https://[^#]+$',
    examples: ['https://shop.com/webhook'],
  },
};

const addressOrDomain: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: LONGEST_ADDRESS,
  examples: ['example.com', 'jane@example.com'],
};

/** In JSON, flags are booleans. */
const inBody = (schema: Schema, { kind }: Parameter): Schema =>
  kind === 'flag' ? { enum: [true, false, ...FLAG_WORDS] } : schema;

const meanings: Readonly<Record<string, string>> = {
  email: 'The address.',
  photo: `Whether to look for a photo; costs ${PHOTO_CREDITS} more credit if one is found.`,
  append: `Whether to look for a name and a photo; costs ${ENRICHMENT_CREDITS} more credits if anything is found.`,
  workspace: 'Whether to detect hosted-workspace domains that accept every address, which takes longer.',
  corrected: `Mistyped domains that a visitor had corrected: 0, the default, to ${MOST_PAGE_COUNTS}.`,
  warned: 'Temporary addresses that the element warned about, counted likewise.',
  used_anyway: 'Addresses that were sent in spite of a warning or a suggestion, counted likewise.',
  start: `The first day, in UTC: ${USAGE_EARLIEST} or later, and not after "end".`,
  end: 'The last day, in UTC: today or earlier.',
  url: 'URL of the list: on a public host, not at a file-sharing service.',
  name: 'What to call the list.',
  column: 'The column of addresses, by its name or its number from 1; found out by default.',
  callback: 'URL on a public host that a signed webhook is sent to when the list ends.',
  monogram:
    'What to send for a domain without a logo: 1, the default, for a grey monogram; 0 for a transparent PNG of 1 by 1 pixel.',
  list_id: 'The id of the list, as the upload returned it.',
};

const isCostly = (name: string): name is CostlyParameter => (COSTLY_PARAMETERS as readonly string[]).includes(name);

/** Parameters that the site may allow. */
export interface OpenParameters {
  /** The parameters that `allow` permits. Without `allow`, all are described, with a note. */
  readonly allow?: readonly CostlyParameter[] | undefined;
}

const CLOSED_WORDS = 'Refused with 403 unless the option `allow` names it.';

const meaningOf = (call: ProxyCall, name: string, { allow }: OpenParameters): string => {
  if (call === 'disposable' && name === 'email')
    return 'An address, or a domain alone. Only the domain is sent to the service.';
  return [meanings[name], isCostly(name) && !allow ? CLOSED_WORDS : ''].filter(Boolean).join(' ');
};

/** A parameter with its name and, in the query's form, its schema. */
interface ParameterRow {
  readonly name: string;
  readonly parameter: Parameter;
  readonly schema: Schema;
  readonly description: string;
}

const rowsOf = (name: ProxyCall, { call }: ProxyRoute, open: OpenParameters): readonly ParameterRow[] =>
  Object.entries<Parameter>(call.parameters)
    .filter(([each]) => !isCostly(each) || !open.allow || open.allow.includes(each))
    .map(([each, parameter]) => ({
      ...{ name: each, parameter, description: meaningOf(name, each, open) },
      schema: name === 'disposable' ? addressOrDomain : kinds[parameter.kind],
    }));

const logoDomain: DescribedParameter = {
  ...{ name: 'domain', in: 'path', required: true, schema: addressOrDomain },
  description: 'The domain, percent-encoded; an address counts as its domain.',
};

/** The parameters of a GET. */
export const queryOf = (name: ProxyCall, route: ProxyRoute, open: OpenParameters): readonly DescribedParameter[] => [
  ...(name === 'logo' ? [logoDomain] : []),
  ...rowsOf(name, route, open).map(({ parameter, ...row }) => ({
    ...row,
    in: 'query' as const,
    required: parameter.required === true,
  })),
];

/** The headers of a call, whatever its method. */
export const headerParametersOf = ({ openTo }: ProxyRoute): readonly DescribedParameter[] =>
  openTo === 'page'
    ? []
    : [
        {
          ...{ name: ACCOUNT_HEADER, in: 'header', required: true },
          description: 'Shows that a script makes the call: only a script can send it.',
          schema: { type: 'string', const: ACCOUNT_HEADER_VALUE },
        },
      ];

/** The body of a POST that sends a file. */
export const fileBody: DescribedBody = {
  required: true,
  description: `The list: fewer than ${BULK_BYTES} octets, and at most ${BULK_ADDRESSES} addresses. It may be compressed with gzip.`,
  content: { 'text/csv': { schema: { type: 'string' } }, 'text/plain': { schema: { type: 'string' } } },
};

/** The body of a POST: the same parameters, which are not in access logs then. */
export const bodyOf = (name: ProxyCall, route: ProxyRoute, open: OpenParameters): DescribedBody => {
  const rows = rowsOf(name, route, open);
  const properties = Object.fromEntries(
    rows.map((row) => [row.name, { ...inBody(row.schema, row.parameter), description: row.description }]),
  );
  const optional = rows.filter(({ parameter }) => !parameter.required).map((row) => row.name);
  return {
    required: true,
    description: `${LONGEST_BODY} octets at most.`,
    content: { 'application/json': { schema: objectOf(properties, optional) } },
  };
};
