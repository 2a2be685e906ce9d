/** `npm run manifest`: the table of all options in docs/service.md, from the rows that the service reads its configuration by. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { flagOf, optionNames, optionRows, type OptionName } from '../src/service/config.js';
import type { OptionRow } from '../src/service/config-values.js';
import { code, formatted, rows, withGenerated } from './markdown.js';

/** A default as it is written. */
const fallbackOf = (fallback: unknown): string => {
  if (typeof fallback === 'boolean') return code(fallback ? 'on' : 'off');
  if (Array.isArray(fallback) && fallback.length > 0) return code(fallback.join(','));
  return typeof fallback === 'string' || typeof fallback === 'number' ? code(String(fallback)) : '–';
};

/** Text that is no markup: <database> would be taken for a tag. */
const plain = (text: string): string => text.replaceAll('<', '\\<');

const optionRow = (name: OptionName): readonly string[] => {
  const { help, expects, fallback }: OptionRow<unknown> = optionRows[name];
  return [code(`--${flagOf(name)}`), code(name), plain(expects), fallbackOf(fallback), plain(help)];
};

/** A page of documentation with the table of options between its two markers as it is now. */
export const withOptions = (page: string): string =>
  withGenerated(page, rows(['flag', 'in a file', 'value', 'default', 'meaning'], optionNames.map(optionRow)));

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync('docs/service.md', await formatted(withOptions(readFileSync('docs/service.md', 'utf8'))));
