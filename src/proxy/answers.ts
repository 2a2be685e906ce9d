import { encodeFailure, encodeRefusal, type Encoded } from '../wire/index.js';
import type { Fault } from './refused.js';

/** What every answer says: it is for this visitor alone, and no page of another origin may use it. */
const fixedHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Answers JSON. A HEAD is refused, and its refusal has no body (RFC 9110 §9.3.2): the runtime leaves it out. */
export const answerJson = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...fixedHeaders, 'Content-Type': 'application/json', ...headers } });

const LOGO_SECONDS = 86_400;

/** Answers a logo. Logos are refreshed daily. */
export const answerLogo = (png: Uint8Array<ArrayBuffer>): Response =>
  new Response(png, { headers: { ...fixedHeaders, 'Content-Type': 'image/png', 'Cache-Control': `private, max-age=${LOGO_SECONDS}` } });

const withCode = ({ status, body }: Encoded, code: string, envelope: string): Encoded => ({
  status,
  body: { ...body, [envelope]: { ...Object(body[envelope]) as object, code } },
});

/** Answers a fault in the interface's error body. */
export const answerFault = ({ as, words, code, headers }: Fault, envelope: string): Response => {
  const encoded = typeof as === 'number' ? encodeFailure(as, words ?? 'The call failed.', envelope) : encodeRefusal(as, envelope, words);
  const { status, body } = code === undefined ? encoded : withCode(encoded, code, envelope);
  return answerJson(status, body, headers);
};
