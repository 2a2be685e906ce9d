import { octetsOf } from './body.js';
import { isWebhookId } from './headers.js';
import { keysOf, signatureOf, type WebhookSecrets } from './signature.js';
import { WebhookError } from './webhook-error.js';

/** A webhook about to be sent. */
export interface SignWebhookOptions extends WebhookSecrets {
  /** The same at every try of one event: visible ASCII characters without a full stop, at most 256. */
  readonly id: string;
  readonly body: string | Uint8Array | ArrayBuffer;
  /** The time of this try in milliseconds since 1970; the clock's by default. */
  readonly now?: number | undefined;
}

/** The headers of a signed webhook. */
export interface SignedWebhookHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** A time in whole seconds. @throws WebhookError `bad-option` */
export const secondsOf = (milliseconds: number): number => {
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return Math.floor(milliseconds / 1_000);
  throw new WebhookError('bad-option');
};

/**
 * Signs a webhook by the Standard Webhooks specification, once with each secret. The service does it: others need it to test what receives
 * them.
 * @throws WebhookError `bad-secret`, `bad-option`, `parsed-body` or `too-large`
 *
 * @example
 * const body = JSON.stringify({ type: 'test', timestamp: new Date(), data: {} });
 * const headers = await signWebhook({ id: 'evt_1', body, secret });
 * await fetch('http://localhost:3000/webhook', { method: 'POST', headers, body });
 */
export const signWebhook = async ({
  id,
  body,
  now = Date.now(),
  ...secrets
}: SignWebhookOptions): Promise<SignedWebhookHeaders> => {
  if (!isWebhookId(id)) throw new WebhookError('bad-option');
  const timestamp = String(secondsOf(now));
  const content = { id, timestamp, body: await octetsOf(body) };
  const signatures = await Promise.all((await keysOf(secrets)).map((key) => signatureOf(key, content)));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.map((each) => `v1,${each}`).join(' '),
  };
};
