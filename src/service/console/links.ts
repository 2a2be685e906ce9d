import { randomBytes } from 'node:crypto';
import type { ConsoleStore } from '../store/index.js';
import { AccountsError, type Accounts } from '../accounts/index.js';
import { LINK_MINUTES } from './link-url.js';

const MINUTE = 60_000;
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** A new token of a link or a session: 256 random bits in base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Whether a text has the form of a token. */
export const isToken = (text: unknown): text is string => typeof text === 'string' && TOKEN.test(text);

/** Keyed hashes of tokens, under which the store keeps them: a hash of one purpose is useless for another. */
export type TokenHash = (purpose: 'console-link' | 'console-session', token: string) => string;

export interface LinksOptions {
  readonly store: Pick<ConsoleStore, 'addSignInLink' | 'addAudit'>;
  readonly accounts: Pick<Accounts, 'account'>;
  readonly hashOf: TokenHash;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
}

/** One-time links to sign in with. */
export class ConsoleLinks {
  readonly #options: LinksOptions;

  constructor(options: LinksOptions) {
    this.#options = options;
  }

  /**
   * Makes a link for one account, or for the operator, and resolves with its token. It opens one session within ten minutes.
   * @throws AccountsError `no-account`, also if the account is closed.
   */
  async make(accountId?: number): Promise<string> {
    const { store, accounts, hashOf, now } = this.#options;
    if (accountId !== undefined && (await accounts.account(accountId)).closedAt !== undefined)
      throw new AccountsError('no-account', `Account ${accountId} is closed: a console of it cannot be opened.`);
    const token = newToken();
    const at = now();
    await store.addSignInLink(
      { hash: hashOf('console-link', token), accountId, expiresAt: at + LINK_MINUTES * MINUTE },
      at,
    );
    await store.addAudit({
      at,
      action: 'console link',
      detail: accountId === undefined ? 'for all accounts' : `for account ${accountId}`,
      ...(accountId !== undefined && { accountId }),
    });
    return token;
  }
}
