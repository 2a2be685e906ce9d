import { decodeDetector } from '../client/is-disposable.js';
import {
  decodeBalance,
  decodeDone,
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
import { badAnswer, type UpstreamAnswer } from './upstream.js';

/** Replaces the key if a service echoes it. */
const HIDDEN_KEY = '*************';
const BUSY_SECONDS = '1';

/** The value of an answer. The service's own words are not passed on. @throws RefusedError */
const valueOrRefuse = <Value>({ status }: UpstreamAnswer, decoded: Decoded<Value>): Value => {
  if (!decoded) throw badAnswer(status);
  if (decoded.ok) return decoded.value;
  const { kind } = decoded.refusal;
  if (kind === 'rejected') throw badAnswer(200);
  throw refused(kind, undefined, {
    isFromService: true,
    ...(kind === 'busy' && { headers: { 'Retry-After': BUSY_SECONDS } }),
  });
};

const NO_NAMES = { fullName: '', firstName: '', lastName: '' } as const;

/** The part of a validation that a page gets: the address as it was sent, no balance, and only the requested data about a person. */
export const readVerdict = (
  answer: UpstreamAnswer,
  { email = '', append, photo }: Parameters,
  envelope: string,
): Validation => {
  const verdict = valueOrRefuse(answer, decodeValidation(answer.status, answer.body, envelope));
  const whole = append || photo ? decodeWholeValidation(answer.status, answer.body, envelope) : undefined;
  const found = whole?.ok ? whole.value.enrichment : undefined;
  if (!found) return { ...verdict, email };
  return { ...verdict, email, enrichment: append ? found : { ...NO_NAMES, photo: found.photo } };
};

type Encoder = (answer: UpstreamAnswer, parameters: Parameters, envelope: string) => Encoded;

/**
 * Encoders by call: each decodes the service's answer and encodes it again, in the form that was requested. @throws
 * RefusedError
 */
export const encodersOf: Readonly<Record<Exclude<ProxyCall, 'validate' | 'logo'>, Encoder>> = {
  disposable: (answer, _, envelope) =>
    encodeDisposable(valueOrRefuse(answer, decodeDetector(answer.status, answer.body, envelope))),
  counts: (answer, _, envelope) => {
    valueOrRefuse(answer, decodeDone(answer.status, answer.body, envelope));
    return { status: 200, body: { success: '1' } };
  },
  reverse: (answer, { email = '' }, envelope) =>
    encodeReverse({ ...valueOrRefuse(answer, decodeReverse(answer.status, answer.body, envelope)), email }),
  balance: (answer, _, envelope) =>
    encodeBalance(valueOrRefuse(answer, decodeBalance(answer.status, answer.body, envelope)).balance),
  usage: (answer, { start = '', end = '' }, envelope) =>
    encodeUsage(
      { ...valueOrRefuse(answer, decodeUsage(answer.status, answer.body, envelope)), start, end },
      HIDDEN_KEY,
      envelope,
    ),
  'lists/upload': (answer, _, envelope) =>
    encodeUpload(valueOrRefuse(answer, decodeUpload(answer.status, answer.body, envelope)), envelope),
  'lists/status': (answer, { list_id = '' }, envelope) =>
    encodeListStatus(
      { ...valueOrRefuse(answer, decodeListStatus(answer.status, answer.body, envelope)), listId: list_id },
      envelope,
    ),
};
