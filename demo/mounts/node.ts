import { createServer } from 'node:http';
import { createKeyProxy } from 'email-check-element/proxy';
import { toNodeListener } from 'email-check-element/proxy/node';

const { EMAIL_CHECK_KEY = '', EMAIL_CHECK_URL = '', RECEIPT_SECRET, PORT = '3000' } = process.env;
const proxy = createKeyProxy({ apiKey: EMAIL_CHECK_KEY, baseUrl: EMAIL_CHECK_URL, receiptSecret: RECEIPT_SECRET });

createServer(toNodeListener(proxy)).listen(Number(PORT));
