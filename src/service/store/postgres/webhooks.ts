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
import type { PostgresDatabase } from './database.js';

const deliveries = `SELECT ${deliveryColumns} FROM email_check.webhook_deliveries JOIN email_check.webhook_events ON webhook_events.number = webhook_deliveries.event`;

/** The statements of webhooks. The events are added by triggers: see `webhook-tables.ts`. */
export const prepareWebhooks = (database: PostgresDatabase) => {
  const findWebhook = async (accountId: number): Promise<WebhookRecord | undefined> => {
    const row = await database.first<WebhookRow>(
      `SELECT ${webhookColumns} FROM email_check.webhooks WHERE account_id = $1`,
      [accountId],
    );
    return row && toWebhook(row);
  };
  const deliveryWhere = async (condition: string, value: number): Promise<DeliveryRecord | undefined> => {
    const row = await database.first<DeliveryRow>(`${deliveries} WHERE ${condition} = $1`, [value]);
    return row && toDelivery(row);
  };
  return {
    findWebhook,
    async setWebhook(
      accountId: number,
      { url, sealedSecret }: Pick<WebhookRecord, 'url' | 'sealedSecret'>,
    ): Promise<WebhookRecord | undefined> {
      const row = await database.first<WebhookRow>(
        `INSERT INTO email_check.webhooks (account_id, url, sealed_secret) SELECT id, $2, $3 FROM email_check.accounts WHERE id = $1
         ON CONFLICT (account_id) DO UPDATE SET url = coalesce(excluded.url, webhooks.url) RETURNING ${webhookColumns}`,
        [accountId, url, sealedSecret],
      );
      return row && toWebhook(row);
    },
    async rotateWebhook(
      accountId: number,
      { sealedSecret, formerUntil }: Required<Pick<WebhookRecord, 'sealedSecret' | 'formerUntil'>>,
    ): Promise<WebhookRecord | undefined> {
      const row = await database.first<WebhookRow>(
        `UPDATE email_check.webhooks SET sealed_secret = $2, former_sealed_secret = sealed_secret, former_until = $3
         WHERE account_id = $1 RETURNING ${webhookColumns}`,
        [accountId, sealedSecret, formerUntil],
      );
      return row && toWebhook(row);
    },
    async removeWebhook(accountId: number): Promise<boolean> {
      const row = await database.first<{ removed: boolean }>('SELECT email_check.remove_webhook($1) AS removed', [
        accountId,
      ]);
      return row?.removed ?? false;
    },
    /** In two statements: the first does not see the delivery that its trigger adds. */
    async addTestEvent(accountId: number): Promise<DeliveryRecord | undefined> {
      const event = await database.first<{ number: number }>(
        `INSERT INTO email_check.webhook_events (account_id, type, balance)
         SELECT accounts.id, 'test', accounts.balance FROM email_check.webhooks JOIN email_check.accounts ON accounts.id = webhooks.account_id
         WHERE webhooks.account_id = $1 AND webhooks.url IS NOT NULL FOR SHARE OF webhooks RETURNING number`,
        [accountId],
      );
      return event && deliveryWhere('webhook_deliveries.event', event.number);
    },

    /** Leases a delivery in one statement: one that another process is leasing at this moment is passed over. */
    async leaseDelivery(now: number, until: number, busy: readonly number[]): Promise<DeliveryLease | undefined> {
      const leased = await database.first<{ id: number }>(
        `UPDATE email_check.webhook_deliveries SET leased_until = $2 WHERE id = (
           SELECT id FROM email_check.webhook_deliveries
           WHERE next_at IS NOT NULL AND (next_at <= $1 OR next_at > $5 OR tries = 0) AND (leased_until <= $1 OR leased_until > $4)
             AND account_id <> ALL ($3::bigint[]) AND account_id IN (SELECT account_id FROM email_check.webhooks)
           ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
         ) RETURNING id`,
        [now, until, [...busy], now + LONGEST_LEASE, now + LONGEST_WAIT],
      );
      const delivery = leased && (await deliveryWhere('webhook_deliveries.id', leased.id));
      const webhook = delivery && (await findWebhook(delivery.event.accountId));
      return webhook && { delivery, webhook };
    },
    async keepTry(id: number, { at, isCut = false, isDelivered, answer, nextAt }: TryOutcome): Promise<void> {
      await database.query(
        `UPDATE email_check.webhook_deliveries SET tries = tries + $6, tried_at = $2, is_delivered = is_delivered OR $3, answer = $4,
           next_at = CASE WHEN next_at IS NOT NULL THEN $5::bigint END, leased_until = 0 WHERE id = $1`,
        [id, at, isDelivered, answer, nextAt, isCut ? 0 : 1],
      );
    },
    async sendAgain(accountId: number, id: number): Promise<boolean> {
      const again = await database.query(
        `UPDATE email_check.webhook_deliveries SET tries = 0, is_delivered = false, next_at = email_check.milliseconds_now()
         WHERE account_id = $1 AND id = $2 AND account_id IN (SELECT account_id FROM email_check.webhooks) RETURNING id`,
        [accountId, id],
      );
      return again.length === 1;
    },
    listDeliveries: async (accountId: number, most: number): Promise<DeliveryRecord[]> =>
      (
        await database.query<DeliveryRow>(
          `${deliveries} WHERE webhook_deliveries.account_id = $1 ORDER BY webhook_deliveries.id DESC LIMIT $2`,
          [accountId, most],
        )
      ).map(toDelivery),
    async forgetEventsBefore(at: number): Promise<number> {
      const forgotten = await database.query(
        `DELETE FROM email_check.webhook_events WHERE number = ANY (ARRAY(
           SELECT number FROM email_check.webhook_events AS told
           WHERE at < $1 AND NOT EXISTS (SELECT FROM email_check.webhook_deliveries WHERE event = told.number AND next_at IS NOT NULL)
           LIMIT ${EVENTS_AT_A_TIME} FOR UPDATE SKIP LOCKED
         )) RETURNING number`,
        [at],
      );
      return forgotten.length;
    },
  };
};
