import { readFileSync } from 'node:fs';

const page = readFileSync('docs/bulk.md', 'utf8');

/** What stands between two markers of docs/bulk.md. */
export const between = (marker: string): string => {
  const [, text] = new RegExp(`<!-- ${marker} -->\\n(.*?)<!-- /${marker} -->`, 's').exec(page) ?? [];
  if (text === undefined) throw new Error(`docs/bulk.md has nothing marked as ${marker}.`);
  return text.trim();
};

/** The rows of the table between two markers, without its head. */
export const tableOf = (marker: string): readonly (readonly string[])[] =>
  between(marker)
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .replace(/^\| | \|$/g, '')
        .split(' | ')
        .map((cell) => cell.trim()),
    );

/** The texts that stand as code in a part of the page. */
export const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Matches what is printed, as the page shows it: `…` in a line for what is different each time, and alone in one for any number of lines. */
export const asShown = (shown: string): RegExp =>
  new RegExp(
    `^${shown
      .split('…')
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^\n]+')
      .replace(/(?<=^|\n)\[\^\n\]\+\n/g, '(?:[^\n]*\n)*?')}$`,
  );
