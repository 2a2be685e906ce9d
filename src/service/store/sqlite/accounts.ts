import type { Database } from 'better-sqlite3';
import { tooManyCredits } from '../errors.js';
import type { AccountRecord, CreditChange, CreditOutcome, NewAccount } from '../interfaces/accounts.js';
import type { Claims } from './claims.js';

interface AccountRow {
  id: number;
  name: string;
  balance: number;
  created_at: number;
  closed_at: number | null;
  low_credits: number | null;
}

const toAccount = ({ id, name, balance, created_at, closed_at, low_credits }: AccountRow): AccountRecord => ({
  id,
  name,
  balance,
  createdAt: created_at,
  ...(closed_at !== null && { closedAt: closed_at }),
  ...(low_credits !== null && { lowCredits: low_credits }),
});

/**
 * The statements of the administration of accounts. They are rare, and prepared when they run. Work with several statements is a
 * transaction. Nobody takes credits by hand that `claims` has reserved for calls.
 */
export const prepareAccounts = (database: Database, claims: Claims) => {
  const openBalanceOf = (id: number) =>
    database
      .prepare<[number], number>('SELECT balance FROM accounts WHERE id = ? AND closed_at IS NULL')
      .pluck()
      .get(id);
  const addGrant = (accountId: number, credits: number, at: number) =>
    database.prepare('INSERT INTO grants (account_id, credits, at) VALUES (?, ?, ?)').run(accountId, credits, at);
  const addToBalance = (accountId: number, balance: number, credits: number): number => {
    if (!Number.isSafeInteger(balance + credits)) throw tooManyCredits();
    database.prepare('UPDATE accounts SET balance = balance + ? WHERE id = ?').run(credits, accountId);
    return balance + credits;
  };
  return {
    createAccount: database.transaction(({ name, balance, createdAt }: NewAccount): AccountRecord => {
      const row = database
        .prepare<unknown[], AccountRow>('INSERT INTO accounts (name, balance, created_at) VALUES (?, ?, ?) RETURNING *')
        .get(name, balance, createdAt) as AccountRow;
      if (balance > 0) addGrant(row.id, balance, createdAt);
      return toAccount(row);
    }).immediate,
    findAccount(id: number): AccountRecord | undefined {
      const row = database.prepare<[number], AccountRow>('SELECT * FROM accounts WHERE id = ?').get(id);
      return row && toAccount(row);
    },
    listAccounts: () => database.prepare<[], AccountRow>('SELECT * FROM accounts ORDER BY id').all().map(toAccount),
    grant: database.transaction((accountId: number, credits: number, at: number): number | undefined => {
      const balance = openBalanceOf(accountId);
      if (balance === undefined) return undefined;
      addGrant(accountId, credits, at);
      return addToBalance(accountId, balance, credits);
    }).immediate,
    changeCredits: database.transaction(
      ({ accountId, id, credits, reason, at }: CreditChange): CreditOutcome | 'short' | 'other' | undefined => {
        const balance = openBalanceOf(accountId);
        if (balance === undefined) return undefined;
        const made = database
          .prepare<[number, string], Pick<CreditChange, 'credits' | 'reason'>>(
            'SELECT credits, reason FROM credit_changes WHERE account_id = ? AND id = ?',
          )
          .get(accountId, id);
        if (made) return made.credits === credits && made.reason === reason ? { balance, isNew: false } : 'other';
        if (credits < 0 && balance - claims.creditsOf(accountId) + credits < 0) return 'short';
        database
          .prepare('INSERT INTO credit_changes (account_id, id, credits, reason, at) VALUES (?, ?, ?, ?, ?)')
          .run(accountId, id, credits, reason, at);
        return { balance: addToBalance(accountId, balance, credits), isNew: true };
      },
    ).immediate,
    renameAccount: (id: number, name: string): boolean =>
      database.prepare('UPDATE accounts SET name = ? WHERE id = ?').run(name, id).changes === 1,
    setLowCredits: (id: number, lowCredits: number | undefined): boolean =>
      database.prepare('UPDATE accounts SET low_credits = ? WHERE id = ?').run(lowCredits ?? null, id).changes === 1,
    closeAccount: database.transaction((id: number, at: number): boolean => {
      const close = database.prepare('UPDATE accounts SET closed_at = ? WHERE id = ? AND closed_at IS NULL');
      if (close.run(at, id).changes === 0) return false;
      database.prepare('UPDATE keys SET revoked_at = ? WHERE account_id = ? AND revoked_at IS NULL').run(at, id);
      database
        .prepare("UPDATE lists SET state = 'cancelled', ended_at = ? WHERE account_id = ? AND ended_at IS NULL")
        .run(at, id);
      database.prepare('DELETE FROM sessions WHERE account_id = ?').run(id);
      database.prepare('DELETE FROM sign_in_links WHERE account_id = ?').run(id);
      return true;
    }).immediate,
  };
};
