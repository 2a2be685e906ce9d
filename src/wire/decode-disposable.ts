import { asFlag, asObject, asText } from './decode-scalar.js';
import type { Decoded } from './results.js';

/** Decodes the detector's answer; `undefined` where the body is none of the interface's. */
export const decodeDisposable = (status: number, body: unknown): Decoded<boolean> => {
  const { disposable } = asObject(body);
  return status === 200 && /^(true|false|[01])$/i.test(asText(disposable))
    ? { ok: true, value: asFlag(disposable) }
    : undefined;
};
