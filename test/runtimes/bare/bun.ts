import { createKeyProxy } from '../../../src/proxy/index.js';

const { EMAIL_CHECK_KEY = '', EMAIL_CHECK_URL = '', PORT = '3000' } = process.env;

const proxy = createKeyProxy({ apiKey: EMAIL_CHECK_KEY, baseUrl: EMAIL_CHECK_URL });

// @ts-expect-error Bun hands its server to handlers, which says nothing of who called.
Bun.serve({ port: Number(PORT), idleTimeout: 40, fetch: proxy });
