/** `npm run manifest`: the receivers in docs/webhooks.md, from demo/receivers/, and the table of errors, from the source of the verifier. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { webhookErrors } from '../src/webhook/webhook-error.js';
import { code, formatted, rows, withGenerated } from './markdown.js';
import { sampleFiles } from './sample-files.js';

const errors = (): string =>
  rows(
    ['`code`', 'message'],
    Object.entries(webhookErrors).map(([word, words]) => [code(word), words]),
  );

/** The page of documentation with every receiver and code as it is now. */
export const withWebhookReference = (page: string): string =>
  withGenerated(withGenerated(page, sampleFiles('receivers'), 'receivers'), errors(), 'errors');

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync('docs/webhooks.md', await formatted(withWebhookReference(readFileSync('docs/webhooks.md', 'utf8'))));
