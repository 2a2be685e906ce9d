import type { DeliveryRecord, WebhookEvent, WebhookRecord } from './interfaces/webhooks.js';
import type { ListState } from './interfaces/lists.js';

/** A webhook as {@link webhookColumns} give it. */
export interface WebhookRow {
  readonly accountId: number;
  readonly url: string | null;
  readonly sealedSecret: string;
  readonly formerSealedSecret: string | null;
  readonly formerUntil: number | null;
}

/** Columns of `webhooks`, in both databases. */
export const webhookColumns = `webhooks.account_id AS "accountId", webhooks.url, webhooks.sealed_secret AS "sealedSecret",
  webhooks.former_sealed_secret AS "formerSealedSecret", webhooks.former_until AS "formerUntil"`;

export const toWebhook = (row: WebhookRow): WebhookRecord => ({
  accountId: row.accountId,
  ...(row.url !== null && { url: row.url }),
  sealedSecret: row.sealedSecret,
  ...(row.formerSealedSecret !== null && { formerSealedSecret: row.formerSealedSecret }),
  ...(row.formerUntil !== null && { formerUntil: row.formerUntil }),
});

/** A delivery with its event, as {@link deliveryColumns} give it. The columns of a list are null together. */
export interface DeliveryRow {
  readonly id: number;
  readonly url: string;
  readonly tries: number;
  readonly nextAt: number | null;
  readonly triedAt: number | null;
  readonly isDelivered: number | boolean;
  readonly answer: string | null;
  readonly number: number;
  readonly eventId: string;
  readonly accountId: number;
  readonly type: WebhookEvent['type'];
  readonly at: number;
  readonly listId: string | null;
  readonly listName: string;
  readonly listState: ListState;
  readonly listReason: string;
  readonly addresses: number;
  readonly done: number;
  readonly balance: number;
}

/** Columns of `webhook_deliveries` and `webhook_events`, in both databases. */
export const deliveryColumns = `webhook_deliveries.id, webhook_deliveries.url, webhook_deliveries.tries,
  webhook_deliveries.next_at AS "nextAt", webhook_deliveries.tried_at AS "triedAt", webhook_deliveries.is_delivered AS "isDelivered",
  webhook_deliveries.answer, webhook_events.number, webhook_events.id AS "eventId", webhook_events.account_id AS "accountId",
  webhook_events.type, webhook_events.at, webhook_events.list_id AS "listId", webhook_events.list_name AS "listName",
  webhook_events.list_state AS "listState", webhook_events.list_reason AS "listReason", webhook_events.addresses, webhook_events.done,
  webhook_events.balance`;

const toEvent = (row: DeliveryRow): WebhookEvent => ({
  number: row.number,
  id: row.eventId,
  accountId: row.accountId,
  type: row.type,
  at: row.at,
  ...(row.listId !== null && {
    list: {
      id: row.listId,
      name: row.listName,
      state: row.listState,
      reason: row.listReason,
      addresses: row.addresses,
      done: row.done,
    },
  }),
  balance: row.balance,
});

export const toDelivery = (row: DeliveryRow): DeliveryRecord => ({
  id: row.id,
  event: toEvent(row),
  url: row.url,
  tries: row.tries,
  ...(row.nextAt !== null && { nextAt: row.nextAt }),
  ...(row.triedAt !== null && { triedAt: row.triedAt }),
  isDelivered: Boolean(row.isDelivered),
  ...(row.answer !== null && { answer: row.answer }),
});
