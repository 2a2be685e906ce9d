import { createKeyProxy } from 'email-check-element/proxy';

const proxy = createKeyProxy({
  apiKey: Deno.env.get('EMAIL_CHECK_KEY') ?? '',
  baseUrl: Deno.env.get('EMAIL_CHECK_URL') ?? '',
  receiptSecret: Deno.env.get('RECEIPT_SECRET'),
});

Deno.serve({ port: Number(Deno.env.get('PORT') ?? 3000) }, (request, { remoteAddr }) =>
  proxy(request, { address: remoteAddr.hostname }),
);
