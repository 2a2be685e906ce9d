export type { WebhookBody } from './body.js';
export type { ListEventData, ListEventType, WebhookEvent, WebhookEventData, WebhookEventType } from './events.js';
export type { WebhookHeaders } from './headers.js';
export { signWebhook, type SignWebhookOptions, type SignedWebhookHeaders } from './sign.js';
export type { WebhookSecrets } from './signature.js';
export { verifyWebhook, type VerifiedWebhook, type VerifyWebhookOptions } from './verify.js';
export { WebhookError, type WebhookErrorCode } from './webhook-error.js';
