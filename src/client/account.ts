import { balanceCall, reverseCall, usageCall } from '../wire/calls.js';
import { decodeBalance, decodeReverse, decodeUsage } from '../wire/decode-account.js';
import type { Balance, ReverseLookup, Usage } from '../wire/results.js';
import type { Transport } from './transport.js';

/**
 * Finds what is known of an address. Private keys only.
 * @throws RefusalError, ConnectionError or AnswerError
 */
export const reverse = (transport: Transport, email: string): Promise<ReverseLookup> =>
  transport.ask(reverseCall, { email }, decodeReverse);

/**
 * Credits left on the account. Private keys only.
 * @throws RefusalError, ConnectionError or AnswerError
 */
export const balance = (transport: Transport): Promise<Balance> => transport.ask(balanceCall, {}, decodeBalance);

/**
 * Calls made from `start` to `end`, both included, as YY-MM-DD: not before 20-08-14, not after today. Private keys only.
 * @throws RefusalError, ConnectionError or AnswerError
 */
export const usage = (transport: Transport, range: { start: string; end: string }): Promise<Usage> =>
  transport.ask(usageCall, { start: range.start, end: range.end }, decodeUsage);
