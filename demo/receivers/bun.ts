import { verifyWebhook, WebhookError } from 'email-check-element/webhook';

const { WEBHOOK_SECRET, PORT = '3000' } = process.env;

Bun.serve({
  port: Number(PORT),
  async fetch(request) {
    try {
      const event = await verifyWebhook({ request, secret: WEBHOOK_SECRET });
      console.log(event.id, event.type);
      return new Response(null, { status: 204 });
    } catch (error) {
      return new Response(null, { status: error instanceof WebhookError ? 400 : 500 });
    }
  },
});
