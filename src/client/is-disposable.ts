import { disposableRoute } from '../wire/calls.js';
import { decodeDisposable } from '../wire/decode-disposable.js';
import type { Decoded } from '../wire/results.js';
import type { CallOptions, Transport } from './transport.js';

const decode = (status: number, body: unknown): Decoded<boolean> => {
  const value = decodeDisposable(status, body);
  return value === undefined ? undefined : { ok: true, value };
};

/**
 * Asks the free detector whether an address or, better, a bare domain belongs to a disposable-mail provider. No key is sent.
 * @throws ConnectionError or AnswerError
 */
export const isDisposable = (transport: Transport, addressOrDomain: string, options?: CallOptions): Promise<boolean> =>
  transport.ask(disposableRoute, { email: addressOrDomain }, decode, options);
