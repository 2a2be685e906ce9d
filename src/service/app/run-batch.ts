import { setMaxListeners } from 'node:events';
import { encodeFailure, encodeValidation, type Encoded, type Result } from '../../wire/index.js';
import type { AdmittedBatch } from '../accounts/index.js';
import type { KeyRecord } from '../store/index.js';
import { failureOf } from './answers.js';
import type { BatchAddress } from './parse-batch.js';
import type { AppParts } from './parts.js';

/** The answer about one address: its verdict, or why there is none. */
export interface BatchAnswer {
  readonly address: BatchAddress;
  readonly encoded: Encoded;
  /** What is known of an answer that was charged, with or without credits. */
  readonly charged?: { readonly result: Result; readonly credits: number; readonly balance: number };
}

/** A batch that was admitted. */
export interface BatchOrder {
  readonly admitted: AdmittedBatch & { readonly key: KeyRecord };
  /** As many as the batch has calls. */
  readonly addresses: readonly BatchAddress[];
  readonly workspace: boolean;
  /** Whether all answers are sent together: nothing is charged before all of them are known. */
  readonly isTogether: boolean;
  /** Fires when the caller has left: nothing is charged any more. */
  readonly left: AbortSignal;
  /** Called with each answer when its charge is durable. */
  readonly onAnswer: (answer: BatchAnswer) => void;
}

/**
 * Milliseconds after which the verdicts that are not known yet are Unknown, which costs nothing: reverse proxies wait a
 * minute for an answer.
 */
const BATCH_MILLISECONDS = 50_000;

/**
 * Validates all addresses of a batch at the same time: what limits them are the engine's sessions with each mail host,
 * where single validations go first. Each address is charged as a single validation is. When it resolves, all that was
 * reserved and not charged is given back.
 */
export const runBatch = async (
  {
    admission,
    verify,
    names,
    onVerdict,
    onFault,
  }: Pick<AppParts, 'admission' | 'verify' | 'names' | 'onVerdict' | 'onFault'>,
  { admitted, addresses, workspace, isTogether, left, onAnswer }: BatchOrder,
): Promise<void> => {
  const { key } = admitted;
  const unsettled = new Set(admitted.calls);
  const stop = new AbortController();
  const { signal } = stop;
  // Each address in progress adds a listener, so many listeners are not a leak.
  setMaxListeners(0, signal);
  const onLeft = () => stop.abort();
  left.addEventListener('abort', onLeft);
  if (left.aborted) onLeft();
  const timer = setTimeout(onLeft, BATCH_MILLISECONDS);

  const verdictOf = async ({ email }: BatchAddress) => {
    try {
      return (await verify(email, { workspace, isPatient: true, signal })).validation;
    } catch (fault) {
      return { fault };
    }
  };
  const charge = async (
    address: BatchAddress,
    index: number,
    verdict: Awaited<ReturnType<typeof verdictOf>>,
  ): Promise<BatchAnswer> => {
    const call = admitted.calls[index];
    try {
      if ('fault' in verdict || !call) throw 'fault' in verdict ? verdict.fault : new Error('An address has no call.');
      const { result } = verdict;
      unsettled.delete(call);
      const { credits, balance } = await admission.settle(call, { result });
      onVerdict?.(key.accountId, result);
      const encoded = encodeValidation({ ...verdict, ...(key.showsBalance && { balance }) }, names.envelope);
      return { address, encoded, charged: { result, credits, balance } };
    } catch (fault) {
      onFault?.(fault);
      const { status, words } = failureOf(fault);
      return { address, encoded: encodeFailure(status, words, names.envelope) };
    }
  };

  try {
    const verdicts = addresses.map(verdictOf);
    if (isTogether) await Promise.all(verdicts);
    await Promise.all(
      verdicts.map(async (pending, index) => {
        const [address, verdict] = [addresses[index], await pending];
        if (address && !left.aborted) onAnswer(await charge(address, index, verdict));
      }),
    );
  } finally {
    clearTimeout(timer);
    left.removeEventListener('abort', onLeft);
    stop.abort();
    await Promise.all([...unsettled, admitted].map((call) => admission.abandon({ ...call, key })));
  }
};
