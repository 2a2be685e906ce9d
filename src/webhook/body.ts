import { WebhookError } from './webhook-error.js';

/** The body of a webhook as it came over the network: text, its bytes, or a stream of them such as a request of Node's servers. */
export type WebhookBody = string | Uint8Array | ArrayBuffer | AsyncIterable<unknown>;

/** A stream that may have been read before, as those of `fetch` and of Node say it. */
interface ReadBefore {
  readonly locked?: boolean;
  readonly readableDidRead?: boolean;
}

/** Bytes of a body, at most. */
const MOST_BYTES = 65_536;

const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]';

const isStream = (body: unknown): body is AsyncIterable<unknown> & ReadBefore =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

const checked = (octets: Uint8Array): Uint8Array<ArrayBuffer> => {
  if (octets.length > MOST_BYTES) throw new WebhookError('too-large');
  return octets.slice();
};

/** The bytes of a body that is there as a whole, or of a part. */
const wholeOctets = (body: unknown): Uint8Array<ArrayBuffer> => {
  // A character has one byte or more: a long text is not even encoded.
  if (typeof body === 'string') return checked(new TextEncoder().encode(body.slice(0, MOST_BYTES + 1)));
  if (isBuffer(body)) return checked(new Uint8Array(body));
  if (!ArrayBuffer.isView(body)) throw new WebhookError('parsed-body');
  return checked(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
};

/** Reads a stream, no further than a body may be long. */
const readStream = async (stream: AsyncIterable<unknown>): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for await (const part of stream) {
      const octets = wholeOctets(part);
      parts.push(octets);
      length += octets.length;
      if (length > MOST_BYTES) throw new WebhookError('too-large');
    }
  } catch (cause) {
    throw cause instanceof WebhookError ? cause : new WebhookError('broken-body', { cause });
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

/**
 * The bytes of a body.
 * @throws WebhookError `parsed-body` for anything else than a body, `used-body`, `broken-body`, `too-large`
 */
export const octetsOf = async (body: unknown): Promise<Uint8Array<ArrayBuffer>> => {
  if (isStream(body)) {
    if (body.locked === true || body.readableDidRead === true) throw new WebhookError('used-body');
    return readStream(body);
  }
  return wholeOctets(body);
};
