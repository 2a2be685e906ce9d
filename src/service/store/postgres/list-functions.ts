/**
 * Function of the database that commits results in one round trip. The function holds the list's row, then the
 * account's as `settle` does, and then the account's advisory lock, since it takes credits that nothing has set aside:
 * nothing that holds one of these waits for a list.
 */
export const listFunctions = `
  CREATE OR REPLACE FUNCTION email_check.commit_results(wanted text, wanted_epoch bigint, wanted_commits bigint, first_address bigint, new_results text[], prices bigint[], new_later bigint[], rest_until bigint, call_name text, on_day text, at_time bigint)
  RETURNS TABLE (outcome text, count bigint, balance bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    held record;
    old_results text[];
    old_later bigint[];
    is_new boolean;
    is_whole boolean;
    is_written boolean;
    free bigint;
    cost bigint;
    settled bigint;
  BEGIN
    IF current_setting('synchronous_commit') = 'off' THEN PERFORM set_config('synchronous_commit', 'on', true); END IF;
    PERFORM set_config('lock_timeout', '5s', true);
    outcome := 'lost';
    count := 0;
    balance := 0;
    SELECT * INTO held FROM email_check.lists WHERE lists.id = wanted AND lists.epoch = wanted_epoch AND lists.commits = wanted_commits AND lists.ended_at IS NULL FOR UPDATE;
    IF NOT FOUND THEN RETURN NEXT; RETURN; END IF;
    is_new := first_address = held.next;
    IF NOT is_new THEN
      SELECT list_results.results, list_results.later INTO old_results, old_later FROM email_check.list_results WHERE list_results.list = held.number AND list_results.first = first_address;
      IF NOT FOUND THEN RETURN NEXT; RETURN; END IF;
    END IF;
    PERFORM FROM email_check.accounts WHERE accounts.id = held.account_id FOR NO KEY UPDATE;
    PERFORM pg_advisory_xact_lock(email_check.lock_of(held.account_id));
    free := email_check.free_credits(held.account_id);
    outcome := 'kept';

    -- As many as can be paid for together, from the first on.
    SELECT count(*), coalesce(max(sums.total), 0) INTO count, cost FROM (
      SELECT sum(each.price) OVER (ORDER BY each.position) AS total FROM unnest(prices) WITH ORDINALITY AS each (price, position)
    ) AS sums WHERE sums.total <= free;
    is_whole := count = cardinality(new_results);
    -- What cannot be paid for stays as it was.
    new_results := new_results[1:count] || coalesce(old_results[count + 1:], '{}');
    new_later := ARRAY(SELECT each FROM unnest(new_later) AS each WHERE each < count) || ARRAY(SELECT each FROM unnest(old_later) AS each WHERE each >= count);
    -- Provisional results are not counted yet.
    settled := CASE WHEN is_new THEN count ELSE cardinality(old_later) END - cardinality(new_later);
    is_written := CASE WHEN is_new THEN count ELSE settled END > 0;
    IF is_written THEN
      INSERT INTO email_check.list_results (list, first, results, later) VALUES (held.number, first_address, new_results, new_later)
      ON CONFLICT (list, first) DO UPDATE SET results = excluded.results, later = excluded.later;
      -- No process has so small a number: those have 64 random bits.
      INSERT INTO email_check.charges (process_id, number, account_id, key_id, day, call, credits, at)
      VALUES (held.number, wanted_commits, held.account_id, held.key_id, on_day, call_name, cost, at_time);
      INSERT INTO email_check.usage_by_day AS total (account_id, day, calls, credits) VALUES (held.account_id, on_day, settled, cost)
      ON CONFLICT (account_id, day) DO UPDATE SET calls = total.calls + excluded.calls, credits = total.credits + excluded.credits;
      UPDATE email_check.accounts SET balance = accounts.balance - cost WHERE accounts.id = held.account_id;
    END IF;
    -- After the charge: the event of a list that is paused tells of the balance that is left.
    UPDATE email_check.lists SET state = CASE WHEN is_whole THEN 'running' ELSE 'paused' END,
      next = lists.next + CASE WHEN is_new THEN count ELSE 0 END, done = lists.done + settled, commits = lists.commits + is_written::int,
      leased_until = CASE WHEN is_whole THEN coalesce(rest_until, lists.leased_until) ELSE 0 END
    WHERE lists.number = held.number;
    SELECT accounts.balance INTO balance FROM email_check.accounts WHERE accounts.id = held.account_id;
    RETURN NEXT;
  END
  $$;
`;
