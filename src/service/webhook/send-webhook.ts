import { signWebhook } from '../../webhook/index.js';
import { WebError } from '../net/web-error.js';
import type { WebPoster } from '../net/web-post.js';
import type { DeliveryLease, WebhookRecord } from '../store/index.js';
import { eventBody } from './event-body.js';
import type { TryResult } from './after-try.js';
import type { SecretSealer } from './sealed-secret.js';

/** What a delivery is sent with. */
export interface SendOptions {
  readonly post: WebPoster['post'];
  readonly sealer: Pick<SecretSealer, 'open'>;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The secrets that sign now: while a new one replaces another, both. */
const secretsOf = (webhook: WebhookRecord, { sealer, now }: Pick<SendOptions, 'sealer' | 'now'>): readonly string[] => {
  const { accountId, sealedSecret, formerSealedSecret, formerUntil = 0 } = webhook;
  const former = formerSealedSecret !== undefined && formerUntil > now() ? [formerSealedSecret] : [];
  return [sealedSecret, ...former].map((each) => sealer.open(each, accountId));
};

/** Sends an event once. @throws Error for a fault of the service itself */
export const sendWebhook = async (
  { delivery, webhook }: DeliveryLease,
  options: SendOptions,
): Promise<Exclude<TryResult, { readonly fault: string }>> => {
  const { post, now, timeoutMs, signal } = options;
  const { event, url } = delivery;
  const body = eventBody(event);
  const headers = await signWebhook({ id: event.id, body, secrets: secretsOf(webhook, options), now: now() });
  try {
    return await post(url, { body, headers: { ...headers }, timeoutMs, signal });
  } catch (error) {
    if (error instanceof WebError) return { failure: error.code };
    throw error;
  }
};
