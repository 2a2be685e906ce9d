import { verifyWebhook, WebhookError } from 'email-check-element/webhook';

const secret = Deno.env.get('WEBHOOK_SECRET');

Deno.serve({ port: Number(Deno.env.get('PORT') ?? 3000) }, async (request) => {
  try {
    const event = await verifyWebhook({ request, secret });
    console.log(event.id, event.type);
    return new Response(null, { status: 204 });
  } catch (error) {
    return new Response(null, { status: error instanceof WebhookError ? 400 : 500 });
  }
});
