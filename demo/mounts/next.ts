// app/email-check/[...path]/route.ts
import { createKeyProxy, type KeyProxy } from 'email-check-element/proxy';

let proxy: KeyProxy | undefined;

export const GET = (request: Request): Promise<Response> => {
  const { EMAIL_CHECK_KEY = '', EMAIL_CHECK_URL = '', RECEIPT_SECRET } = process.env;
  // Created at the first request: a build loads this file too, and does not know the key.
  proxy ??= createKeyProxy({
    apiKey: EMAIL_CHECK_KEY,
    baseUrl: EMAIL_CHECK_URL,
    receiptSecret: RECEIPT_SECRET,
    // Next.js does not give the address of the socket. The proxy in front of it does, in X-Forwarded-For.
    trustedHops: 1,
  });
  return proxy(request);
};
export const POST = GET;
