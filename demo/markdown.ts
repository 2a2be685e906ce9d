import { format, resolveConfig } from 'prettier';

/** Tables of generated references in pages of documentation. */

/** Text as code. */
export const code = (text: string): string => `\`${text}\``;

const cells = (row: readonly string[]): string =>
  `| ${row.map((cell) => cell.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;

/** A table of Markdown, its head first. */
export const rows = (head: readonly string[], body: readonly (readonly string[])[]): string =>
  [cells(head), cells(head.map(() => '---')), ...body.map(cells)].join('\n');

/** A page of documentation with other text between two of its markers. */
export const withGenerated = (page: string, text: string, marker = 'reference'): string =>
  page.replace(new RegExp(`(?<=<!-- ${marker} -->\\n).*(?=<!-- /${marker} -->)`, 's'), () => `\n${text}\n\n`);

/** A page as `npm run format` leaves it. */
export const formatted = async (page: string): Promise<string> =>
  format(page, { ...(await resolveConfig('README.md')), parser: 'markdown' });
