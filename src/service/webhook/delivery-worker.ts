import { orLate } from '../../timing/index.js';
import type { DeliveryLease, WebhookEvent, WebhookStore } from '../store/index.js';
import { afterTry, RETRY_DELAYS, type TryOutcome, type TryResult } from './after-try.js';
import { Alarm } from './alarm.js';
import { sendWebhook, type SendOptions } from './send-webhook.js';

/** A try to deliver an event, for an operator's log and figures. */
export interface DeliveryReport {
  /** `failed`: it is tried again. `given-up`: it is not. */
  readonly outcome: TryOutcome['outcome'];
  readonly accountId: number;
  /** The event's id. */
  readonly event: string;
  readonly type: WebhookEvent['type'];
  /** The URL without its query. */
  readonly url: string;
  /** Number of tries, this one included unless the service was stopped meanwhile. */
  readonly tries: number;
  readonly answer: string;
  readonly milliseconds: number;
}

/** How events are sent from one process. Times in milliseconds. */
export interface DeliveryWorkOptions extends Pick<SendOptions, 'post'> {
  /** Timeout of one try; 15,000 if absent. */
  readonly timeoutMs?: number | undefined;
  /** Another process may take a delivery after this time, if this one is gone. Longer than a try; 25,000 if absent. */
  readonly leaseMs?: number | undefined;
  /** Between two looks for an event that is due; 1,000 if absent. Longer after failures of the store, up to 30 times. */
  readonly pollMs?: number | undefined;
  /** Number of events that are sent at the same time, each of another account; 8 if absent. */
  readonly most?: number | undefined;
  /** From each try that failed to the next one. */
  readonly retryDelays?: readonly number[] | undefined;
}

/** Parts of the work on deliveries. */
export interface DeliveryWork extends DeliveryWorkOptions, Pick<SendOptions, 'sealer' | 'now'> {
  readonly store: Pick<WebhookStore, 'leaseDelivery' | 'keepTry'>;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Called after each try. Must not throw. */
  readonly onDelivery?: ((report: DeliveryReport) => void) | undefined;
  /** Called with errors of the store, and with internal ones. The event is sent again when its lease is over. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** Sends events as they become due. */
export interface DeliveryWorker {
  /** Looks for an event that is due at once. */
  checkNow(): void;
  /** Takes no more events, and cancels tries that last longer than five seconds. Resolves when none is in progress. */
  close(): Promise<void>;
}

const GRACE_MS = 5_000;
const MOST_BACKOFF = 30;
const FAULT = "The service could not sign the event: rotate the account's secret, and look into the service's log.";

const withoutQuery = (url: string): string => url.slice(0, /[?#]|$/.exec(url)?.index);

/** Tries a delivery, and stores how that ended. */
const deliver = async (lease: DeliveryLease, work: DeliveryWork, signal: AbortSignal): Promise<void> => {
  const { store, now, random, timeoutMs = 15_000, retryDelays = RETRY_DELAYS, onDelivery, onFault } = work;
  const { id, event, url, tries: former } = lease.delivery;
  const since = performance.now();
  const result: TryResult = await sendWebhook(lease, { ...work, timeoutMs, signal }).catch((fault: unknown) => {
    onFault?.(fault);
    return { fault: FAULT };
  });
  const turn = { tries: former + 1, now: now(), random: random(), delays: retryDelays };
  const { outcome, answer, nextAt, isCut = false } = afterTry(result, turn);
  await store.keepTry(id, { at: now(), isCut, isDelivered: outcome === 'delivered', answer, nextAt });
  const tries = former + (isCut ? 0 : 1);
  const { accountId, id: eventId, type } = event;
  const milliseconds = performance.now() - since;
  onDelivery?.({ outcome, accountId, event: eventId, type, url: withoutQuery(url), tries, answer, milliseconds });
};

/** Starts to send events, until it is closed. A store that is shared has each event sent by one process at a time. */
export const startDeliveries = (work: DeliveryWork): DeliveryWorker => {
  const { store, now, leaseMs = 25_000, pollMs = 1_000, most = 8, onFault } = work;
  const alarm = new Alarm();
  const cancelling = new AbortController();
  /** The tries in progress, by account. */
  const busy = new Map<number, Promise<void>>();
  let isClosing = false;

  const begin = (lease: DeliveryLease): void => {
    const { accountId } = lease.delivery.event;
    const trying = deliver(lease, work, cancelling.signal)
      .catch((fault: unknown) => onFault?.(fault))
      .finally(() => {
        busy.delete(accountId);
        // Its account may have more events, or all places were taken.
        alarm.ring();
      });
    busy.set(accountId, trying);
  };

  const takeNext = async (): Promise<DeliveryLease | undefined> =>
    busy.size < most ? store.leaseDelivery(now(), now() + leaseMs, [...busy.keys()]) : undefined;

  const workInLoop = async (): Promise<void> => {
    let failures = 0;
    while (!isClosing) {
      try {
        const lease = await takeNext();
        failures = 0;
        if (lease) begin(lease);
        else await alarm.sleep(pollMs);
      } catch (fault) {
        failures += 1;
        if (!isClosing) onFault?.(fault);
        await alarm.sleep(pollMs * Math.min(2 ** failures, MOST_BACKOFF));
      }
    }
  };
  const working = workInLoop();

  return {
    checkNow: () => alarm.ring(),
    async close() {
      isClosing = true;
      alarm.ring();
      await working;
      await orLate(Promise.all(busy.values()), GRACE_MS, undefined);
      cancelling.abort();
      await Promise.all(busy.values());
    },
  };
};
