import { asNumber, asObject, asText } from './decode-scalar.js';
import { decodeRefusal } from './decode-refusal.js';
import { refusalRows, type RefusalKind } from './refusals.js';
import type { Balance, DayOfUsage, Decoded, ListStatus, ReverseLookup, UploadedList, Usage } from './results.js';

/** Bulk refusals have no status of their own: only their whole message identifies them. */
const bulkKind = (message: string): RefusalKind | undefined =>
  (['bad-list-url', 'unknown-list'] as const).find((kind) => refusalRows[kind].message === message);

/** The message, followed by `reason` if the answer has one. */
const withReason = (message: string, { reason }: Record<string, unknown>): string =>
  [message, asText(reason)].filter(Boolean).join(' ');

/**
 * Decodes the parts that all answers about an account have in common: a refusal, a value, or neither. `read` returns
 * `undefined` for a body that does not come from this API.
 */
const decodeWith =
  <Value>(read: (fields: Record<string, unknown>) => Value | undefined) =>
  (status: number, body: unknown, envelope: string): Decoded<Value> => {
    const refusal = decodeRefusal(status, body, envelope);
    const outer = asObject(body);
    if (refusal)
      return {
        ok: false,
        refusal: {
          kind: bulkKind(refusal.message) ?? refusal.kind,
          message: withReason(refusal.message, asObject(outer[envelope])),
        },
      };
    const value = status === 200 ? read({ ...outer, ...asObject(outer[envelope]) }) : undefined;
    return value && { ok: true, value };
  };

/** Decodes a reverse look-up. */
export const decodeReverse = decodeWith<ReverseLookup>(({ email, data }) =>
  typeof data === 'object' && data !== null ? { email: asText(email), data: asObject(data) } : undefined,
);

/** Decodes the balance; `success` may be missing from it. */
export const decodeBalance = decodeWith<Balance>((fields) => {
  const balance = asNumber(fields['balance']);
  return balance === undefined ? undefined : { balance };
});

/** Decodes the answer to a call that has nothing to tell but that it was carried out. */
export const decodeDone = decodeWith<true>(({ success }) => /^(1|true)$/i.test(asText(success)) || undefined);

/** Decodes one day of usage; an empty array if `day` or `calls` is missing. */
const decodeDay = (row: unknown): DayOfUsage[] => {
  const fields = asObject(row);
  const [day, calls, credits] = [asText(fields['day']), asNumber(fields['calls']), asNumber(fields['credits'])];
  return day && calls !== undefined ? [{ day, calls, ...(credits !== undefined && { credits }) }] : [];
};

/** Decodes usage. The API key that the answer repeats in `api` is dropped. */
export const decodeUsage = decodeWith<Usage>(({ start, end, calls, days }) => {
  const count = asNumber(calls);
  return count === undefined
    ? undefined
    : {
        start: asText(start),
        end: asText(end),
        calls: count,
        ...(Array.isArray(days) && { days: days.flatMap(decodeDay) }),
      };
});

/** Decodes the answer to a bulk upload. */
export const decodeUpload = decodeWith<UploadedList>(({ list_id: listId, list_name: listName }) =>
  asText(listId) ? { listId: asText(listId), listName: asText(listName) } : undefined,
);

/** Words that services use for a list in progress. */
const stages: Readonly<Record<string, ListStatus['status']>> = {
  queued: 'queued',
  preparing: 'processing',
  validating: 'processing',
  processing: 'processing',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Decodes the status of a bulk list. */
export const decodeListStatus = decodeWith<ListStatus>((fields) => {
  const word = asText(fields['status']).toLowerCase();
  const status = Object.hasOwn(stages, word) ? stages[word] : undefined;
  return (
    status && {
      listId: asText(fields['list_id']),
      status,
      percentage: Math.min(100, Math.max(0, asNumber(fields['percentage']) ?? 0)),
      downloadLink: asText(fields['download_link']),
      reason: asText(fields['reason']),
      column: asText(fields['column']),
    }
  );
});
