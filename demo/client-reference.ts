/** `npm run manifest`: the tables in docs/client.md, from the client's doc comments and sentences. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { adviceSentences } from '../src/client/advice.js';
import type { ClientErrorCode } from '../src/client/client-error.js';
import { failureOf } from '../src/client/failure.js';
import { unreachedSentences } from '../src/client/unreached.js';
import { code, formatted, rows, withGenerated } from './markdown.js';
import { methodComments, optionComments } from './option-comments.js';
import { optionTable } from './proxy-reference.js';

const calls = (): string =>
  rows(
    ['call', 'what it does'],
    methodComments('src/client/create-client.ts', 'Client').map(({ signature, meaning }) => [code(signature), meaning]),
  );

const known = { serviceMessage: '', unreached: { reason: undefined, words: '', cause: undefined }, hasKey: true };

const errors = (): string =>
  rows(
    ['`code`', 'class', 'message'],
    Object.entries(adviceSentences).map(([each, sentence]) => [
      code(each),
      code(failureOf(each as ClientErrorCode, known).name),
      sentence,
    ]),
  );

const reasons = (): string =>
  rows(
    ['`reason`', 'the message ends with'],
    Object.entries(unreachedSentences).map(([reason, sentence]) => [
      code(reason),
      sentence('https://check.example.com', 'CERT_HAS_EXPIRED'),
    ]),
  );

/** A page of documentation with what is generated of it as it is now. */
export const withClientReference = (page: string): string => {
  const parts = {
    options: optionTable([
      ...optionComments('src/client/hosts.ts', 'HostOptions'),
      ...optionComments('src/client/transport.ts', 'ClientOptions'),
    ]),
    calls: calls(),
    'validate-options': optionTable(optionComments('src/client/validate.ts', 'ValidateOptions')),
    'batch-options': optionTable(optionComments('src/client/validate-batch.ts', 'BatchOptions')),
    'usage-days': optionTable(optionComments('src/client/account.ts', 'UsageDays')),
    'logo-options': optionTable(optionComments('src/client/logo-url.ts', 'LogoOptions')),
    'wait-options': optionTable(optionComments('src/client/wait-for-list.ts', 'WaitForListOptions')),
    errors: errors(),
    reasons: reasons(),
  };
  return Object.entries(parts).reduce((changed, [marker, text]) => withGenerated(changed, text, marker), page);
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync('docs/client.md', await formatted(withClientReference(readFileSync('docs/client.md', 'utf8'))));
