import pg from 'pg';
import { StoreError, tooManyCredits } from '../errors.js';

/** Timeout of getting a connection, in milliseconds. */
const CONNECT_MILLISECONDS = 5_000;
/** Timeout of an answer in milliseconds, after which its connection is given up. */
const QUERY_MILLISECONDS = 15_000;
/**
 * The same for calls and heartbeats: over a dead connection they must not wait until other processes consider this one
 * dead.
 */
const QUICK_QUERY_MILLISECONDS = 5_000;

const CONNECTIONS = 6;
/** Connections for patient queries: they are separate, so that accounts held by others do not delay other calls. */
const PATIENT_CONNECTIONS = 4;

const BIGINT = 20;
const BIGINTS = 1016;
const TEXTS = 1009;

/** JavaScript cannot represent whole numbers beyond 2^53 - 1 exactly. */
const toWhole = (text: string): number => {
  const whole = Number(text);
  if (!Number.isSafeInteger(whole)) throw new RangeError(`The database holds ${text}, which is too large a number.`);
  return whole;
};

const toWholes = (text: string): number[] =>
  (pg.types.getTypeParser(TEXTS as number) as (list: string) => string[])(text).map(toWhole);

const types: pg.CustomTypesConfig = {
  getTypeParser(type: number, format?: 'text' | 'binary'): unknown {
    if (type === BIGINT) return toWhole;
    return type === BIGINTS ? toWholes : pg.types.getTypeParser(type, format);
  },
};

/** Remedies for the server's refusals, by SQLSTATE; `{…}` are filled in. */
const openingRemedies: Readonly<Record<string, string>> = {
  '28P01':
    'it refuses the user {user}. Check the user and the password in the URL; characters such as @ and / stand there percent-encoded',
  '28000': 'it refuses the user {user} from here. Check the user in the URL, and pg_hba.conf on the server',
  '3D000': 'there is no such database. Make it with CREATE DATABASE, or name another',
  '42501':
    'the user {user} may not make or use the schema email_check in it. Let its owner run GRANT CREATE ON DATABASE … TO {user}, or make the schema with CREATE SCHEMA email_check AUTHORIZATION {user}',
  '53300': 'it has no connection left. Raise max_connections on the server, or stop what else uses it',
};

/** SQLSTATEs of a server that stops, starts, has too many connections, no disk left or only reads for the moment. Class 08 is of connections. */
const temporaryStates = /^(08...|57P0[123]|53[13]00|25006|58030)$/;
const LOCK_TIMED_OUT = '55P03';
/** The bounds of a balance. No charge meets the lower one, since it is claimed before. */
const BALANCE_IN_BOUNDS = 'accounts_balance_check';

const isFromServer = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;

/** The system's or the driver's message if no server answered; never an address with a password. */
const messageOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return message || (code ?? 'it gave no reason');
};

/**
 * A PostgreSQL database, over a few connections, which are replaced when they break. Only this file uses the driver.
 */
export class PostgresDatabase {
  /** Place of the database in messages: host, port and name. */
  readonly place: string;
  readonly #settings: pg.PoolConfig;
  readonly #user: string;
  readonly #quick: pg.Pool;
  readonly #patient: pg.Pool;

  /** @throws StoreError `cannot-open` if the URL is invalid. */
  constructor(url: string) {
    this.#settings = {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      keepAlive: true,
      application_name: 'email-check',
      types,
    };
    const { host, port, database = '', user = '' } = this.#client();
    this.place = `${host}:${port}/${database}`;
    this.#user = user;
    this.#quick = this.#pool(CONNECTIONS);
    this.#patient = this.#pool(PATIENT_CONNECTIONS);
  }

  /**
   * Rows of one statement, which is a transaction by itself.
   * @throws StoreError `unreachable` or `busy`, and what the server says of the statement.
   */
  query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#ask(this.#quick, { text, values: [...values] });
  }

  /**
   * Like {@link query}, for queries that are answered at once or within a lock's timeout. A patient query may wait for
   * other transactions.
   */
  quickQuery<Row extends object>(text: string, values: readonly unknown[], isPatient = false): Promise<Row[]> {
    return this.#ask(isPatient ? this.#patient : this.#quick, {
      text,
      values: [...values],
      query_timeout: QUICK_QUERY_MILLISECONDS,
    });
  }

  async #ask<Row extends object>(
    pool: pg.Pool,
    question: pg.QueryConfig & { readonly query_timeout?: number },
  ): Promise<Row[]> {
    try {
      const { rows } = await pool.query<Row>(question);
      return rows;
    } catch (error) {
      throw this.#translated(error);
    }
  }

  /** Like {@link query}, but returns only the first row. */
  async first<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.query<Row>(text, values))[0];
  }

  /**
   * Runs work over a separate connection, in one transaction without a time limit.
   * @throws StoreError as `work` does, or `cannot-open`.
   */
  async opening(work: (run: <Row extends object>(text: string) => Promise<Row[]>) => Promise<void>): Promise<void> {
    const client = this.#client();
    // Without a listener a connection that breaks would end the process; the running query rejects anyway.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('BEGIN');
      await work(async <Row extends object>(text: string) => (await client.query<Row>(text)).rows);
      await client.query('COMMIT');
    } catch (error) {
      throw error instanceof StoreError ? error : this.#cannotOpen(error);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#quick.end(), this.#patient.end()]);
  }

  #pool(max: number): pg.Pool {
    const pool = new pg.Pool({ ...this.#settings, max, query_timeout: QUERY_MILLISECONDS });
    // An idle connection broke: the pool has dropped it and makes another when one is needed.
    pool.on('error', () => undefined);
    return pool;
  }

  #client(): pg.Client {
    try {
      return new pg.Client(this.#settings);
    } catch (error) {
      // The driver's message may repeat the URL with its password. A file that the URL names is no secret.
      const { code, message } = error as NodeJS.ErrnoException;
      const said = code === 'ENOENT' || code === 'EACCES' ? `: ${message}` : '';
      throw new StoreError(
        'cannot-open',
        `The database's URL cannot be used${said}. Write postgres://user:password@host:5432/name, with characters such as @ and / in the password percent-encoded.`,
      );
    }
  }

  #cannotOpen(error: unknown): StoreError {
    const remedy = isFromServer(error) ? openingRemedies[error.code ?? ''] : undefined;
    const words =
      remedy?.replaceAll('{user}', this.#user) ??
      (isFromServer(error)
        ? messageOf(error)
        : `${messageOf(error)}. Check that the server runs, and its host, port and password in the URL`);
    return new StoreError('cannot-open', `The database ${this.place} cannot be opened: ${words}.`, error);
  }

  #translated(error: unknown): unknown {
    if (error instanceof RangeError || error instanceof TypeError) return error;
    if (!isFromServer(error) || temporaryStates.test(error.code ?? ''))
      return new StoreError(
        'unreachable',
        `The database ${this.place} does not answer: ${messageOf(error)}. Check that its server runs.`,
        error,
      );
    if (error.code === LOCK_TIMED_OUT)
      return new StoreError(
        'busy',
        `Another transaction in ${this.place} holds what this one needs: end it, or try again.`,
        error,
      );
    return error.constraint === BALANCE_IN_BOUNDS ? tooManyCredits(error) : error;
  }
}
