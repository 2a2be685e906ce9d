import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { createKeyProxy } from 'email-check-element/proxy';
import { toNodeListener } from 'email-check-element/proxy/node';

const { EMAIL_CHECK_KEY = '', EMAIL_CHECK_URL = '', RECEIPT_SECRET, PORT = '3000' } = process.env;
const listener = toNodeListener(
  createKeyProxy({ apiKey: EMAIL_CHECK_KEY, baseUrl: EMAIL_CHECK_URL, receiptSecret: RECEIPT_SECRET }),
);

const app = fastify();
// In this hook no body has been read yet: the proxy reads its bodies itself, and no handler is left to be called.
const onRequest = (request: FastifyRequest, reply: FastifyReply) => void listener(request.raw, reply.hijack().raw);
app.all('/email-check/*', { onRequest }, () => {});
await app.listen({ port: Number(PORT) });
