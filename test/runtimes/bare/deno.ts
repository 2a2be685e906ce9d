import { createKeyProxy } from '../../../src/proxy/index.js';

const read = (name: string): string => Deno.env.get(name) ?? '';

Deno.serve(
  { port: Number(read('PORT')) },
  createKeyProxy({ apiKey: read('EMAIL_CHECK_KEY'), baseUrl: read('EMAIL_CHECK_URL') }),
);
