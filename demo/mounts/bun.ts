import { createKeyProxy } from 'email-check-element/proxy';

const { EMAIL_CHECK_KEY = '', EMAIL_CHECK_URL = '', RECEIPT_SECRET, PORT = '3000' } = process.env;
const proxy = createKeyProxy({ apiKey: EMAIL_CHECK_KEY, baseUrl: EMAIL_CHECK_URL, receiptSecret: RECEIPT_SECRET });

Bun.serve({
  port: Number(PORT),
  // In seconds, and longer than the proxy's own time for a call: Bun would hang up after ten.
  idleTimeout: 40,
  fetch: (request, server) => proxy(request, { address: server.requestIP(request)?.address }),
});
