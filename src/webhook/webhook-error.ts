/** What is wrong with a webhook, or with the options, and what to do. */
export const webhookErrors = {
  'bad-secret':
    'The webhook secret is not valid: give it as it was shown, `whsec_` and base64 text of 24 to 64 bytes, and at most 10 of them.',
  'bad-option':
    'An option is not valid: `toleranceSeconds` and the time must be numbers of at least 0, and an id 1 to 256 visible ASCII characters without a full stop.',
  'parsed-body':
    'The body is not a text, bytes or a stream of them: pass it as it came over the network, before anything such as express.json() parses it.',
  'used-body': 'The body of the request was read before: pass the request before anything else reads it.',
  'broken-body': 'The body of the request broke off: answer with status 400, and the webhook is sent again.',
  'too-large': 'The body has more than 65,536 bytes, and no webhook has: answer with status 413.',
  'missing-header':
    'The header webhook-id, webhook-timestamp or webhook-signature is missing: pass all headers of the request. If they are there, this is no webhook: answer with status 400.',
  'bad-header':
    'The header webhook-id, webhook-timestamp or webhook-signature is malformed, too long or there twice: answer with status 400.',
  'too-old':
    'The webhook was signed too long ago, and may be a repetition by someone else: answer with status 400. If it is genuine, set the clock of this machine by NTP.',
  'too-new': 'The webhook was signed in the future: set the clock of this machine by NTP, and answer with status 400.',
  'wrong-signature':
    'No signature of the webhook fits: answer with status 400. If it is genuine, the secret is that of another account, or the body was changed on its way, for example parsed and written again.',
  'not-an-event':
    'The signature fits, but the body is not a JSON object with a type and data: this secret signs something else too. Answer with status 400.',
} as const satisfies Record<string, string>;

/** Why a webhook is refused, in one word to branch on. */
export type WebhookErrorCode = keyof typeof webhookErrors;

/**
 * A webhook that cannot be trusted, or an invalid option (`bad-secret`, `bad-option`, `parsed-body`, `used-body`), which is a mistake of the
 * site itself. The message says what to do, and holds nothing of what was sent and no secret.
 */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, options?: ErrorOptions) {
    super(webhookErrors[code], options);
    this.code = code;
  }
}
