/** What every event says. */
export interface WebhookEventData {
  /** Grows with each event of a service: of two events of one list, the one with the higher number is the later one. Others may be between. */
  readonly sequence: number;
  /** The number of the account. */
  readonly account: number;
  /** The credits of the account at the time of the event. */
  readonly balance: number;
}

/** A list at the time of the event. */
export interface ListEventData extends WebhookEventData {
  readonly list_id: string;
  readonly list_name: string;
  /** As in the answers of `/v1/status/`; `processing` for a list that waits for credits. */
  readonly status: 'processing' | 'completed' | 'failed' | 'cancelled';
  /** Why it failed or waits, as a sentence; otherwise `''`. */
  readonly reason: string;
  /** Different addresses of the list; 0 if it could not be read. */
  readonly addresses: number;
  /** How many of them have their final result. */
  readonly done: number;
}

/** The types of events about lists. `list.paused`: the account has no credits left, and the list continues when there are some. */
export type ListEventType = 'list.completed' | 'list.failed' | 'list.cancelled' | 'list.paused';

/** Fields that all events have. */
interface EventOf<Type extends string, Data> {
  readonly type: Type;
  /** When it happened, such as `2026-05-04T09:30:00.000Z`: the same at every try. */
  readonly timestamp: string;
  readonly data: Data;
}

/**
 * An event as the body of a webhook has it: branch on `type`. `credits.low`: the credits of the account fell below the number that its
 * operator has set. A newer service may send other types: accept them with a 2xx status, and ignore them.
 */
export type WebhookEvent =
  EventOf<ListEventType, ListEventData> | EventOf<'credits.low', WebhookEventData> | EventOf<'test', WebhookEventData>;

/** The type of an event. */
export type WebhookEventType = WebhookEvent['type'];
