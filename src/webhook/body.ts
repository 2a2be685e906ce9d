import { WebhookError } from './webhook-error.js';

/** The body of a webhook as it came over the network: text, or its bytes. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/** Bytes of a body, at most. */
const MOST_BYTES = 65_536;

const checked = (octets: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  if (octets.length > MOST_BYTES) throw new WebhookError('too-large');
  return octets;
};

/** The bytes of a body. @throws WebhookError `parsed-body` for anything else, `too-large` */
export const octetsOf = (body: unknown): Uint8Array<ArrayBuffer> => {
  if (typeof body === 'string') {
    // A character has one byte or more.
    if (body.length > MOST_BYTES) throw new WebhookError('too-large');
    return checked(new TextEncoder().encode(body));
  }
  if (body instanceof ArrayBuffer || Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return checked(new Uint8Array(body as ArrayBuffer));
  if (!ArrayBuffer.isView(body)) throw new WebhookError('parsed-body');
  const { buffer, byteOffset, byteLength } = body;
  if (byteLength > MOST_BYTES) throw new WebhookError('too-large');
  return Uint8Array.from(new Uint8Array(buffer, byteOffset, byteLength));
};

/** Reads the body of a request, no further than it may be long. @throws WebhookError `used-body`, `too-large`, `broken-body` */
export const readOctets = async ({
  body,
  bodyUsed,
}: Pick<Request, 'body' | 'bodyUsed'>): Promise<Uint8Array<ArrayBuffer>> => {
  if (bodyUsed || body?.locked) throw new WebhookError('used-body');
  const reader = body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (reader) {
    const next = await reader.read().catch((cause: unknown) => {
      throw new WebhookError('broken-body', { cause });
    });
    if (next.done) break;
    parts.push(next.value);
    length += next.value.length;
    if (length <= MOST_BYTES) continue;
    void reader.cancel().catch(() => undefined);
    throw new WebhookError('too-large');
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};
