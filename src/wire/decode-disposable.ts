import { asFlag, asObject, asText } from './decode-scalar.js';
import type { Decoded } from './results.js';

/** Decodes the detector's answer; `undefined` if the body does not come from this API. */
export const decodeDisposable = (status: number, body: unknown): Decoded<boolean> => {
  const { disposable } = asObject(body);
  return status === 200 && /^(true|false|[01])$/i.test(asText(disposable))
    ? { ok: true, value: asFlag(disposable) }
    : undefined;
};
