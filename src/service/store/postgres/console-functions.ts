/**
 * Functions of the database for changes in the console that need several statements. Who locks what:
 *
 * - `change_credits` holds the account's row, as `settle` does, and then its advisory lock if it takes credits.
 * - `close_account` holds the account's lists before the account's row, as a commit of results does; then all that the account has. Whoever adds
 *   a key, a list or a session to the account holds its row FOR SHARE before that, and sees that it is closed.
 */
export const consoleFunctions = `
  -- No row if the account does not exist or is closed.
  CREATE OR REPLACE FUNCTION email_check.change_credits(account bigint, change_id text, change_credits bigint, change_reason text, at_time bigint)
  RETURNS TABLE (outcome text, balance bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    made record;
  BEGIN
    PERFORM set_config('lock_timeout', '5s', true);
    PERFORM FROM email_check.accounts WHERE accounts.id = account AND accounts.closed_at IS NULL FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    SELECT credits = change_credits AND reason = change_reason AS is_same INTO made
    FROM email_check.credit_changes WHERE credit_changes.account_id = account AND credit_changes.id = change_id;
    IF FOUND THEN
      RETURN QUERY SELECT CASE WHEN made.is_same THEN 'same' ELSE 'other' END, accounts.balance FROM email_check.accounts WHERE accounts.id = account;
      RETURN;
    END IF;
    IF change_credits < 0 THEN
      PERFORM pg_advisory_xact_lock(email_check.lock_of(account));
      IF email_check.free_credits(account) + change_credits < 0 THEN
        RETURN QUERY SELECT 'short', accounts.balance FROM email_check.accounts WHERE accounts.id = account;
        RETURN;
      END IF;
    END IF;
    INSERT INTO email_check.credit_changes (account_id, id, credits, reason, at) VALUES (account, change_id, change_credits, change_reason, at_time);
    UPDATE email_check.accounts SET balance = accounts.balance + change_credits WHERE accounts.id = account;
    RETURN QUERY SELECT 'new', accounts.balance FROM email_check.accounts WHERE accounts.id = account;
  END
  $$;

  CREATE OR REPLACE FUNCTION email_check.close_account(account bigint, at_time bigint) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM set_config('lock_timeout', '5s', true);
    PERFORM FROM email_check.lists WHERE account_id = account AND ended_at IS NULL ORDER BY number FOR UPDATE;
    PERFORM FROM email_check.keys WHERE account_id = account ORDER BY id FOR NO KEY UPDATE;
    DELETE FROM email_check.sign_in_links WHERE account_id = account;
    UPDATE email_check.accounts SET closed_at = at_time WHERE id = account AND closed_at IS NULL;
    IF NOT FOUND THEN RETURN false; END IF;
    UPDATE email_check.keys SET revoked_at = at_time WHERE account_id = account AND revoked_at IS NULL;
    UPDATE email_check.lists SET state = 'cancelled', ended_at = at_time WHERE account_id = account AND ended_at IS NULL;
    DELETE FROM email_check.sessions WHERE account_id = account;
    RETURN true;
  END
  $$;

  -- Uses up a link. The session's row; none if the link is unknown or expired, or its account is closed.
  CREATE OR REPLACE FUNCTION email_check.begin_session(link_hash text, session_hash text, session_agent text, at_time bigint, unused_since bigint)
  RETURNS SETOF email_check.sessions LANGUAGE plpgsql AS $$
  DECLARE
    link record;
  BEGIN
    PERFORM set_config('lock_timeout', '5s', true);
    DELETE FROM email_check.sign_in_links WHERE hash = link_hash RETURNING account_id, expires_at INTO link;
    IF NOT FOUND OR link.expires_at <= at_time THEN RETURN; END IF;
    IF link.account_id IS NOT NULL THEN
      PERFORM FROM email_check.accounts WHERE id = link.account_id AND closed_at IS NULL FOR SHARE;
      IF NOT FOUND THEN RETURN; END IF;
    END IF;
    DELETE FROM email_check.sessions WHERE ctid = ANY (ARRAY(SELECT ctid FROM email_check.sessions WHERE seen_at < unused_since FOR UPDATE SKIP LOCKED));
    RETURN QUERY INSERT INTO email_check.sessions (hash, account_id, agent, created_at, seen_at)
      VALUES (session_hash, link.account_id, session_agent, at_time, at_time) RETURNING *;
  END
  $$;
`;
