import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { createKeyProxy } from 'email-check-element/proxy';

const { EMAIL_CHECK_KEY = '', EMAIL_CHECK_URL = '', RECEIPT_SECRET, PORT = '3000' } = process.env;
const proxy = createKeyProxy({ apiKey: EMAIL_CHECK_KEY, baseUrl: EMAIL_CHECK_URL, receiptSecret: RECEIPT_SECRET });

const app = new Hono();
app.all('/email-check/*', (c) => proxy(c.req.raw, getConnInfo(c).remote));
serve({ fetch: app.fetch, port: Number(PORT) });
