import type { ListEventData, WebhookEvent, WebhookEventData } from '../../webhook/index.js';
import { progressOf } from '../bulk/index.js';
import type { WebhookEvent as StoredEvent } from '../store/index.js';

const listFields = (list: NonNullable<StoredEvent['list']>): Omit<ListEventData, keyof WebhookEventData> => {
  const { status, reason } = progressOf({ ...list, column: '' });
  // A list that waits to be worked on is told of by no event.
  const told = status === 'queued' ? 'processing' : status;
  return {
    list_id: list.id,
    list_name: list.name,
    status: told,
    reason,
    addresses: list.addresses,
    done: list.done,
  };
};

/** The body of an event in JSON. It is made from what was stored with the event, so that every try has the same. */
export const eventBody = ({ type, at, number, accountId, balance, list }: StoredEvent): string => {
  const data = { sequence: number, account: accountId, balance, ...(list && listFields(list)) };
  const told = { type, timestamp: new Date(at).toISOString(), data } as WebhookEvent;
  return JSON.stringify(told);
};
