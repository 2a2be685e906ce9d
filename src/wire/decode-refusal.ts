import { asObject, asText } from './decode-scalar.js';
import { refusalSigns } from './refusal-signs.js';
import type { RefusalKind } from './refusals.js';
import type { Refusal } from './results.js';

type Sign = [kind: RefusalKind, sign: readonly [status: number, words?: RegExp]];

/**
 * Reads a refusal out of an answer, or `undefined` if the answer is not one: `success` "0" at any status, or a status
 * of 400 to 499 that the interface has or that comes with a message. A server failure (5xx) is never a refusal, and
 * neither is a missing page.
 */
export const decodeRefusal = (status: number, body: unknown, envelope: string): Refusal | undefined => {
  const fields = asObject(body);
  const isFailed = /^(0|false)$/i.test(asText(fields['success']));
  if ((!isFailed && status < 400) || status > 499) return undefined;
  const message = asText(asObject(fields[envelope])['error']) || asText(fields['error']) || asText(fields['message']);
  const signs = Object.entries(refusalSigns) as Sign[];
  const found = signs.find(([, [, words]]) => words?.test(message)) ?? signs.find(([, [each]]) => each === status);
  return found || isFailed || message ? { kind: found?.[0] ?? 'rejected', message } : undefined;
};
