export {
  startDeliveries,
  type DeliveryReport,
  type DeliveryWork,
  type DeliveryWorker,
  type DeliveryWorkOptions,
} from './delivery-worker.js';
export { SecretSealer } from './sealed-secret.js';
export { Webhooks, type WebhooksOptions } from './webhooks.js';
