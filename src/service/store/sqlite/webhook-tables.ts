/**
 * Webhooks. Triggers add the events, in the transaction of what they tell of, and each event's deliveries. The condition of a trigger comes
 * first, so that a charge of an account that is not told of low credits costs nothing more.
 */
export const webhookTables = `
  -- Secrets are encrypted.
  CREATE TABLE webhooks (
    account_id           INTEGER PRIMARY KEY REFERENCES accounts (id),
    url                  TEXT,
    sealed_secret        TEXT NOT NULL,
    former_sealed_secret TEXT,
    former_until         INTEGER
  ) STRICT;

  -- All that the body of an event needs, so that it is the same at every try. callback: the address of the list alone.
  CREATE TABLE webhook_events (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT    NOT NULL UNIQUE DEFAULT ('evt_' || lower(hex(randomblob(16)))),
    account_id  INTEGER NOT NULL REFERENCES accounts (id),
    type        TEXT    NOT NULL,
    at          INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)),
    list_id     TEXT,
    list_name   TEXT,
    list_state  TEXT,
    list_reason TEXT,
    addresses   INTEGER,
    done        INTEGER,
    balance     INTEGER NOT NULL,
    callback    TEXT
  ) STRICT;
  CREATE INDEX webhook_events_by_age ON webhook_events (at);

  -- next_at is null if it was delivered or given up.
  CREATE TABLE webhook_deliveries (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    event        INTEGER NOT NULL REFERENCES webhook_events (number) ON DELETE CASCADE,
    account_id   INTEGER NOT NULL REFERENCES accounts (id),
    url          TEXT    NOT NULL,
    tries        INTEGER NOT NULL DEFAULT 0,
    next_at      INTEGER,
    leased_until INTEGER NOT NULL DEFAULT 0,
    tried_at     INTEGER,
    is_delivered INTEGER NOT NULL DEFAULT 0 CHECK (is_delivered IN (0, 1)),
    answer       TEXT
  ) STRICT;
  CREATE INDEX deliveries_by_event ON webhook_deliveries (event);
  CREATE INDEX deliveries_by_account ON webhook_deliveries (account_id, id);
  CREATE INDEX waiting_deliveries ON webhook_deliveries (next_at, id) WHERE next_at IS NOT NULL;

  -- A draft of the console that is discarded is nothing that anybody waits for.
  CREATE TRIGGER add_list_event AFTER UPDATE OF state ON lists
  WHEN NEW.state <> OLD.state AND NEW.state IN ('completed', 'failed', 'cancelled', 'paused')
    AND NOT (NEW.state = 'cancelled' AND OLD.is_from_console AND OLD.is_held AND OLD.next = 0 AND OLD.done = 0)
  BEGIN
    INSERT INTO webhook_events (account_id, type, list_id, list_name, list_state, list_reason, addresses, done, balance, callback)
    SELECT NEW.account_id, 'list.' || NEW.state, NEW.id, NEW.name, NEW.state, NEW.reason, NEW.addresses, NEW.done, accounts.balance, NEW.callback
    FROM webhooks JOIN accounts ON accounts.id = webhooks.account_id
    WHERE webhooks.account_id = NEW.account_id AND (webhooks.url IS NOT NULL OR NEW.callback IS NOT NULL);
  END;

  CREATE TRIGGER add_credits_event AFTER UPDATE OF balance ON accounts
  WHEN NEW.low_credits IS NOT NULL AND NEW.balance < NEW.low_credits AND OLD.balance >= NEW.low_credits
  BEGIN
    INSERT INTO webhook_events (account_id, type, balance)
    SELECT NEW.id, 'credits.low', NEW.balance FROM webhooks WHERE account_id = NEW.id AND url IS NOT NULL;
  END;

  CREATE TRIGGER add_deliveries AFTER INSERT ON webhook_events
  BEGIN
    INSERT INTO webhook_deliveries (event, account_id, url, next_at)
    SELECT NEW.number, NEW.account_id, target.url, NEW.at FROM (
      SELECT url FROM webhooks WHERE account_id = NEW.account_id UNION SELECT NEW.callback
    ) AS target WHERE target.url IS NOT NULL;
  END;
`;
