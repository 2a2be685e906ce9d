import { asFlag, asObject, asText } from './decode-scalar.js';

/** Decodes the detector's answer; `undefined` where the body is none of the interface's. */
export const decodeDisposable = (status: number, body: unknown): boolean | undefined => {
  const { disposable } = asObject(body);
  return status === 200 && /^(true|false|[01])$/i.test(asText(disposable)) ? asFlag(disposable) : undefined;
};
