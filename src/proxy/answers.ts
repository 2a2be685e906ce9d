import { encodeFailure, encodeRefusal, type Encoded } from '../wire/index.js';
import { failures, isFailureCode, requestFaults, type FailureCode } from './failures.js';
import type { RefusalReason } from './refused.js';

/** Headers of every answer: it is for this visitor only, and pages of other origins cannot read it. */
const fixedHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Answers JSON. A HEAD is refused, and its refusal has no body (RFC 9110 §9.3.2): the runtime leaves it out. */
export const answerJson = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...fixedHeaders, 'Content-Type': 'application/json', ...headers },
  });

const LOGO_SECONDS = 86_400;

/** Answers a logo. Logos are refreshed daily. */
export const answerLogo = (png: Uint8Array<ArrayBuffer>): Response =>
  new Response(png, {
    headers: { ...fixedHeaders, 'Content-Type': 'image/png', 'Cache-Control': `private, max-age=${LOGO_SECONDS}` },
  });

/** A failure with our code instead of the interface's `0`. */
const encodeOwn = (code: FailureCode, envelope: string, words: string = failures[code].words): Encoded => {
  const { status, body } = encodeFailure(failures[code].status, words, envelope);
  return { status, body: { ...body, [envelope]: { ...(Object(body[envelope]) as object), code } } };
};

const encodeRefusalReason = ({ kind, words, reason }: RefusalReason, envelope: string): Encoded => {
  if (isFailureCode(kind)) return encodeOwn(kind, envelope, words);
  return typeof kind === 'number'
    ? encodeFailure(kind, words ?? requestFaults[kind], envelope)
    : encodeRefusal(kind, envelope, { words, reason });
};

/** Answers a refusal in the interface's error body. */
export const answerRefusal = (fault: RefusalReason, envelope: string): Response => {
  const { status, body } = encodeRefusalReason(fault, envelope);
  return answerJson(status, body, fault.headers);
};
