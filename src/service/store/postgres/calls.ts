import { isTemporaryStoreError, StoreError } from '../errors.js';
import { Batches } from './batches.js';
import type { PostgresDatabase } from './database.js';
import { keyColumns, toKey, type KeyRow } from './keys.js';
import type { Admitted, Charge, DailyCount, KeyRecord } from '../interfaces/accounts.js';
import { sumOf, type ReservedCall } from '../tickets.js';

/** Milliseconds for which a charge is tried again while the database does not answer. */
const SETTLE_RETRY_MILLISECONDS = 15_000;

interface WithNumber {
  /** The ticket's id, by which the database knows the claim. */
  readonly number: number;
}

type Admission = ReservedCall & WithNumber;
type AdmissionOutcome = 'admitted' | 'unknown-key' | Extract<Admitted<never>, { outcome: 'short' }>['limitKind'];
/** Outcome as the database's function names it. */
type WrittenOutcome = Exclude<AdmissionOutcome, 'concurrency'> | 'lane';
type Settlement = ReservedCall & WithNumber & { readonly charge: Charge };

interface SettlementOutcome {
  readonly outcome: 'charged' | 'refused';
  readonly balance: number;
}

interface FoundKey {
  readonly key: KeyRecord;
  readonly balance: number;
}

const isTemporary = (error: unknown): boolean => error instanceof StoreError && isTemporaryStoreError(error);

/** A batch's outcomes in the order of its pieces; none for a piece that the database gave no row for. */
const inOrderOfPieces = <Row extends WithNumber>(
  pieces: readonly WithNumber[],
  rows: readonly Row[],
): (Row | undefined)[] => {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return pieces.map(({ number }) => byNumber.get(number));
};

/** A count by the names of the database's function. */
const countOf = ({ counter, limit, limitKind }: DailyCount) => ({ network: counter, limit, of: limitKind });

/** Returns the first parameters of admissions and settlements: numbers, accounts and keys, a column each. */
const callsOf = (pieces: readonly (WithNumber & ReservedCall)[]): number[][] => [
  pieces.map(({ number }) => number),
  pieces.map(({ key }) => key.accountId),
  pieces.map(({ key }) => key.id),
];

/**
 * Prepares the calls' requests to the database, in batches. `process` is the name under which this process makes its
 * claims; `onCharged` is called with each batch of charges that became durable: their number, and the seconds that it
 * took.
 */
export const prepareCalls = (
  database: PostgresDatabase,
  process: string,
  onCharged: (size: number, seconds: number) => void = () => undefined,
) => {
  const unrepeated = { accountOf: () => 0, isTemporary, retryMs: 0 };

  const lookUps = new Batches<string, FoundKey | null>({
    ...unrepeated,
    async write(hashes) {
      const rows = await database.quickQuery<KeyRow & { balance: number }>(
        `SELECT ${keyColumns}, accounts.balance FROM email_check.keys JOIN email_check.accounts ON accounts.id = keys.account_id
         WHERE keys.hash = ANY ($1) AND keys.revoked_at IS NULL AND accounts.closed_at IS NULL`,
        [[...new Set(hashes)]],
      );
      const found = new Map(rows.map(({ balance, ...key }) => [key.hash, { key: toKey(key), balance }]));
      return hashes.map((hash) => found.get(hash) ?? null);
    },
  });

  const admissions = new Batches<Admission, AdmissionOutcome>({
    ...unrepeated,
    accountOf: ({ key }) => key.accountId,
    async write(pieces, isPatient) {
      const rows = await database.quickQuery<WithNumber & { outcome: WrittenOutcome }>(
        'SELECT number, outcome FROM email_check.admit($1, $2, $3, $4, $5, $6, $7, $8, $9)',
        [
          process,
          isPatient,
          ...callsOf(pieces),
          pieces.map(({ claim }) => claim.credits),
          pieces.map(({ claim }) => JSON.stringify(claim.concurrency)),
          pieces.map(({ claim }) => claim.daily?.day),
          pieces.map(({ claim }) => JSON.stringify(claim.daily?.counts.map(countOf) ?? [])),
        ],
        isPatient,
      );
      return inOrderOfPieces(pieces, rows).map((row) => (row?.outcome === 'lane' ? 'concurrency' : row?.outcome));
    },
  });

  const settlements = new Batches<Settlement, SettlementOutcome>({
    accountOf: ({ key }) => key.accountId,
    isTemporary,
    retryMs: SETTLE_RETRY_MILLISECONDS,
    async write(pieces, isPatient) {
      const since = performance.now();
      const rows = await database.quickQuery<WithNumber & SettlementOutcome>(
        'SELECT number, outcome, balance FROM email_check.settle($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
        [
          process,
          isPatient,
          ...callsOf(pieces),
          pieces.map(({ charge }) => charge.credits),
          pieces.map(({ charge }) => charge.call),
          pieces.map(({ charge }) => charge.day),
          pieces.map(({ charge }) => charge.at),
          pieces.map(({ claim }) => claim.daily?.day),
          pieces.map(({ claim }) => JSON.stringify(claim.daily?.counts.map(({ counter }) => counter) ?? [])),
        ],
        isPatient,
      );
      if (rows.length > 0) onCharged(rows.length, (performance.now() - since) / 1000);
      return inOrderOfPieces(pieces, rows);
    },
  });

  const releases = new Batches<number, true>({
    ...unrepeated,
    async write(numbers) {
      await database.quickQuery('SELECT email_check.release($1, $2)', [process, numbers]);
      return numbers.map(() => true as const);
    },
  });

  return {
    findKey: async (hash: string): Promise<FoundKey | undefined> => (await lookUps.add(hash)) ?? undefined,
    claim: (admission: Admission): Promise<AdmissionOutcome> => admissions.add(admission),
    charge: (settlement: Settlement): Promise<SettlementOutcome> => settlements.add(settlement),
    /**
     * Moves credits of a claim to new claims without limits. One statement: the sum that `admit` reads stays the same. If
     * the claim is gone, so are its parts, and `settle` decides as for any claim that is gone.
     */
    async split(number: number, parts: readonly number[], credits: readonly number[]): Promise<void> {
      await database.quickQuery(
        `WITH whole AS (
           UPDATE email_check.claims SET credits = claims.credits - $3 WHERE process_id = $1 AND number = $2 RETURNING *
         )
         INSERT INTO email_check.claims (process_id, number, account_id, key_id, credits, lanes, day, networks)
         SELECT whole.process_id, part.number, whole.account_id, whole.key_id, part.credits, '{}', NULL, '{}'
         FROM whole CROSS JOIN unnest($4::bigint[], $5::bigint[]) AS part (number, credits)`,
        [process, number, sumOf(credits), parts, credits],
      );
    },
    async release(number: number): Promise<void> {
      await releases.add(number);
    },
    /** Resolves when all that was asked for is written or given up. */
    async settled(): Promise<void> {
      await Promise.all([lookUps, admissions, settlements, releases].map((batches) => batches.settled()));
    },
  };
};
