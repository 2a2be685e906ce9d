import { consoleTables } from './console-tables.js';
import { webhookTables } from './webhook-tables.js';

/**
 * Steps from an empty file to today's schema. A step that was released is never edited: the next one mends it.
 * `user_version` counts the steps a file has taken.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE accounts (
    id         INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL,
    balance    INTEGER NOT NULL CHECK (balance >= 0),
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE keys (
    id            INTEGER PRIMARY KEY,
    account_id    INTEGER NOT NULL REFERENCES accounts (id),
    kind          TEXT    NOT NULL CHECK (kind IN ('private', 'public')),
    hash          TEXT    NOT NULL UNIQUE,
    hint          TEXT    NOT NULL,
    origins       TEXT    NOT NULL,
    shows_balance INTEGER NOT NULL CHECK (shows_balance IN (0, 1)),
    created_at    INTEGER NOT NULL,
    revoked_at    INTEGER
  ) STRICT;
  CREATE INDEX keys_by_account ON keys (account_id);

  -- Credits in. With charges, credits out, the whole history of a balance: rows are added, never changed.
  CREATE TABLE grants (
    id         INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    credits    INTEGER NOT NULL CHECK (credits > 0),
    at         INTEGER NOT NULL
  ) STRICT;

  -- One row an answered call, those that cost nothing included.
  CREATE TABLE charges (
    id         INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    key_id     INTEGER NOT NULL REFERENCES keys (id),
    day        TEXT    NOT NULL,
    call       TEXT    NOT NULL,
    credits    INTEGER NOT NULL CHECK (credits >= 0),
    at         INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX charges_by_day ON charges (account_id, day);

  -- network is a keyed hash; the rows of past days are deleted.
  CREATE TABLE daily_calls (
    day     TEXT    NOT NULL,
    key_id  INTEGER NOT NULL REFERENCES keys (id),
    network TEXT    NOT NULL,
    calls   INTEGER NOT NULL,
    PRIMARY KEY (day, key_id, network)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Usage is read for years: the charges of an account would be too many to count in a call.
  CREATE TABLE usage_by_day (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    day        TEXT    NOT NULL,
    calls      INTEGER NOT NULL,
    credits    INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO usage_by_day SELECT account_id, day, count(*), sum(credits) FROM charges GROUP BY account_id, day;
  DROP INDEX charges_by_day;

  -- What the operator knows of the person behind an address; hash is a keyed one of the address.
  CREATE TABLE contacts (
    hash   TEXT    PRIMARY KEY,
    fields TEXT    NOT NULL,
    at     INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX contacts_by_age ON contacts (at);

  CREATE TABLE logos (
    domain TEXT    PRIMARY KEY,
    png    BLOB,
    at     INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX logos_by_age ON logos (at);
  `,
  `
  -- Lists that accounts have had uploaded. number is the order in which they came; next, done and the others are those of the port.
  CREATE TABLE lists (
    number       INTEGER PRIMARY KEY,
    id           TEXT    NOT NULL UNIQUE,
    account_id   INTEGER NOT NULL REFERENCES accounts (id),
    key_id       INTEGER NOT NULL REFERENCES keys (id),
    name         TEXT    NOT NULL,
    url          TEXT    NOT NULL,
    state        TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'paused', 'completed', 'failed', 'cancelled')),
    reason       TEXT    NOT NULL,
    lines        INTEGER NOT NULL,
    addresses    INTEGER NOT NULL,
    next         INTEGER NOT NULL,
    done         INTEGER NOT NULL,
    commits      INTEGER NOT NULL,
    epoch        INTEGER NOT NULL,
    leased_until INTEGER NOT NULL,
    turn         INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    ended_at     INTEGER
  ) STRICT;
  CREATE INDEX open_lists ON lists (account_id, number) WHERE ended_at IS NULL;
  CREATE INDEX ended_lists ON lists (ended_at) WHERE ended_at IS NOT NULL;

  -- Both as JSON: [[text, address], …], and one text a result beside the positions of those that are asked again later.
  CREATE TABLE list_lines (
    list  INTEGER NOT NULL REFERENCES lists (number) ON DELETE CASCADE,
    part  INTEGER NOT NULL,
    lines TEXT    NOT NULL,
    PRIMARY KEY (list, part)
  ) STRICT;
  CREATE TABLE list_results (
    list    INTEGER NOT NULL REFERENCES lists (number) ON DELETE CASCADE,
    first   INTEGER NOT NULL,
    results TEXT    NOT NULL,
    later   TEXT    NOT NULL,
    PRIMARY KEY (list, first)
  ) STRICT;
  `,
  'CREATE INDEX turns ON lists (account_id, turn);',
  `
  -- Of public keys, each null for what is usual; a budget of 0 is none.
  ALTER TABLE keys ADD COLUMN daily_limit  INTEGER CHECK (daily_limit > 0);
  ALTER TABLE keys ADD COLUMN daily_budget INTEGER CHECK (daily_budget >= 0);
  ALTER TABLE keys ADD COLUMN answers      TEXT    CHECK (answers = 'domain');
  `,
  // The third of list_lines.lines, [text, address, original], is there if something else than the text stood in the list.
  "ALTER TABLE lists ADD COLUMN column_read TEXT NOT NULL DEFAULT '';",
  `
  -- Mail hosts and providers that refused us, and are left alone until then.
  CREATE TABLE rests (
    place    TEXT    PRIMARY KEY,
    provider TEXT    NOT NULL,
    rests    INTEGER NOT NULL,
    until    INTEGER NOT NULL,
    reason   TEXT    NOT NULL,
    at       INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Recipients that a mail provider was asked for, by days since 1970.
  CREATE TABLE asked_by_day (
    provider   TEXT    NOT NULL,
    day        INTEGER NOT NULL,
    recipients INTEGER NOT NULL,
    PRIMARY KEY (provider, day)
  ) STRICT, WITHOUT ROWID;
  `,
  consoleTables + webhookTables,
];
