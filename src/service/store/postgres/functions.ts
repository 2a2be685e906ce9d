/**
 * Functions of the database for calls: each handles a batch in one round trip. Who locks what, so that nothing ever waits in a circle:
 *
 * - `admit` holds an advisory lock of each account, and waits for that of one account at most (`patient`). It reads the balance and the
 *   account's claims in one statement, so it needs no lock against `settle`, which moves credits from one to the other.
 * - `settle` holds the row of each account, and waits for that of one account at most. If a claim is gone, it takes the account's advisory
 *   lock after it, since it then takes credits that nothing has set aside.
 * - `beat` and a release delete claims, and skip rows that are locked.
 * - `leave`, the end of a process, deletes the claims of that process alone, and waits for those that are locked: it holds no other lock.
 */
export const functions = `
  CREATE OR REPLACE FUNCTION email_check.lock_of(account bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT hashtextextended('email_check account ' || account, 0)
  $$;

  -- The balance less what calls under way have set aside.
  CREATE OR REPLACE FUNCTION email_check.free_credits(account bigint) RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT accounts.balance - coalesce((SELECT sum(claims.credits) FROM email_check.claims WHERE claims.account_id = account), 0)::bigint
    FROM email_check.accounts WHERE accounts.id = account
  $$;

  -- Reserves all that a call needs, or names the first obstacle. No row for a call whose account another batch has locked:
  -- the caller asks again with patient, for that account alone. One text a call: lanes, [{"name": "all", "limit": 5}]; counts of its day,
  -- [{"network": "…", "limit": 20, "of": "day"}], of which the first that is full is named.
  CREATE OR REPLACE FUNCTION email_check.admit(process bigint, patient boolean, numbers bigint[], account_ids bigint[], key_ids bigint[], credits bigint[], lanes text[], days text[], counts text[])
  RETURNS TABLE (number bigint, outcome text) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    asked record;
    account bigint;
    is_held boolean;
    good_keys bigint[];
    free bigint;
    full_count text;
  BEGIN
    -- Unlogged rows alone are written: there is nothing to make durable.
    PERFORM set_config('synchronous_commit', 'off', true);
    -- A process that gives up an answer leaves its statement running: it must not wait for a locked table.
    PERFORM set_config('lock_timeout', '2s', true);
    -- A process that was cut off lives again with its first claim, not with its next beat: another's would free that claim.
    UPDATE email_check.processes SET seen = clock_timestamp() WHERE id = process AND seen < clock_timestamp() - interval '5 seconds';
    INSERT INTO email_check.processes (id, seen) VALUES (process, clock_timestamp()) ON CONFLICT DO NOTHING;
    FOR asked IN
      SELECT * FROM unnest(numbers, account_ids, key_ids, credits, lanes, days, counts) WITH ORDINALITY
        AS call (number, account_id, key_id, credits, lanes, day, counts, position)
      ORDER BY call.account_id, call.position
    LOOP
      IF account IS DISTINCT FROM asked.account_id THEN
        account := asked.account_id;
        is_held := true;
        IF patient THEN PERFORM pg_advisory_xact_lock(email_check.lock_of(account));
        ELSE is_held := pg_try_advisory_xact_lock(email_check.lock_of(account));
        END IF;
        good_keys := ARRAY(SELECT id FROM email_check.keys WHERE keys.id = ANY (key_ids) AND keys.account_id = account AND keys.revoked_at IS NULL);
        free := email_check.free_credits(account);
      END IF;
      CONTINUE WHEN NOT is_held;
      number := asked.number;
      full_count := NULL;
      IF asked.counts <> '[]' THEN
        SELECT wanted.value ->> 'of' INTO full_count
        FROM jsonb_array_elements(asked.counts::jsonb) WITH ORDINALITY AS wanted (value, position)
        WHERE (wanted.value ->> 'limit')::bigint <=
          (SELECT count(*) FROM email_check.claims WHERE claims.key_id = asked.key_id AND claims.day = asked.day AND wanted.value ->> 'network' = ANY (claims.networks))
          + coalesce((SELECT calls FROM email_check.daily_calls WHERE daily_calls.day = asked.day AND daily_calls.key_id = asked.key_id AND daily_calls.network = wanted.value ->> 'network'), 0)
        ORDER BY wanted.position LIMIT 1;
      END IF;
      outcome := CASE
        WHEN asked.key_id <> ALL (good_keys) THEN 'unknown-key'
        WHEN full_count IS NOT NULL THEN full_count
        WHEN free < asked.credits THEN 'credits'
        WHEN asked.lanes <> '[]' AND EXISTS (
          SELECT FROM jsonb_to_recordset(asked.lanes::jsonb) AS lane (name text, "limit" bigint)
          WHERE lane."limit" <= (SELECT count(*) FROM email_check.claims WHERE claims.key_id = asked.key_id AND lane.name = ANY (claims.lanes))
        ) THEN 'lane'
        ELSE 'admitted'
      END;
      IF outcome = 'admitted' THEN
        free := free - asked.credits;
        INSERT INTO email_check.claims (process_id, number, account_id, key_id, credits, lanes, day, networks)
        VALUES (process, asked.number, account, asked.key_id, asked.credits,
          ARRAY(SELECT lane.name FROM jsonb_to_recordset(asked.lanes::jsonb) AS lane (name text)), asked.day,
          ARRAY(SELECT wanted ->> 'network' FROM jsonb_array_elements(asked.counts::jsonb) AS wanted));
      END IF;
      RETURN NEXT;
    END LOOP;
  END
  $$;

  -- Writes each charge, counts its day (networks: a JSON list of texts, one a call) and frees its claim.
  -- 'charged' comes with the balance after it; a call that was charged before is not charged again, and gets today's balance.
  -- Not patient: no row for a call whose account another transaction has locked, or whose claim is gone; the caller asks
  -- again with patient, for that account alone. Patient: 'refused' if the claim is gone and too few credits are left.
  CREATE OR REPLACE FUNCTION email_check.settle(process bigint, patient boolean, numbers bigint[], account_ids bigint[], key_ids bigint[], credits bigint[], calls text[], days text[], ats bigint[], claim_days text[], networks text[])
  RETURNS TABLE (number bigint, outcome text, balance bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    held bigint[];
    good bigint[];
    late record;
    free bigint;
  BEGIN
    IF current_setting('synchronous_commit') = 'off' THEN PERFORM set_config('synchronous_commit', 'on', true); END IF;
    PERFORM set_config('lock_timeout', '2s', true);
    IF patient THEN
      held := ARRAY(SELECT id FROM email_check.accounts WHERE id = ANY (account_ids) ORDER BY id FOR NO KEY UPDATE);
    ELSE
      held := ARRAY(SELECT id FROM email_check.accounts WHERE id = ANY (account_ids) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED);
    END IF;
    WITH freed AS (
      DELETE FROM email_check.claims USING unnest(numbers, account_ids) AS call (number, account_id)
      WHERE claims.process_id = process AND claims.number = call.number AND call.account_id = ANY (held)
      RETURNING claims.number
    )
    SELECT coalesce(array_agg(freed.number), '{}') INTO good FROM freed;

    IF patient AND cardinality(good) < cardinality(numbers) THEN
      PERFORM pg_advisory_xact_lock(email_check.lock_of(held[1]));
      free := email_check.free_credits(held[1]) - coalesce((
        SELECT sum(call.credits) FROM unnest(numbers, credits) AS call (number, credits) WHERE call.number = ANY (good)
      ), 0);
      FOR late IN
        SELECT call.number, call.credits,
          EXISTS (SELECT FROM email_check.charges WHERE charges.process_id = process AND charges.number = call.number) AS is_charged
        FROM unnest(numbers, credits) WITH ORDINALITY AS call (number, credits, position)
        WHERE call.number <> ALL (good) ORDER BY call.position
      LOOP
        IF late.is_charged OR free < late.credits THEN
          RETURN QUERY SELECT late.number, CASE WHEN late.is_charged THEN 'charged' ELSE 'refused' END, accounts.balance
            FROM email_check.accounts WHERE accounts.id = held[1];
        ELSE
          good := good || late.number;
          free := free - late.credits;
        END IF;
      END LOOP;
    END IF;

    RETURN QUERY
    WITH call AS (
      SELECT * FROM unnest(numbers, account_ids, key_ids, credits, calls, days, ats, claim_days, networks) WITH ORDINALITY
        AS call (number, account_id, key_id, credits, name, day, at, claim_day, networks, position)
      WHERE call.number = ANY (good)
    ), charged AS (
      INSERT INTO email_check.charges (process_id, number, account_id, key_id, day, call, credits, at)
      SELECT process, number, account_id, key_id, day, name, credits, at FROM call ORDER BY position
    ), used AS (
      INSERT INTO email_check.usage_by_day AS total (account_id, day, calls, credits)
      SELECT account_id, day, count(*), sum(credits) FROM call GROUP BY account_id, day
      ON CONFLICT (account_id, day) DO UPDATE SET calls = total.calls + excluded.calls, credits = total.credits + excluded.credits
    ), counted AS (
      INSERT INTO email_check.daily_calls AS total (day, key_id, network, calls)
      SELECT claim_day, key_id, counted.network, count(*)
      FROM call CROSS JOIN jsonb_array_elements_text(call.networks::jsonb) AS counted (network)
      WHERE claim_day IS NOT NULL GROUP BY claim_day, key_id, counted.network
      ON CONFLICT (day, key_id, network) DO UPDATE SET calls = total.calls + excluded.calls
    ), debited AS (
      UPDATE email_check.accounts SET balance = accounts.balance - total.credits
      FROM (SELECT account_id, sum(credits)::bigint AS credits FROM call GROUP BY account_id) AS total
      WHERE accounts.id = total.account_id
      RETURNING accounts.id, accounts.balance + total.credits AS before
    )
    SELECT call.number, 'charged', (debited.before - sum(call.credits) OVER (PARTITION BY call.account_id ORDER BY call.position))::bigint
    FROM call JOIN debited ON debited.id = call.account_id;
  END
  $$;

  -- Tells that a process lives, and frees what is held for nobody: claims of its own up to the number latest that are not
  -- among those open, and those of processes that nobody has seen for a while.
  CREATE OR REPLACE FUNCTION email_check.beat(process bigint, latest bigint, open bigint[], dead_after interval) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    PERFORM set_config('lock_timeout', '2s', true);
    INSERT INTO email_check.processes AS known (id, seen) VALUES (process, clock_timestamp()) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen;
    DELETE FROM email_check.claims WHERE ctid = ANY (ARRAY(
      SELECT claims.ctid FROM email_check.claims
      WHERE CASE WHEN claims.process_id = process THEN claims.number <= latest AND claims.number <> ALL (open) ELSE NOT EXISTS (
        SELECT FROM email_check.processes WHERE processes.id = claims.process_id AND processes.seen > clock_timestamp() - dead_after
      ) END
      FOR UPDATE SKIP LOCKED
    ));
    DELETE FROM email_check.processes WHERE ctid = ANY (ARRAY(
      SELECT processes.ctid FROM email_check.processes WHERE processes.seen <= clock_timestamp() - dead_after FOR UPDATE SKIP LOCKED
    ));
  END
  $$;

  CREATE OR REPLACE FUNCTION email_check.release(process bigint, numbers bigint[]) RETURNS void LANGUAGE sql AS $$
    DELETE FROM email_check.claims WHERE ctid = ANY (ARRAY(
      SELECT claims.ctid FROM email_check.claims WHERE claims.process_id = process AND claims.number = ANY (numbers) FOR UPDATE SKIP LOCKED
    ))
  $$;

  -- The end of a process: what it held comes free at once.
  CREATE OR REPLACE FUNCTION email_check.leave(process bigint) RETURNS void LANGUAGE sql AS $$
    DELETE FROM email_check.claims WHERE claims.process_id = process;
    DELETE FROM email_check.processes WHERE processes.id = process
  $$;
`;
