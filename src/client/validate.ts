import { validateRoute } from '../wire/calls.js';
import { decodeValidation } from '../wire/decode-validation.js';
import type { Validation } from '../wire/results.js';
import type { CallOptions, Decoder, Transport } from './transport.js';

/** Options of a validation, beside the address. */
export interface ValidateOptions extends CallOptions {
  /** Look for a profile photo: 1 more credit if one is found. Private keys only. */
  readonly photo?: boolean | undefined;
  /** Add full name and avatar: 20 more credits if anything is found. Private keys only. */
  readonly append?: boolean | undefined;
  /** Ask whether the domain accepts every address, if Google Workspace or Microsoft 365 hosts its mail. */
  readonly workspace?: boolean | undefined;
}

/**
 * Validates one address: 1 credit, none if the verdict is Unknown. `decode` reads more of the answer than a page needs.
 * @throws ClientError, or what the transport makes of its code
 */
export const validate = (
  transport: Transport,
  email: string,
  flags: Omit<ValidateOptions, 'signal'>,
  decode: Decoder<Validation> = decodeValidation,
): Promise<Validation> => transport.ask(validateRoute, { email, ...flags }, decode);
