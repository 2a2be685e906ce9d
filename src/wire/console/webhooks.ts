/** The answer to `webhook`: where an account's events are sent. */
export interface WebhookInfo {
  /** Absent if no address is set: then only lists with a `callback` of their own send events. */
  readonly url?: string;
  /** Whether the account has a secret. */
  readonly hasSecret: boolean;
  /** Until when the former secret signs too, in milliseconds since 1970, UTC. */
  readonly formerSecretUntil?: number;
}

/** The body of `setWebhook`. */
export interface WebhookOrder {
  readonly url: string;
}

/** The answer to `setWebhook` and `rotateWebhook`. `secret`: a new secret in plain text, which is shown only here. */
export interface MadeWebhookInfo extends WebhookInfo {
  readonly secret?: string;
}

/** One event on its way to one address. Times in milliseconds since 1970, UTC. */
export interface DeliveryInfo {
  readonly id: number;
  /** The event's id, which every try has as `webhook-id`. */
  readonly event: string;
  /** Such as `list.completed`. */
  readonly type: string;
  readonly url: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly tries: number;
  readonly createdAt: number;
  readonly lastTriedAt?: number;
  readonly nextTryAt?: number;
  /** The status of the last answer, or why there was none. */
  readonly lastAnswer?: string;
}
