import { orLate } from '../../timing/index.js';

/** State of each part that the service needs to answer calls. */
export interface PartStates {
  readonly store: boolean;
  /** `blind`: name servers answer wrongly; calls are answered without them. */
  readonly resolver: boolean | 'blind';
  /** Mail hosts cannot be reached; calls are answered without them. Absent otherwise. */
  readonly isMailPortClosed?: true;
}

/** `closing`: no calls are accepted any more, and the parts are not checked, since they are being closed. */
export type Readiness = PartStates | 'closing';

/** The checks of the parts; a promise that rejects or does not settle in time counts as a failure. */
export interface ReadinessParts {
  readonly store: () => Promise<unknown>;
  readonly resolver: () => Promise<PartStates['resolver']>;
  /** Reads a known state, and needs no timeout. */
  readonly isMailPortClosed?: (() => boolean) | undefined;
  readonly isClosing: () => boolean;
  /** Timeout of a part's check in milliseconds; 2,000 if absent. */
  readonly timeoutMs?: number;
  /** Milliseconds for which a result is kept, so that frequent checks cost little; 3,000 if absent. */
  readonly keepMs?: number;
  /** A clock in milliseconds. */
  readonly now?: () => number;
}

const within = <State>(asked: Promise<State>, milliseconds: number): Promise<State | false> =>
  orLate<State, false>(asked, milliseconds, false).catch(() => false);

/** Checks all parts at once; callers meanwhile, and shortly after, get the same result. */
export const createReadiness = ({
  store,
  resolver,
  isMailPortClosed = () => false,
  isClosing,
  timeoutMs = 2_000,
  keepMs = 3_000,
  now = () => performance.now(),
}: ReadinessParts): (() => Promise<Readiness>) => {
  let kept: { readonly until: number; readonly found: Promise<PartStates> } | undefined;

  const askParts = async (): Promise<PartStates> => {
    const [storeAnswers, resolverAnswers] = await Promise.all([
      within(
        store().then(() => true),
        timeoutMs,
      ),
      within(resolver(), timeoutMs),
    ]);
    return {
      store: storeAnswers,
      resolver: resolverAnswers,
      ...(isMailPortClosed() && { isMailPortClosed: true as const }),
    };
  };

  return async () => {
    if (isClosing()) return 'closing';
    if (!kept || kept.until <= now()) kept = { until: now() + timeoutMs + keepMs, found: askParts() };
    const current = kept;
    const found = await current.found;
    if (kept === current) kept = { ...current, until: Math.min(current.until, now() + keepMs) };
    return isClosing() ? 'closing' : found;
  };
};
