import { octetsOf, type WebhookBody } from './body.js';
import type { WebhookEvent } from './events.js';
import { readHeaders, type SignedHeaders, type WebhookHeaders } from './headers.js';
import { isSameText, keysOf, signatureOf, type WebhookSecrets } from './signature.js';
import { secondsOf } from './sign.js';
import { WebhookError } from './webhook-error.js';

/** A webhook that came, the secret that it must be signed with, and how old it may be. */
export type VerifyWebhookOptions = WebhookSecrets & {
  /** The time now in milliseconds since 1970; the clock's by default. */
  readonly now?: number | undefined;
  /** How many seconds the time of the signature may differ from `now`; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
} & (
    | {
        /** The request of a server that speaks `fetch`, whose body nothing has read yet. */
        readonly request: Pick<Request, 'headers' | 'body' | 'bodyUsed'>;
        readonly body?: undefined;
        readonly headers?: undefined;
      }
    | {
        /** The body as it came over the network, not parsed: text, bytes, or the request of a Node server, which is read. */
        readonly body: WebhookBody;
        readonly headers: WebhookHeaders;
        readonly request?: undefined;
      }
  );

/** An event that was verified, with its id. */
export type VerifiedWebhook = WebhookEvent & {
  /** The same at every try of one event, for ever: keep it, and ignore an event that was handled before. */
  readonly id: string;
};

const TOLERANCE_SECONDS = 300;

const checkTime = ({ timestamp }: SignedHeaders, now: number, toleranceSeconds: number): void => {
  const age = secondsOf(now) - Number(timestamp);
  if (age > toleranceSeconds) throw new WebhookError('too-old');
  if (-age > toleranceSeconds) throw new WebhookError('too-new');
};

/** Whether one of the signatures is by one of the keys. All are compared, so that the time tells nothing. */
const isSigned = async (
  keys: readonly CryptoKey[],
  { id, timestamp, signatures }: SignedHeaders,
  body: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  const expected = await Promise.all(keys.map((key) => signatureOf(key, { id, timestamp, body })));
  return signatures.flatMap((given) => expected.map((each) => isSameText(given, each))).includes(true);
};

/** @throws WebhookError `not-an-event` */
const eventIn = (body: Uint8Array<ArrayBuffer>): WebhookEvent => {
  let event: Partial<WebhookEvent> | null;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Partial<WebhookEvent> | null;
  } catch (cause) {
    throw new WebhookError('not-an-event', { cause });
  }
  const isEvent = typeof event?.type === 'string' && typeof event.data === 'object' && event.data !== null;
  if (!isEvent) throw new WebhookError('not-an-event');
  return event as WebhookEvent;
};

/**
 * Verifies a webhook of the service by the Standard Webhooks specification, and resolves with its event: it comes from someone who has the
 * secret, was not changed, and was sent within the last minutes. An event may come more than once, also after others that happened later:
 * keep its `id`, and compare `data.sequence` of events about one list. Runs wherever WebCrypto does: Node, Deno, Bun, Workers and edge.
 * @throws WebhookError whose code and message say why the webhook cannot be trusted, or what is wrong with an option
 *
 * @example
 * export async function POST(request: Request) {
 *   const event = await verifyWebhook({ request, secret: process.env.WEBHOOK_SECRET });
 *   if (event.type === 'list.completed') await queueDownload(event.data.list_id);
 *   return new Response(null, { status: 204 });
 * }
 */
export const verifyWebhook = async (options: VerifyWebhookOptions): Promise<VerifiedWebhook> => {
  const { request, body, headers = request?.headers, secret, secrets } = options;
  const { now = Date.now(), toleranceSeconds = TOLERANCE_SECONDS } = options;
  if (!(toleranceSeconds >= 0)) throw new WebhookError('bad-option');
  const keys = await keysOf({ secret, secrets });
  const signed = readHeaders(headers as WebhookHeaders);
  checkTime(signed, now, toleranceSeconds);
  if (request?.bodyUsed) throw new WebhookError('used-body');
  const octets = await octetsOf(request ? (request.body ?? '') : body);
  if (!(await isSigned(keys, signed, octets))) throw new WebhookError('wrong-signature');
  return { ...eventIn(octets), id: signed.id };
};
