import express from 'express';
import { createKeyProxy } from 'email-check-element/proxy';
import { toNodeListener } from 'email-check-element/proxy/node';

const { EMAIL_CHECK_KEY = '', EMAIL_CHECK_URL = '', RECEIPT_SECRET, PORT = '3000' } = process.env;
const proxy = createKeyProxy({ apiKey: EMAIL_CHECK_KEY, baseUrl: EMAIL_CHECK_URL, receiptSecret: RECEIPT_SECRET });

const app = express();
// Before express.json(): the proxy reads its bodies itself.
app.use('/email-check', toNodeListener(proxy));
app.listen(Number(PORT));
