import type { ListLease, ListStore } from '../store/index.js';

/** How a lease is held. */
export interface LeaseTerms {
  readonly store: Pick<ListStore, 'renewLease'>;
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Length of a lease in milliseconds; it is renewed after a third of that. */
  readonly leaseMs: number;
}

/** Holds a lease until it is stopped; calls `onLost` if it is lost. */
export const holdLease = (
  lease: ListLease,
  { store, now, leaseMs }: LeaseTerms,
  onLost: () => void,
): (() => Promise<void>) => {
  let holding = Promise.resolve();
  const timer = setInterval(() => {
    // If the store is unavailable for a moment, it is asked again before the lease is over.
    holding = store.renewLease(lease, now() + leaseMs).then(
      (isHeld) => void (isHeld || onLost()),
      () => undefined,
    );
  }, leaseMs / 3);
  return () => {
    clearInterval(timer);
    return holding;
  };
};
