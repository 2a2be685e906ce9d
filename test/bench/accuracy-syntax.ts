import { readFileSync } from 'node:fs';
import { parseAddress } from '../../src/address/index.js';
import { syntaxRows, type SyntaxRow } from '../address/syntax-rows.js';
import type { Figure } from './figures.js';

/** What a whole set may be judged otherwise in: two of 164. */
const RIGHT_SHARE = 162 / 164;

const readSet = (path: string): SyntaxRow[] => {
  const rows: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const isRow = (row: unknown): row is { address: string; valid: boolean } =>
    typeof row === 'object' &&
    row !== null &&
    'address' in row &&
    typeof row.address === 'string' &&
    'valid' in row &&
    typeof row.valid === 'boolean';
  if (!Array.isArray(rows) || !rows.every(isRow))
    throw new Error(`${path} is no set: it has to hold a JSON array of { address, valid }.`);
  return rows.map(({ address, valid }) => [address, valid]);
};

/** The syntax of addresses, by a set of cases with what mail transport makes of them. */
export const measureSyntax = (path: string | undefined): Figure[] => {
  const rows = path ? readSet(path) : syntaxRows;
  const wrong = rows.filter(([address, valid]) => parseAddress(address).ok !== valid);
  for (const [address, valid] of wrong)
    console.log(`judged ${valid ? 'no address' : 'an address'}: ${JSON.stringify(address)}`);
  return [
    {
      what: `syntax cases judged right of ${rows.length}`,
      figure: rows.length - wrong.length,
      unit: '',
      atLeast: Math.floor(rows.length * RIGHT_SHARE),
      said: path ?? "the project's own rows",
    },
    {
      what: 'texts taken for an address that are none',
      figure: wrong.filter(([, valid]) => !valid).length,
      unit: '',
      atMost: 0,
    },
  ];
};
