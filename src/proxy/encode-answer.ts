import { decodeDetector } from '../client/is-disposable.js';
import {
  decodeBalance,
  decodeListStatus,
  decodeReverse,
  decodeUpload,
  decodeUsage,
  decodeValidation,
  decodeWholeValidation,
  encodeBalance,
  encodeDisposable,
  encodeListStatus,
  encodeReverse,
  encodeUpload,
  encodeUsage,
  type Decoded,
  type Encoded,
  type Validation,
} from '../wire/index.js';
import type { Parameters } from './read-request.js';
import { refused } from './refused.js';
import type { ProxyCall } from './routes.js';
import { notUnderstood, type Said } from './upstream.js';

/** Replaces the key if a service echoes it. */
const HIDDEN_KEY = '*************';
const BUSY_SECONDS = '1';

/** The value of an answer. The service's own words are not passed on. @throws Refused */
const valueOf = <Value>({ status }: Said, decoded: Decoded<Value>): Value => {
  if (!decoded) throw notUnderstood(status);
  if (decoded.ok) return decoded.value;
  const { kind } = decoded.refusal;
  if (kind === 'rejected') throw notUnderstood(200);
  throw refused(kind, undefined, {
    isOfService: true,
    ...(kind === 'busy' && { headers: { 'Retry-After': BUSY_SECONDS } }),
  });
};

const NO_NAMES = { fullName: '', firstName: '', lastName: '' } as const;

/** The part of a validation that a page gets: the address as it was sent, no balance, and only the requested data about a person. */
export const readVerdict = (said: Said, { email = '', append, photo }: Parameters, envelope: string): Validation => {
  const verdict = valueOf(said, decodeValidation(said.status, said.body, envelope));
  const whole = append || photo ? decodeWholeValidation(said.status, said.body, envelope) : undefined;
  const found = whole?.ok ? whole.value.enrichment : undefined;
  if (!found) return { ...verdict, email };
  return { ...verdict, email, enrichment: append ? found : { ...NO_NAMES, photo: found.photo } };
};

type Encoder = (said: Said, parameters: Parameters, envelope: string) => Encoded;

/** By call: what the service said, decoded and encoded again. What was asked is answered as it was asked. @throws Refused */
export const encodersOf: Readonly<Record<Exclude<ProxyCall, 'validate' | 'logo'>, Encoder>> = {
  disposable: (said, _, envelope) => encodeDisposable(valueOf(said, decodeDetector(said.status, said.body, envelope))),
  reverse: (said, { email = '' }, envelope) =>
    encodeReverse({ ...valueOf(said, decodeReverse(said.status, said.body, envelope)), email }),
  balance: (said, _, envelope) => encodeBalance(valueOf(said, decodeBalance(said.status, said.body, envelope)).balance),
  usage: (said, { start = '', end = '' }, envelope) =>
    encodeUsage({ ...valueOf(said, decodeUsage(said.status, said.body, envelope)), start, end }, HIDDEN_KEY, envelope),
  'lists/upload': (said, _, envelope) =>
    encodeUpload(valueOf(said, decodeUpload(said.status, said.body, envelope)), envelope),
  'lists/status': (said, { list_id = '' }, envelope) =>
    encodeListStatus(
      { ...valueOf(said, decodeListStatus(said.status, said.body, envelope)), listId: list_id },
      envelope,
    ),
};
