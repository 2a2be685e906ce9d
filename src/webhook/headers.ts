import { WebhookError } from './webhook-error.js';

/** Headers of a request: those of `fetch`, or an object such as Node's `request.headers`, whose names may be in any case. */
export type WebhookHeaders =
  Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | number | undefined>>;

/** The headers of a webhook, checked. */
export interface SignedHeaders {
  readonly id: string;
  /** Seconds since 1970, in decimal digits. */
  readonly timestamp: string;
  /** Signatures of version 1 in base64, without the version. */
  readonly signatures: readonly string[];
}

/** Visible ASCII characters without the full stop, which separates the id from what else is signed. */
const ID = /^[!-\-/-~]{1,256}$/;
const TIMESTAMP = /^\d{1,12}$/;
/** A service that changes its secret sends two signatures. */
const MOST_SIGNATURES = 10;
const SIGNATURE_HEADER_CHARACTERS = 2_048;

/** Whether a text may be the id of a webhook. */
export const isWebhookId = (text: unknown): text is string => typeof text === 'string' && ID.test(text);

const hasGet = (headers: WebhookHeaders): headers is Pick<Headers, 'get'> => typeof headers['get'] === 'function';

const valueOf = (headers: WebhookHeaders, name: string): string => {
  const values: readonly unknown[] = hasGet(headers)
    ? [headers.get(name)]
    : Object.entries(headers).flatMap(([each, value]) => (each.toLowerCase() === name ? value : []));
  const [value, another] = values.filter((each) => each !== undefined && each !== null);
  if (value === undefined) throw new WebhookError('missing-header');
  if (another !== undefined || (typeof value !== 'string' && typeof value !== 'number'))
    throw new WebhookError('bad-header');
  return String(value);
};

/** Reads the three headers of a webhook. Signatures of other versions are left out. @throws WebhookError `missing-header`, `bad-header` */
export const readHeaders = (headers: WebhookHeaders): SignedHeaders => {
  if (typeof headers !== 'object' || headers === null) throw new WebhookError('missing-header');
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    valueOf(headers, name),
  ) as [string, string, string];
  if (!isWebhookId(id) || !TIMESTAMP.test(timestamp) || signature.length > SIGNATURE_HEADER_CHARACTERS)
    throw new WebhookError('bad-header');
  const all = signature.split(' ').filter(Boolean);
  if (all.length > MOST_SIGNATURES) throw new WebhookError('bad-header');
  const signatures = all.flatMap((each) => {
    const [version, text = ''] = each.split(',', 2);
    return version === 'v1' ? [text] : [];
  });
  return { id, timestamp, signatures };
};
