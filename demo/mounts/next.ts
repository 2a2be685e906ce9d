// app/email-check/[...path]/route.ts
import { createKeyProxy } from 'email-check-element/proxy';

const { EMAIL_CHECK_KEY = '', EMAIL_CHECK_URL = '', RECEIPT_SECRET } = process.env;
// Next.js tells nobody the socket's address: the proxy before it does, in X-Forwarded-For.
const proxy = createKeyProxy({ apiKey: EMAIL_CHECK_KEY, baseUrl: EMAIL_CHECK_URL, receiptSecret: RECEIPT_SECRET, trustedHops: 1 });

export const GET = (request: Request) => proxy(request);
export const POST = GET;
