import { normalizeAddress } from '../../address/index.js';
import { BATCH_ADDRESSES, batchCall, type WireNames } from '../../wire/index.js';
import { parseJson } from '../body/read-body.js';

/** An address of a batch, and every place in the batch at which it stands. */
export interface BatchAddress {
  /** As it was sent first. */
  readonly email: string;
  readonly places: readonly { readonly index: number; readonly sent: string }[];
}

/** A batch as it is in a body. `fault`: a sentence about what is wrong with it; it has no addresses then. */
export interface ParsedBatch {
  /** The different addresses, in the order of their first places. */
  readonly addresses: readonly BatchAddress[];
  readonly workspace: boolean;
  readonly fault?: string;
}

const EXAMPLE = '{"emails": ["jane.doe@gmail.com"]}';

/** Whether a path is that of a batch, with or without the slash at its end. */
export const isBatchPath = (path: string): boolean => path.replace(/\/$/, '') === batchCall.path.slice(0, -1);

const faultIn = (body: object, workspaceParam: string): string | undefined => {
  const known = ['emails', workspaceParam];
  const { emails, [workspaceParam]: workspace = false } = body as Readonly<Record<string, unknown>>;
  if (Object.keys(body).some((name) => !known.includes(name)))
    return `The body has a field beside "emails" and "${workspaceParam}": leave it out.`;
  if (!Array.isArray(emails)) return `"emails" is not a list: write one, as in ${EXAMPLE}.`;
  if (emails.length === 0) return `"emails" is empty: write 1 to ${BATCH_ADDRESSES} addresses.`;
  if (emails.length > BATCH_ADDRESSES)
    return `"emails" has ${emails.length} addresses: ${BATCH_ADDRESSES} at most. Send several batches, or upload a list.`;
  const wrong = emails.findIndex((email) => typeof email !== 'string' || email === '');
  if (wrong >= 0) return `"emails" has no address at index ${wrong}: write a text that is not empty.`;
  if (typeof workspace !== 'boolean')
    return `Invalid value of "${workspaceParam}": write true or false, without quotes.`;
  return undefined;
};

/** Addresses that are the same to a mail host are one, as in a list. */
const distinct = (emails: readonly string[]): BatchAddress[] => {
  const found = new Map<string, { email: string; places: BatchAddress['places'][number][] }>();
  for (const [index, sent] of emails.entries()) {
    const name = normalizeAddress(sent);
    const address = found.get(name) ?? { email: sent, places: [] };
    address.places.push({ index, sent });
    found.set(name, address);
  }
  return [...found.values()];
};

/** Reads a batch from the octets of its body. */
export const parseBatch = (octets: Uint8Array, { workspaceParam }: Pick<WireNames, 'workspaceParam'>): ParsedBatch => {
  const body = parseJson(octets);
  const fault =
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? faultIn(body, workspaceParam)
      : `The body is not a JSON object: write one, as in ${EXAMPLE}.`;
  if (fault !== undefined) return { addresses: [], workspace: false, fault };
  const { emails, [workspaceParam]: workspace } = body as Readonly<Record<string, unknown>>;
  return { addresses: distinct(emails as readonly string[]), workspace: workspace === true };
};
