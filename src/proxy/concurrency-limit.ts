import { CONCURRENT_CALLS, CONCURRENT_ENRICHED_CALLS } from '../wire/index.js';

/** The properties of a call that the limits count by. */
interface CallGroup {
  /** Asks for `append` or `photo`: fewer of these may run. */
  readonly isEnriched: boolean;
  /**
   * The visitor's network, if it is known: only a few calls of one network may run at once, so that no network takes
   * all slots.
   */
  readonly network?: string | undefined;
}

/** A slot for a running call. */
interface Slot extends CallGroup {
  /** Time at which the slot becomes free even without a release: a runtime may end a request without notice. */
  readonly until: number;
}

/** A call that waits. */
interface WaitingCall extends CallGroup {
  readonly arrival: number;
  /** Time of the last poll. A caller that stops polling has left, and does not block others. */
  polledAt: number;
}

/**
 * Reason why a wait ended without a slot: too many calls wait, in all or of one network; the wait was too long; or the
 * caller left.
 */
type SlotRefusal = 'full' | 'late' | 'left';

/** Request of one call for a slot. */
export interface SlotRequest extends CallGroup {
  /** Number in order of arrival: the lower number goes first. */
  readonly arrival: number;
  /** Maximum wait in milliseconds. */
  readonly maxWait: number;
  /** Milliseconds after which its slot becomes free in any case. */
  readonly longestRun: number;
  /** Whether its caller has left. */
  readonly hasLeft: () => boolean;
}

/** Limits the running calls to what a key may have at the same time. */
export interface ConcurrencyLimit {
  /** Waits for a slot, in order of arrival; the function releases it. */
  enter(request: SlotRequest): Promise<(() => void) | SlotRefusal>;
  /** Whether a further call would be refused because too many wait, in all or from one network. */
  isFull(claim: CallGroup): boolean;
}

/** Calls that wait at once. */
const MOST_WAITING = 200;
/** Calls of one network that may run, and wait, at the same time. */
const MOST_PER_NETWORK = 2;
const MOST_WAITING_PER_NETWORK = 4;
/**
 * Milliseconds between two polls of the first in the queue after a wait of one second; the interval grows to that in
 * proportion. Polling costs little, and delays no call much.
 */
const LONGEST_POLL_MS = 5;
const SECOND = 1_000;
/** A caller that has not polled for this many milliseconds counts as gone. */
const ABANDONED_AFTER_MS = 2_000;

/**
 * Milliseconds from one poll to the next. Every five calls in front take at least one poll, so later calls need not
 * poll sooner.
 */
const pauseOf = (place: number, waited: number): number =>
  Math.max(1 + Math.floor(place / CONCURRENT_CALLS), LONGEST_POLL_MS * Math.min(waited / SECOND, 1));

/**
 * Returns the calls of the same network. Without a network it returns none: otherwise all visitors would count as one.
 */
const ofNetwork = <One extends CallGroup>(all: readonly One[], { network }: CallGroup): readonly One[] =>
  network === undefined ? [] : all.filter((each) => each.network === network);

/**
 * The limit of one key. No promise is shared between requests, since some runtimes (Workers) end a request that waits for another's:
 * each one looks by a timer of its own whether it is its turn. It is not the client's `createQueue`: what may run depends on the class and
 * the network of all that run and wait, which is too much to look at if thousands wait, and too much code for a page.
 */
export const createConcurrencyLimit = (
  now: () => number = () => performance.now(),
  mostWaiting = MOST_WAITING,
): ConcurrencyLimit => {
  const slots = new Set<Slot>();
  let waiting: WaitingCall[] = [];

  const removeExpired = (at: number): void => {
    for (const slot of slots) if (slot.until <= at) slots.delete(slot);
    const isHere = ({ polledAt }: WaitingCall) => polledAt + ABANDONED_AFTER_MS >= at;
    if (!waiting.every(isHere)) waiting = waiting.filter(isHere);
  };

  /** A call that waits for an enriched one to end, or for calls of its own network to end, does not block others. */
  const mayStart = (one: WaitingCall): boolean => {
    if (slots.size >= CONCURRENT_CALLS) return false;
    const running = [...slots];
    const enriched = running.filter(({ isEnriched }) => isEnriched).length;
    const mayGo = (each: WaitingCall): boolean =>
      (!each.isEnriched || enriched < CONCURRENT_ENRICHED_CALLS) && ofNetwork(running, each).length < MOST_PER_NETWORK;
    return waiting.find(mayGo) === one;
  };

  /** Too many calls wait, and this one came last. */
  const isTooMany = (one: WaitingCall): boolean => {
    const others = ofNetwork(waiting, one);
    return (
      (waiting.length > mostWaiting && one === waiting.at(-1)) ||
      (others.length > MOST_WAITING_PER_NETWORK && one === others.at(-1))
    );
  };

  /** Puts a call into the queue by its order of arrival, even if it counted as gone, as after the process slept. */
  const enqueue = (one: WaitingCall): void => {
    if (waiting.includes(one)) return;
    const later = waiting.findIndex(({ arrival }) => arrival > one.arrival);
    waiting.splice(later < 0 ? waiting.length : later, 0, one);
  };

  const leave = (one: WaitingCall): void => void (waiting = waiting.filter((each) => each !== one));

  const wait = async (one: WaitingCall, { maxWait, longestRun, hasLeft }: SlotRequest): Promise<Slot | SlotRefusal> => {
    for (const since = now(); ;) {
      one.polledAt = now();
      removeExpired(one.polledAt);
      enqueue(one);
      if (hasLeft()) return 'left';
      if (mayStart(one)) {
        // At once: before anyone else polls.
        leave(one);
        const slot = { isEnriched: one.isEnriched, network: one.network, until: one.polledAt + longestRun };
        slots.add(slot);
        return slot;
      }
      if (isTooMany(one)) return 'full';
      const waited = one.polledAt - since;
      if (waited >= maxWait) return 'late';
      await new Promise((resolve) => setTimeout(resolve, pauseOf(waiting.indexOf(one), waited)));
    }
  };

  return {
    isFull(claim) {
      removeExpired(now());
      return waiting.length >= mostWaiting || ofNetwork(waiting, claim).length >= MOST_WAITING_PER_NETWORK;
    },
    async enter(request) {
      const { isEnriched, network, arrival } = request;
      const one: WaitingCall = { isEnriched, network, arrival, polledAt: 0 };
      const entered = await wait(one, request).finally(() => leave(one));
      return typeof entered === 'string' ? entered : () => void slots.delete(entered);
    },
  };
};
