import type { Database } from 'better-sqlite3';
import { EVENTS_AT_A_TIME } from '../console-limits.js';
import { LONGEST_LEASE } from '../longest-lease.js';
import { LONGEST_WAIT } from '../longest-wait.js';
import type { DeliveryLease, DeliveryRecord, TryOutcome, WebhookRecord } from '../interfaces/webhooks.js';
import {
  deliveryColumns,
  toDelivery,
  toWebhook,
  webhookColumns,
  type DeliveryRow,
  type WebhookRow,
} from '../webhook-rows.js';

const deliveries = `SELECT ${deliveryColumns} FROM webhook_deliveries JOIN webhook_events ON webhook_events.number = webhook_deliveries.event`;

/** The statements of webhooks. Only the lease of a delivery is frequent; the others are prepared when they run. */
export const prepareWebhooks = (database: Database) => {
  const lease = database
    .prepare<[object], number>(
      `UPDATE webhook_deliveries SET leased_until = @until WHERE id = (
         SELECT id FROM webhook_deliveries
         WHERE next_at IS NOT NULL AND (next_at <= @now OR next_at > @latest OR tries = 0) AND (leased_until <= @now OR leased_until > @longest)
           AND account_id NOT IN (SELECT value FROM json_each(@busy)) AND account_id IN (SELECT account_id FROM webhooks)
         ORDER BY next_at, id LIMIT 1
       ) RETURNING id`,
    )
    .pluck();
  const findWebhook = (accountId: number): WebhookRecord | undefined => {
    const row = database
      .prepare<[number], WebhookRow>(`SELECT ${webhookColumns} FROM webhooks WHERE account_id = ?`)
      .get(accountId);
    return row && toWebhook(row);
  };
  const deliveryWhere = (condition: string, value: number): DeliveryRecord | undefined => {
    const row = database.prepare<[number], DeliveryRow>(`${deliveries} WHERE ${condition}`).get(value);
    return row && toDelivery(row);
  };
  return {
    findWebhook,
    setWebhook(
      accountId: number,
      { url, sealedSecret }: Pick<WebhookRecord, 'url' | 'sealedSecret'>,
    ): WebhookRecord | undefined {
      const row = database
        .prepare<unknown[], WebhookRow>(
          `INSERT INTO webhooks (account_id, url, sealed_secret) SELECT id, ?, ? FROM accounts WHERE id = ?
           ON CONFLICT DO UPDATE SET url = ifnull(excluded.url, url) RETURNING ${webhookColumns}`,
        )
        .get(url ?? null, sealedSecret, accountId);
      return row && toWebhook(row);
    },
    rotateWebhook(
      accountId: number,
      { sealedSecret, formerUntil }: Required<Pick<WebhookRecord, 'sealedSecret' | 'formerUntil'>>,
    ): WebhookRecord | undefined {
      const row = database
        .prepare<unknown[], WebhookRow>(
          `UPDATE webhooks SET sealed_secret = ?, former_sealed_secret = sealed_secret, former_until = ?
           WHERE account_id = ? RETURNING ${webhookColumns}`,
        )
        .get(sealedSecret, formerUntil, accountId);
      return row && toWebhook(row);
    },
    removeWebhook: database.transaction((accountId: number): boolean => {
      if (database.prepare('DELETE FROM webhooks WHERE account_id = ?').run(accountId).changes === 0) return false;
      database.prepare('UPDATE webhook_deliveries SET next_at = NULL WHERE account_id = ?').run(accountId);
      return true;
    }).immediate,
    addTestEvent: database.transaction((accountId: number): DeliveryRecord | undefined => {
      const event = database
        .prepare<[number], number>(
          `INSERT INTO webhook_events (account_id, type, balance)
           SELECT accounts.id, 'test', accounts.balance FROM webhooks JOIN accounts ON accounts.id = webhooks.account_id
           WHERE webhooks.account_id = ? AND webhooks.url IS NOT NULL RETURNING number`,
        )
        .pluck()
        .get(accountId);
      return event === undefined ? undefined : deliveryWhere('webhook_deliveries.event = ?', event);
    }).immediate,

    leaseDelivery: database.transaction(
      (now: number, until: number, busy: readonly number[]): DeliveryLease | undefined => {
        const id = lease.get({
          now,
          until,
          longest: now + LONGEST_LEASE,
          latest: now + LONGEST_WAIT,
          busy: JSON.stringify(busy),
        });
        const delivery = id === undefined ? undefined : deliveryWhere('webhook_deliveries.id = ?', id);
        const webhook = delivery && findWebhook(delivery.event.accountId);
        return webhook && { delivery, webhook };
      },
    ).immediate,
    /** A delivery that was given up meanwhile stays so, and one that was delivered by another process too. */
    keepTry(id: number, { at, isCut = false, isDelivered, answer, nextAt }: TryOutcome): void {
      database
        .prepare(
          `UPDATE webhook_deliveries SET tries = tries + @counted, tried_at = @at, is_delivered = max(is_delivered, @isDelivered), answer = @answer,
             next_at = iif(next_at IS NULL, NULL, @nextAt), leased_until = 0 WHERE id = @id`,
        )
        .run({ id, at, counted: Number(!isCut), isDelivered: Number(isDelivered), answer, nextAt: nextAt ?? null });
    },
    sendAgain: (accountId: number, id: number): boolean =>
      database
        .prepare(
          `UPDATE webhook_deliveries SET tries = 0, is_delivered = 0, next_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
           WHERE account_id = ? AND id = ? AND account_id IN (SELECT account_id FROM webhooks)`,
        )
        .run(accountId, id).changes === 1,
    listDeliveries: (accountId: number, most: number): DeliveryRecord[] =>
      database
        .prepare<[number, number], DeliveryRow>(
          `${deliveries} WHERE webhook_deliveries.account_id = ? ORDER BY webhook_deliveries.id DESC LIMIT ?`,
        )
        .all(accountId, most)
        .map(toDelivery),
    forgetEventsBefore: (at: number): number =>
      database
        .prepare(
          `DELETE FROM webhook_events WHERE number IN (
             SELECT number FROM webhook_events AS told
             WHERE at < ? AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE event = told.number AND next_at IS NOT NULL)
             LIMIT ${EVENTS_AT_A_TIME}
           )`,
        )
        .run(at).changes,
  };
};
