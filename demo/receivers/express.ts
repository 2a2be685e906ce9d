import type { RequestListener } from 'node:http';
import express from 'express';
import { verifyWebhook, WebhookError } from 'email-check-element/webhook';

const { WEBHOOK_SECRET, PORT = '3000' } = process.env;

const receive = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
  try {
    const event = await verifyWebhook({ body: request, headers: request.headers, secret: WEBHOOK_SECRET });
    console.log(event.id, event.type);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookError ? 400 : 500).end();
  }
};

const app = express();
// Before express.json(): the signature is that of the bytes as they came.
app.use('/webhook', (request, response) => void receive(request, response));
app.listen(Number(PORT));
