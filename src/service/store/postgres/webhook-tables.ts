/**
 * Webhooks. Triggers add the events, in the transaction of what they tell of, and each event's deliveries. The condition of a trigger comes
 * first, so that a charge of an account that is not told of low credits costs nothing more.
 *
 * Who locks what: an event holds its account's webhook FOR SHARE, after all else; `remove_webhook` holds that row, and then the deliveries
 * that wait. So it gives up those of an event that it has waited for, too.
 */
export const webhookTables = `
  CREATE FUNCTION email_check.milliseconds_now() RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
  $$;

  -- Secrets are encrypted.
  CREATE TABLE email_check.webhooks (
    account_id           bigint PRIMARY KEY REFERENCES email_check.accounts (id),
    url                  text,
    sealed_secret        text   NOT NULL,
    former_sealed_secret text,
    former_until         bigint
  );

  -- All that the body of an event needs, so that it is the same at every try. callback: the address of the list alone.
  CREATE TABLE email_check.webhook_events (
    number      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id          text   NOT NULL UNIQUE DEFAULT 'evt_' || replace(gen_random_uuid()::text, '-', ''),
    account_id  bigint NOT NULL REFERENCES email_check.accounts (id),
    type        text   NOT NULL,
    at          bigint NOT NULL DEFAULT email_check.milliseconds_now(),
    list_id     text,
    list_name   text,
    list_state  text,
    list_reason text,
    addresses   bigint,
    done        bigint,
    balance     bigint NOT NULL,
    callback    text
  );
  CREATE INDEX webhook_events_by_age ON email_check.webhook_events (at);

  -- next_at is null if it was delivered or given up.
  CREATE TABLE email_check.webhook_deliveries (
    id           bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event        bigint  NOT NULL REFERENCES email_check.webhook_events (number) ON DELETE CASCADE,
    account_id   bigint  NOT NULL REFERENCES email_check.accounts (id),
    url          text    NOT NULL,
    tries        bigint  NOT NULL DEFAULT 0,
    next_at      bigint,
    leased_until bigint  NOT NULL DEFAULT 0,
    tried_at     bigint,
    is_delivered boolean NOT NULL DEFAULT false,
    answer       text
  );
  CREATE INDEX deliveries_by_event ON email_check.webhook_deliveries (event);
  CREATE INDEX deliveries_by_account ON email_check.webhook_deliveries (account_id, id);
  CREATE INDEX waiting_deliveries ON email_check.webhook_deliveries (next_at, id) WHERE next_at IS NOT NULL;

  CREATE FUNCTION email_check.add_list_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO email_check.webhook_events (account_id, type, list_id, list_name, list_state, list_reason, addresses, done, balance, callback)
    SELECT NEW.account_id, 'list.' || NEW.state, NEW.id, NEW.name, NEW.state, NEW.reason, NEW.addresses, NEW.done, accounts.balance, NEW.callback
    FROM email_check.webhooks JOIN email_check.accounts ON accounts.id = webhooks.account_id
    WHERE webhooks.account_id = NEW.account_id AND (webhooks.url IS NOT NULL OR NEW.callback IS NOT NULL) FOR SHARE OF webhooks;
    RETURN NULL;
  END
  $$;
  -- A draft of the console that is discarded is nothing that anybody waits for.
  CREATE TRIGGER add_list_event AFTER UPDATE OF state ON email_check.lists FOR EACH ROW
  WHEN (NEW.state <> OLD.state AND NEW.state IN ('completed', 'failed', 'cancelled', 'paused')
    AND NOT (NEW.state = 'cancelled' AND OLD.is_from_console AND OLD.is_held AND OLD.next = 0 AND OLD.done = 0))
  EXECUTE FUNCTION email_check.add_list_event();

  CREATE FUNCTION email_check.add_credits_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO email_check.webhook_events (account_id, type, balance)
    SELECT NEW.id, 'credits.low', NEW.balance FROM email_check.webhooks WHERE account_id = NEW.id AND url IS NOT NULL FOR SHARE;
    RETURN NULL;
  END
  $$;
  CREATE TRIGGER add_credits_event AFTER UPDATE OF balance ON email_check.accounts FOR EACH ROW
  WHEN (NEW.low_credits IS NOT NULL AND NEW.balance < NEW.low_credits AND OLD.balance >= NEW.low_credits)
  EXECUTE FUNCTION email_check.add_credits_event();

  CREATE FUNCTION email_check.add_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO email_check.webhook_deliveries (event, account_id, url, next_at)
    SELECT NEW.number, NEW.account_id, target.url, NEW.at FROM (
      SELECT url FROM email_check.webhooks WHERE account_id = NEW.account_id UNION SELECT NEW.callback
    ) AS target WHERE target.url IS NOT NULL;
    RETURN NULL;
  END
  $$;
  CREATE TRIGGER add_deliveries AFTER INSERT ON email_check.webhook_events FOR EACH ROW EXECUTE FUNCTION email_check.add_deliveries();

  CREATE FUNCTION email_check.remove_webhook(account bigint) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM set_config('lock_timeout', '5s', true);
    DELETE FROM email_check.webhooks WHERE account_id = account;
    IF NOT FOUND THEN RETURN false; END IF;
    UPDATE email_check.webhook_deliveries SET next_at = NULL WHERE account_id = account AND next_at IS NOT NULL;
    RETURN true;
  END
  $$;
`;
