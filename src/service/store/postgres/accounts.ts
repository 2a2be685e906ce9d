import type { AccountRecord, CreditChange, CreditOutcome, NewAccount } from '../interfaces/accounts.js';
import type { PostgresDatabase } from './database.js';

interface AccountRow extends Omit<AccountRecord, 'closedAt' | 'lowCredits'> {
  readonly closedAt: number | null;
  readonly lowCredits: number | null;
}

const accountColumns =
  'id, name, balance, created_at AS "createdAt", closed_at AS "closedAt", low_credits AS "lowCredits"';

const toAccount = ({ closedAt, lowCredits, ...account }: AccountRow): AccountRecord => ({
  ...account,
  ...(closedAt !== null && { closedAt }),
  ...(lowCredits !== null && { lowCredits }),
});

/** The statements of the administration of accounts. What needs several is a function of the database: see `console-functions.ts`. */
export const prepareAccounts = (database: PostgresDatabase) => {
  const isChanged = async (text: string, values: readonly unknown[]): Promise<boolean> =>
    (await database.query(`${text} RETURNING id`, values)).length === 1;
  return {
    async createAccount({ name, balance, createdAt }: NewAccount): Promise<AccountRecord> {
      const account = await database.first<AccountRow>(
        `WITH account AS (INSERT INTO email_check.accounts (name, balance, created_at) VALUES ($1, $2, $3) RETURNING *),
           granted AS (INSERT INTO email_check.grants (account_id, credits, at) SELECT id, balance, created_at FROM account WHERE balance > 0)
         SELECT ${accountColumns} FROM account`,
        [name, balance, createdAt],
      );
      return toAccount(account as AccountRow);
    },

    async findAccount(id: number): Promise<AccountRecord | undefined> {
      const row = await database.first<AccountRow>(`SELECT ${accountColumns} FROM email_check.accounts WHERE id = $1`, [
        id,
      ]);
      return row && toAccount(row);
    },

    listAccounts: async (): Promise<AccountRecord[]> =>
      (await database.query<AccountRow>(`SELECT ${accountColumns} FROM email_check.accounts ORDER BY id`)).map(
        toAccount,
      ),

    async grant(accountId: number, credits: number, at: number): Promise<number | undefined> {
      const account = await database.first<Pick<AccountRecord, 'balance'>>(
        `WITH account AS (UPDATE email_check.accounts SET balance = balance + $2 WHERE id = $1 AND closed_at IS NULL RETURNING id, balance),
           granted AS (INSERT INTO email_check.grants (account_id, credits, at) SELECT id, $2, $3 FROM account)
         SELECT balance FROM account`,
        [accountId, credits, at],
      );
      return account?.balance;
    },

    async changeCredits({
      accountId,
      id,
      credits,
      reason,
      at,
    }: CreditChange): Promise<CreditOutcome | 'short' | 'other' | undefined> {
      const row = await database.first<{ outcome: 'new' | 'same' | 'short' | 'other'; balance: number }>(
        'SELECT outcome, balance FROM email_check.change_credits($1, $2, $3, $4, $5)',
        [accountId, id, credits, reason, at],
      );
      if (!row) return undefined;
      const { outcome, balance } = row;
      return outcome === 'short' || outcome === 'other' ? outcome : { balance, isNew: outcome === 'new' };
    },

    renameAccount: (id: number, name: string) =>
      isChanged('UPDATE email_check.accounts SET name = $2 WHERE id = $1', [id, name]),

    setLowCredits: (id: number, lowCredits: number | undefined) =>
      isChanged('UPDATE email_check.accounts SET low_credits = $2 WHERE id = $1', [id, lowCredits]),

    async closeAccount(id: number, at: number): Promise<boolean> {
      const row = await database.first<{ closed: boolean }>('SELECT email_check.close_account($1, $2) AS closed', [
        id,
        at,
      ]);
      return row?.closed ?? false;
    },
  };
};
