import { env } from 'cloudflare:workers';
import { verifyWebhook, WebhookError } from 'email-check-element/webhook';

export default {
  async fetch(request: Request): Promise<Response> {
    try {
      const event = await verifyWebhook({ request, secret: env.WEBHOOK_SECRET });
      console.log(event.id, event.type);
      return new Response(null, { status: 204 });
    } catch (error) {
      return new Response(null, { status: error instanceof WebhookError ? 400 : 500 });
    }
  },
};
