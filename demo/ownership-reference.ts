/** `npm run manifest`: the table in docs/ownership.md, from the source of the verifier. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ownershipRefusals } from '../src/ownership/refusals.js';
import { code, formatted, rows, withGenerated } from './markdown.js';

/** The page of documentation with every code as it is now. */
export const withOwnershipReference = (page: string): string =>
  withGenerated(
    page,
    rows(
      ['`code`', 'what it means'],
      Object.entries(ownershipRefusals).map(([word, words]) => [code(word), words]),
    ),
    'refusals',
  );

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(
    'docs/ownership.md',
    await formatted(withOwnershipReference(readFileSync('docs/ownership.md', 'utf8'))),
  );
