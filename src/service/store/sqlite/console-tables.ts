/** What the console needs: accounts that close, keys with labels, lists that are held, counts, sessions and what was changed in them. */
export const consoleTables = `
  ALTER TABLE accounts ADD COLUMN closed_at   INTEGER;
  ALTER TABLE accounts ADD COLUMN low_credits INTEGER CHECK (low_credits > 0);

  ALTER TABLE keys ADD COLUMN label        TEXT    NOT NULL DEFAULT '';
  ALTER TABLE keys ADD COLUMN is_console   INTEGER NOT NULL DEFAULT 0 CHECK (is_console IN (0, 1));
  ALTER TABLE keys ADD COLUMN last_used_at INTEGER;

  ALTER TABLE lists ADD COLUMN callback        TEXT;
  ALTER TABLE lists ADD COLUMN is_from_console INTEGER NOT NULL DEFAULT 0 CHECK (is_from_console IN (0, 1));
  ALTER TABLE lists ADD COLUMN is_held         INTEGER NOT NULL DEFAULT 0 CHECK (is_held IN (0, 1));

  -- Credits in and out by hand, beside grants and charges. The same id again changes nothing.
  CREATE TABLE credit_changes (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    id         TEXT    NOT NULL,
    credits    INTEGER NOT NULL CHECK (credits <> 0),
    reason     TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (account_id, id)
  ) STRICT, WITHOUT ROWID;

  -- Counts that are no calls: verdicts by result, and what pages report.
  CREATE TABLE counts_by_day (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    day        TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    count      INTEGER NOT NULL,
    PRIMARY KEY (account_id, day, name)
  ) STRICT, WITHOUT ROWID;

  -- hash is a keyed one of the token. Without an account, both are the operator's.
  CREATE TABLE sign_in_links (
    hash       TEXT    PRIMARY KEY,
    account_id INTEGER REFERENCES accounts (id),
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- No id is given twice: the audit log names sessions that have ended.
  CREATE TABLE sessions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    hash       TEXT    NOT NULL UNIQUE,
    account_id INTEGER REFERENCES accounts (id),
    agent      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE audit (
    id         INTEGER PRIMARY KEY,
    at         INTEGER NOT NULL,
    session_id INTEGER,
    account_id INTEGER REFERENCES accounts (id),
    action     TEXT    NOT NULL,
    detail     TEXT    NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_account ON audit (account_id, id);
`;
