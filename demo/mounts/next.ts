// app/email-check/[...path]/route.ts
import { createKeyProxy, type KeyProxy } from 'email-check-element/proxy';

let proxy: KeyProxy | undefined;

export const GET = (request: Request): Promise<Response> => {
  const { EMAIL_CHECK_KEY = '', EMAIL_CHECK_URL = '', RECEIPT_SECRET } = process.env;
  // At the first request, since a build loads this file too, and need not know the key. Next.js tells nobody the socket's address: the
  // proxy before it does, in X-Forwarded-For.
  proxy ??= createKeyProxy({
    apiKey: EMAIL_CHECK_KEY,
    baseUrl: EMAIL_CHECK_URL,
    receiptSecret: RECEIPT_SECRET,
    trustedHops: 1,
  });
  return proxy(request);
};
export const POST = GET;
