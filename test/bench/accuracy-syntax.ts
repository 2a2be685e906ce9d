import { readFileSync } from 'node:fs';
import { parseAddress, parseNamedAddress } from '../../src/address/index.js';
import { internationalRows } from '../address/international-rows.js';
import { syntaxRows, type SyntaxRow } from '../address/syntax-rows.js';
import type { Figure } from './figures.js';

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

/** Judges each row, and names those that are judged otherwise. */
const judgedWrong = (rows: readonly SyntaxRow[]): readonly SyntaxRow[] => {
  const wrong = rows.filter(([address, valid]) => parseAddress(address).ok !== valid);
  for (const [address, valid] of wrong)
    console.log(`judged ${valid ? 'no address' : 'an address'}: ${JSON.stringify(address)}`);
  return wrong;
};

/** The syntax of addresses, by a set of cases with what mail transport makes of them. */
export const measureSyntax = (path: string | undefined): Figure[] => {
  const rows = path ? readSet(path) : syntaxRows;
  const wrong = judgedWrong(rows);
  return [
    {
      what: `syntax cases judged right of ${rows.length}`,
      figure: rows.length - wrong.length,
      unit: '',
      atLeast: rows.length,
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

/** Addresses beyond ASCII, by the standards' own sections; and whether pages accept what the service accepts. */
export const measureInternational = (): Figure[] => {
  const rows = internationalRows.map(([address, valid]): SyntaxRow => [address, valid]);
  const wrong = judgedWrong(rows);
  const unknownToPages = rows.filter(([address, valid]) => valid && !parseNamedAddress(address).ok);
  return [
    {
      what: `addresses beyond ASCII judged right of ${rows.length}`,
      figure: rows.length - wrong.length,
      unit: '',
      atLeast: rows.length,
      said: "the project's own rows, from the standards",
    },
    {
      what: 'addresses beyond ASCII refused wrongly',
      figure: wrong.filter(([, valid]) => valid).length,
      unit: '',
      atMost: 0,
    },
    {
      what: 'texts beyond ASCII taken for an address that are none',
      figure: wrong.filter(([, valid]) => !valid).length,
      unit: '',
      atMost: 0,
    },
    {
      what: 'addresses beyond ASCII that a page refuses and the service accepts',
      figure: unknownToPages.length,
      unit: '',
      atMost: 0,
    },
  ];
};
