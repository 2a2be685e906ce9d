import { consoleTables } from './console-tables.js';
import { functions } from './functions.js';
import { listFunctions } from './list-functions.js';
import { webhookTables } from './webhook-tables.js';

/**
 * Steps from a database without the schema `email_check` to today's. A step that was released is never edited: the next one
 * mends it. `schema_version` counts the steps a database has taken.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE email_check.kept (name text PRIMARY KEY, value text NOT NULL);

  -- Whole numbers beyond 2^53 - 1 would not survive the way through JavaScript.
  CREATE TABLE email_check.accounts (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name       text   NOT NULL,
    balance    bigint NOT NULL CHECK (balance BETWEEN 0 AND 9007199254740991),
    created_at bigint NOT NULL
  );

  CREATE TABLE email_check.keys (
    id            bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id    bigint  NOT NULL REFERENCES email_check.accounts (id),
    kind          text    NOT NULL CHECK (kind IN ('private', 'public')),
    hash          text    NOT NULL UNIQUE,
    hint          text    NOT NULL,
    origins       text[]  NOT NULL,
    shows_balance boolean NOT NULL,
    created_at    bigint  NOT NULL,
    revoked_at    bigint
  );
  CREATE INDEX keys_by_account ON email_check.keys (account_id);

  -- Credits in. With charges, credits out, the whole history of a balance: rows are added, never changed.
  CREATE TABLE email_check.grants (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES email_check.accounts (id),
    credits    bigint NOT NULL CHECK (credits > 0),
    at         bigint NOT NULL
  );

  -- One row an answered call, those that cost nothing included, under the name of its claim: one that is written again
  -- because the answer to the first time was lost is known by it.
  CREATE TABLE email_check.charges (
    process_id bigint NOT NULL,
    number     bigint NOT NULL,
    account_id bigint NOT NULL REFERENCES email_check.accounts (id),
    key_id     bigint NOT NULL REFERENCES email_check.keys (id),
    day        text   NOT NULL,
    call       text   NOT NULL,
    credits    bigint NOT NULL CHECK (credits >= 0),
    at         bigint NOT NULL,
    PRIMARY KEY (process_id, number)
  );

  -- Usage is read for years: the charges of an account would be too many to count in a call.
  CREATE TABLE email_check.usage_by_day (
    account_id bigint NOT NULL REFERENCES email_check.accounts (id),
    day        text   NOT NULL,
    calls      bigint NOT NULL,
    credits    bigint NOT NULL,
    PRIMARY KEY (account_id, day)
  );

  -- network is a keyed hash; the rows of past days are deleted.
  CREATE TABLE email_check.daily_calls (
    day     text   NOT NULL,
    key_id  bigint NOT NULL REFERENCES email_check.keys (id),
    network text   NOT NULL,
    calls   bigint NOT NULL,
    PRIMARY KEY (day, key_id, network)
  );

  -- What calls under way have set aside, and the processes that answer them. Unlogged: a crash of the server empties both,
  -- and a call that it cut off was never answered.
  CREATE UNLOGGED TABLE email_check.processes (id bigint PRIMARY KEY, seen timestamptz NOT NULL);
  CREATE UNLOGGED TABLE email_check.claims (
    process_id bigint NOT NULL,
    number     bigint NOT NULL,
    account_id bigint NOT NULL,
    key_id     bigint NOT NULL,
    credits    bigint NOT NULL,
    lanes      text[] NOT NULL,
    day        text,
    network    text,
    PRIMARY KEY (process_id, number)
  );
  CREATE INDEX claims_by_account ON email_check.claims (account_id);
  CREATE INDEX claims_by_key ON email_check.claims (key_id, network, day);

  -- What the operator knows of the person behind an address; hash is a keyed one of the address. fields is an object in JSON.
  CREATE TABLE email_check.contacts (
    hash   text   PRIMARY KEY,
    fields text   NOT NULL,
    at     bigint NOT NULL
  );
  CREATE INDEX contacts_by_age ON email_check.contacts (at);

  CREATE TABLE email_check.logos (
    domain text   PRIMARY KEY,
    png    bytea,
    at     bigint NOT NULL
  );
  CREATE INDEX logos_by_age ON email_check.logos (at);
  ${functions}`,
  `
  -- Lists that accounts have had uploaded. number is the order in which they came; next, done and the others are those of the port.
  CREATE TABLE email_check.lists (
    number       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id           text   NOT NULL UNIQUE,
    account_id   bigint NOT NULL REFERENCES email_check.accounts (id),
    key_id       bigint NOT NULL REFERENCES email_check.keys (id),
    name         text   NOT NULL,
    url          text   NOT NULL,
    state        text   NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'paused', 'completed', 'failed', 'cancelled')),
    reason       text   NOT NULL DEFAULT '',
    lines        bigint NOT NULL DEFAULT 0,
    addresses    bigint NOT NULL DEFAULT 0,
    next         bigint NOT NULL DEFAULT 0,
    done         bigint NOT NULL DEFAULT 0,
    commits      bigint NOT NULL DEFAULT 0,
    epoch        bigint NOT NULL DEFAULT 0,
    leased_until bigint NOT NULL DEFAULT 0,
    turn         bigint NOT NULL DEFAULT 0,
    created_at   bigint NOT NULL,
    ended_at     bigint
  );
  CREATE UNIQUE INDEX open_lists_by_url ON email_check.lists (account_id, url) WHERE ended_at IS NULL;
  CREATE INDEX open_lists ON email_check.lists (account_id, number) WHERE ended_at IS NULL;
  CREATE INDEX ended_lists ON email_check.lists (ended_at) WHERE ended_at IS NOT NULL;
  CREATE SEQUENCE email_check.list_turns;

  CREATE TABLE email_check.list_lines (
    list      bigint   NOT NULL REFERENCES email_check.lists (number) ON DELETE CASCADE,
    part      bigint   NOT NULL,
    texts     text[]   NOT NULL,
    addresses bigint[] NOT NULL,
    PRIMARY KEY (list, part)
  );
  CREATE TABLE email_check.list_results (
    list    bigint   NOT NULL REFERENCES email_check.lists (number) ON DELETE CASCADE,
    first   bigint   NOT NULL,
    results text[]   NOT NULL,
    later   bigint[] NOT NULL,
    PRIMARY KEY (list, first)
  );
  ${listFunctions}`,
  `
  DROP FUNCTION IF EXISTS email_check.commit_results(text, bigint, bigint, bigint, text[], bigint[], bigint[], text, text, bigint);
  CREATE INDEX turns ON email_check.lists (account_id, turn);
  ${listFunctions}`,
  `
  -- Of public keys, each null for what is usual; a budget of 0 is none.
  ALTER TABLE email_check.keys
    ADD COLUMN daily_limit  bigint CHECK (daily_limit > 0),
    ADD COLUMN daily_budget bigint CHECK (daily_budget >= 0),
    ADD COLUMN answers      text   CHECK (answers = 'domain');
  -- A call may add to more counts than its network's.
  DELETE FROM email_check.claims;
  ALTER TABLE email_check.claims DROP COLUMN network, ADD COLUMN networks text[] NOT NULL DEFAULT '{}';
  CREATE INDEX claims_by_key ON email_check.claims (key_id, day);
  DROP FUNCTION IF EXISTS email_check.admit(bigint, boolean, bigint[], bigint[], bigint[], bigint[], text[], text[], text[], bigint[]);
  ${functions}`,
  `
  ALTER TABLE email_check.lists ADD COLUMN column_read text NOT NULL DEFAULT '';
  -- Empty if the text itself stood in the list.
  ALTER TABLE email_check.list_lines ADD COLUMN originals text[] NOT NULL DEFAULT '{}';
  `,
  `
  -- Mail hosts and providers that refused us, and are left alone until then.
  CREATE TABLE email_check.rests (
    place    text   PRIMARY KEY,
    provider text   NOT NULL,
    rests    bigint NOT NULL,
    until    bigint NOT NULL,
    reason   text   NOT NULL,
    at       bigint NOT NULL
  );

  -- Recipients that a mail provider was asked for, by days since 1970.
  CREATE TABLE email_check.asked_by_day (
    provider   text   NOT NULL,
    day        bigint NOT NULL,
    recipients bigint NOT NULL,
    PRIMARY KEY (provider, day)
  );
  `,
  consoleTables + webhookTables + listFunctions,
];
