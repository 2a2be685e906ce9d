import { env } from 'cloudflare:workers';
import { createKeyProxy } from 'email-check-element/proxy';

const proxy = createKeyProxy({
  apiKey: env.EMAIL_CHECK_KEY,
  baseUrl: env.EMAIL_CHECK_URL,
  receiptSecret: env.RECEIPT_SECRET,
});

export default {
  // Cloudflare sets this header itself: no visitor can write it.
  fetch: (request: Request) => proxy(request, { address: request.headers.get('CF-Connecting-IP') ?? undefined }),
};
