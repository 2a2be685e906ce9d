/** How far a list is. */
export interface ListRow {
  readonly state: string;
  readonly lines: number;
  readonly addresses: number;
  readonly next: number;
  readonly done: number;
}

/** All lists in the order in which they came. Of both stores: what PostgreSQL has as bigint is made a number. */
export const listsOf =
  'SELECT state, CAST(lines AS INTEGER) AS lines, CAST(addresses AS INTEGER) AS addresses, CAST(next AS INTEGER) AS next, CAST(done AS INTEGER) AS done FROM lists ORDER BY number';

/** What an account has left, and what it was charged, as the database itself has it. */
export interface LedgerRow {
  readonly account: number;
  readonly balance: number;
  /** The sum of the ledger. */
  readonly charged: number;
  /** Calls and credits as usage has them. */
  readonly calls: number;
  readonly used: number;
}

const sumOf = (column: string, table: string) =>
  `CAST((SELECT coalesce(sum(${column}), 0) FROM ${table} WHERE account_id = accounts.id) AS INTEGER)`;

/** All accounts in the order in which they came. */
export const ledgerOf = `SELECT CAST(id AS INTEGER) AS account, CAST(balance AS INTEGER) AS balance, ${sumOf('credits', 'charges')} AS charged,
  ${sumOf('calls', 'usage_by_day')} AS calls, ${sumOf('credits', 'usage_by_day')} AS used FROM accounts ORDER BY id`;
