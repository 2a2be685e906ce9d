import { BAD_BYTES } from '../bulk/cell-scanner.js';
import { ListError } from '../bulk/list-error.js';
import { seenText } from '../verdict/seen-text.js';

/** What stands in the columns of a file of contacts. */
export interface ContactColumns {
  /** The column of the address, counted from 0. */
  readonly email: number;
  /** The field that each column holds; `''` for the address, and for a column without a name. */
  readonly fields: readonly string[];
}

const EMAIL = 'email';
const MOST_COLUMNS = 50;
const LONGEST_NAME = 64;
const NAMES_SHOWN = 200;

/** What columns may be called too; capitals, blanks, - and _ do not count. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  [EMAIL]: ['emailaddress'],
  fullname: ['name'],
  firstname: ['givenname'],
  lastname: ['familyname', 'surname'],
  photo: ['avatar'],
  organization: ['organisation', 'company'],
};

/** Names that mean something else in an answer or a program. */
const RESERVED = ['inferred', '__proto__'];

const badHeader = (words: string) => new ListError('bad-header', `The first line cannot be used: ${words}.`);

/** A column's field: one of ours, or the name as it stands. */
const fieldOf = (name: string): string => {
  const squeezed = name.toLowerCase().replace(/[\s_-]/gu, '');
  const known = Object.entries(aliases).find(([field, others]) => field === squeezed || others.includes(squeezed));
  return known?.[0] ?? name;
};

const checkName = (name: string): void => {
  if (name.includes(BAD_BYTES)) throw badHeader('it is not UTF-8; save the file as CSV in UTF-8');
  if (name.length > LONGEST_NAME) throw badHeader(`a column's name is longer than ${LONGEST_NAME} characters`);
  if (seenText(name) !== name) throw badHeader("a column's name has characters that cannot be seen");
  if (RESERVED.includes(name.toLowerCase()))
    throw badHeader(`"${name}" is a name of our own; give the column another one`);
};

/**
 * Reads the first line of a file of contacts.
 * @throws ListError `bad-header`, `no-column`.
 */
export function readContactColumns(cells: readonly string[]): ContactColumns {
  if (cells.length > MOST_COLUMNS) throw badHeader(`it has more than ${MOST_COLUMNS} columns`);
  cells.forEach(checkName);
  const fields = cells.map(fieldOf);
  const double = fields.find((field, index) => field && fields.indexOf(field) !== index);
  if (double) throw badHeader(`two columns are "${double}"; keep one of them`);
  const email = fields.indexOf(EMAIL);
  if (email < 0) {
    const shown = cells.join(', ').slice(0, NAMES_SHOWN);
    throw new ListError(
      'no-column',
      `The first line has no column "${EMAIL}", or no commas between the columns. What it has: ${shown}.`,
    );
  }
  return { email, fields: fields.map((field, index) => (index === email ? '' : field)) };
}
