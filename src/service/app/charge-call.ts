import type { Context } from 'hono';
import type { Encoded } from '../../wire/index.js';
import { isEnriched, type CallOutcome, type AdmittedCall } from '../accounts/index.js';
import type { KeyRecord } from '../store/index.js';
import { CLIENT_CLOSED_REQUEST, send } from './answers.js';
import type { AppEnv, AppParts, CallLogFields } from './parts.js';

/** Result of the work on a call. */
interface CallResult {
  readonly outcome: CallOutcome;
  /** Further fields for observers. */
  readonly logFields: Omit<CallLogFields, 'credits' | 'balance'>;
  /** Makes the answer, after the charge is durable. */
  readonly answer: (balance: number) => Encoded;
}

/**
 * Works on a call that was admitted, and charges it once. If the caller leaves, or the work fails, the call costs
 * nothing; the signal fires when nobody waits for the work any more.
 */
export const chargeCall = async (
  c: Context<AppEnv>,
  { admission, onVerdict }: Pick<AppParts, 'admission' | 'onVerdict'>,
  admitted: AdmittedCall & { readonly key: KeyRecord },
  work: (signal: AbortSignal) => Promise<CallResult>,
): Promise<Response> => {
  const { signal } = c.req.raw;
  // If one of several pieces of work fails, the others would go on without this. A plain validation is a single piece.
  const cancelOthers = isEnriched(admitted.order) ? new AbortController() : undefined;
  let isSettled = false;
  try {
    const { outcome, logFields, answer } = await work(
      cancelOthers ? AbortSignal.any([signal, cancelOthers.signal]) : signal,
    );
    if (signal.aborted) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
    isSettled = true;
    const { credits, balance } = await admission.settle(admitted, outcome);
    if (outcome.result) onVerdict?.(admitted.key.accountId, outcome.result);
    c.set('logFields', { credits, balance, ...logFields });
    return send(c, answer(balance));
  } finally {
    cancelOthers?.abort();
    if (!isSettled) await admission.abandon(admitted);
  }
};
