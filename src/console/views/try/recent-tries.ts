import type { SessionInfo, TryInfo } from '../../../wire/console/index.js';

/** One address that was tried, and its verdict. */
export interface Tried {
  /** Grows with each try. */
  readonly number: number;
  readonly email: string;
  readonly verdict: TryInfo;
}

/** As many tries are kept. */
export const KEPT_TRIES = 8;

/** The tries with a new one first; an earlier one of the same address is left out. */
export const withTry = (tries: readonly Tried[], email: string, verdict: TryInfo): readonly Tried[] => {
  const number = Math.max(0, ...tries.map((each) => each.number)) + 1;
  return [{ number, email, verdict }, ...tries.filter((each) => each.email !== email)].slice(0, KEPT_TRIES);
};

/** In memory only: what was tried is forgotten with the session, and when the page is closed. */
const bySession = new WeakMap<SessionInfo, Map<number, readonly Tried[]>>();

/** The tries of one account in this session, the latest first. */
export const keptTries = (session: SessionInfo, account: number): readonly Tried[] =>
  bySession.get(session)?.get(account) ?? [];

/** Keeps them until the session ends. */
export const keepTries = (session: SessionInfo, account: number, tries: readonly Tried[]): void => {
  const accounts = bySession.get(session) ?? new Map<number, readonly Tried[]>();
  bySession.set(session, accounts.set(account, tries));
};
