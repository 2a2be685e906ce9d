import { consoleFunctions } from './console-functions.js';

/** What the console needs: accounts that close, keys with labels, lists that are held, counts, sessions and what was changed in them. */
export const consoleTables = `
  ALTER TABLE email_check.accounts
    ADD COLUMN closed_at   bigint,
    ADD COLUMN low_credits bigint CHECK (low_credits > 0);
  ALTER TABLE email_check.keys
    ADD COLUMN label        text    NOT NULL DEFAULT '',
    ADD COLUMN is_console   boolean NOT NULL DEFAULT false,
    ADD COLUMN last_used_at bigint;
  ALTER TABLE email_check.lists
    ADD COLUMN callback        text,
    ADD COLUMN is_from_console boolean NOT NULL DEFAULT false,
    ADD COLUMN is_held         boolean NOT NULL DEFAULT false;

  -- Credits in and out by hand, beside grants and charges. The same id again changes nothing.
  CREATE TABLE email_check.credit_changes (
    account_id bigint NOT NULL REFERENCES email_check.accounts (id),
    id         text   NOT NULL,
    credits    bigint NOT NULL CHECK (credits <> 0),
    reason     text   NOT NULL,
    at         bigint NOT NULL,
    PRIMARY KEY (account_id, id)
  );

  -- Counts that are no calls: verdicts by result, and what pages report.
  CREATE TABLE email_check.counts_by_day (
    account_id bigint NOT NULL REFERENCES email_check.accounts (id),
    day        text   NOT NULL,
    name       text   NOT NULL,
    count      bigint NOT NULL,
    PRIMARY KEY (account_id, day, name)
  );

  -- hash is a keyed one of the token. Without an account, both are the operator's.
  CREATE TABLE email_check.sign_in_links (
    hash       text   PRIMARY KEY,
    account_id bigint REFERENCES email_check.accounts (id),
    expires_at bigint NOT NULL
  );
  CREATE TABLE email_check.sessions (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash       text   NOT NULL UNIQUE,
    account_id bigint REFERENCES email_check.accounts (id),
    agent      text   NOT NULL,
    created_at bigint NOT NULL,
    seen_at    bigint NOT NULL
  );

  CREATE TABLE email_check.audit (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         bigint NOT NULL,
    session_id bigint,
    account_id bigint REFERENCES email_check.accounts (id),
    action     text   NOT NULL,
    detail     text   NOT NULL
  );
  -- No account has the number 0: it stands for the operator.
  CREATE INDEX audit_by_account ON email_check.audit (coalesce(account_id, 0), id);
  ${consoleFunctions}`;
