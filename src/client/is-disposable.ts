import { disposableRoute } from '../wire/calls.js';
import { decodeDisposable } from '../wire/decode-disposable.js';
import { decodeRefusal } from '../wire/decode-refusal.js';
import type { Decoder, Transport } from './transport.js';

/** Reads the detector's refusals too. A page does not need them: there, a failed detector has no effect. */
export const decodeDetector: Decoder<boolean> = (status, body, envelope) => {
  const refusal = decodeRefusal(status, body, envelope);
  return refusal ? { ok: false, refusal } : decodeDisposable(status, body);
};

/**
 * Asks the free detector whether an address or, better, a bare domain belongs to a disposable-mail provider. No key is sent.
 * @throws ClientError, or what the transport makes of its code
 */
export const isDisposable = (
  transport: Transport,
  addressOrDomain: string,
  read: Decoder<boolean> = decodeDisposable,
): Promise<boolean> => transport.ask(disposableRoute, { email: addressOrDomain }, read);
