import {
  enrichmentFields,
  enrichmentNames,
  INFERRED,
  LOGO_PIXELS,
  verdictRows,
  type ListStatus,
} from '../../wire/index.js';
import type { ProxyCall } from '../routes.js';
import { objectOf, type Schema } from './schema.js';

/** Description of a successful answer. */
export interface DescribedResult {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
}

const text = (description: string): Schema => ({ type: 'string', description });
const oneOf = (description: string, words: Iterable<string>): Schema => ({
  type: 'string',
  enum: [...new Set(words)],
  description,
});
const truth = (description: string): Schema => oneOf(description, ['true', 'false']);
const bit = (description: string): Schema => oneOf(description, ['0', '1']);
const count = (description: string): Schema => ({ type: 'string', pattern: String.raw`^\d+$`, description });
const day = (description: string): Schema => ({
  type: 'string',
  pattern: String.raw`^\d{2}-\d{2}-\d{2}$`,
  description,
});
/** A number, which may be fractional or have an exponent. */
const amount = (description: string): Schema => ({
  type: 'string',
  pattern: String.raw`^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$`,
  description,
});

const enrichment = Object.fromEntries([
  ...enrichmentFields.map(
    (field) =>
      [
        enrichmentNames[field],
        text('With `append` or `photo`, if anything was found; empty if this field was not.'),
      ] as const,
  ),
  [INFERRED, text('Which of these were inferred from the address alone, separated by commas.')] as const,
]);

const verdict = objectOf(
  {
    email: text('The address, as it was asked.'),
    code: oneOf(
      'The reason as a number.',
      verdictRows.map(({ code }) => String(code)),
    ),
    role: truth('Whether the address belongs to a role (sales, webmaster), not a person.'),
    free_email: truth('Whether it is at a free mailbox provider.'),
    result: oneOf(
      'The verdict.',
      verdictRows.map(({ result }) => result),
    ),
    reason: text(`Why: ${verdictRows.map(({ reason }) => reason).join(', ')}; several are separated by ", ".`),
    send_transactional: bit('Whether receipts and password resets are worth sending.'),
    did_you_mean: text('Another address that was probably meant, or empty. Offer it; never apply it unasked.'),
    ...enrichment,
  },
  Object.keys(enrichment),
);

const succeeded: Schema = { type: 'string', const: '1' };

const receipt: Schema = {
  ...{ type: 'string', pattern: String.raw`^[\w-]+\.[\w-]+\.[\w-]+$` },
  description:
    "A compact JWS (RFC 7515) for the site's backend, valid for an hour. Only if the option `receiptSecret` is set.",
};

const usage = objectOf({
  api: { type: 'string', pattern: String.raw`^\*+$`, description: 'In place of the key, which is never shown.' },
  start: day('As it was asked.'),
  end: day('As it was asked.'),
  calls: count('Calls in these days.'),
  timezone: { type: 'string', const: 'UTC' },
  days: {
    type: 'array',
    items: objectOf({ day: day('A day.'), calls: count('Its calls.'), credits: amount('Its credits.') }, ['credits']),
    description: 'The days with calls; empty if the service gives only one total.',
  },
});

const statuses: Readonly<Record<ListStatus['status'], true>> = {
  queued: true,
  processing: true,
  completed: true,
  failed: true,
  cancelled: true,
};

const upload = objectOf({ list_id: text('Names the list to `lists/status`.'), list_name: text('Its name.') });

const list = objectOf(
  {
    list_id: text('As it was asked.'),
    status: oneOf('How far it has come.', Object.keys(statuses)),
    percentage: amount('0 to 100.'),
    download_link: text(
      'Link to the results; empty until the list is completed. For a cancelled list, the link to its results up to then, if any.',
    ),
    reason: text('Why it failed, or what it waits for; absent if neither applies.'),
    column: text(
      'The column that the addresses are read from, by its name or its number; absent until it is known, and if the file has only one column, without a name.',
    ),
  },
  ['reason', 'column'],
);

const schemas: Readonly<Record<Exclude<ProxyCall, 'logo'>, (envelope: string) => Schema>> = {
  validate: (envelope) => objectOf({ [envelope]: verdict, success: succeeded, receipt }, ['receipt']),
  disposable: () => objectOf({ disposable: truth('Whether the domain is a disposable-mail provider.') }),
  counts: () => objectOf({ success: succeeded }),
  reverse: () =>
    objectOf({
      email: text('As it was asked.'),
      data: { type: 'object', description: 'What is known about the person: any fields.', additionalProperties: true },
      success: succeeded,
    }),
  balance: () => objectOf({ balance: amount('Credits left.'), success: succeeded }),
  usage: (envelope) => objectOf({ [envelope]: usage, success: succeeded }),
  'lists/upload': (envelope) => objectOf({ [envelope]: upload, success: succeeded }),
  'lists/status': (envelope) => objectOf({ [envelope]: list, success: succeeded }),
};

/** Describes the successful answer of a call: scalars are strings, as in the interface's examples. */
export const resultOf = (call: ProxyCall, envelope: string): DescribedResult =>
  call === 'logo'
    ? {
        description: `A PNG of ${LOGO_PIXELS} by ${LOGO_PIXELS} pixels: the domain's logo, or a grey monogram, or with \`monogram=0\` a transparent one of 1 by 1 in its place.`,
        content: { 'image/png': {} },
      }
    : { description: 'The result.', content: { 'application/json': { schema: schemas[call](envelope) } } };

/** The successful answer of the proxy's own call. */
export const nonceResult: DescribedResult = {
  description: "The result. The header `Set-Cookie` names the browser's session, which no script can read.",
  content: {
    'application/json': {
      schema: objectOf({
        nonce: {
          ...{ type: 'string', pattern: String.raw`^[\w-]{22}$` },
          description:
            '128 random bits in base64url, for the `nonce` attribute of the hidden field; valid once, for 30 minutes.',
        },
        success: succeeded,
      }),
    },
  },
};
