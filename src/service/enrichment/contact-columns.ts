import { columnNameOf, TableError } from '../../table/index.js';
import { shownText } from '../../text/index.js';

/** Columns of a file of contacts. */
export interface ContactColumns {
  /** The column of the address, counted from 0. */
  readonly email: number;
  /** The field that each column holds; `''` for the address, and for a column without a name. */
  readonly fields: readonly string[];
}

const EMAIL = 'email';
const MOST_COLUMNS = 50;
const LONGEST_FIELD_NAME = 64;

/** Other names of columns, as `columnNameOf` reads their names. */
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

const badHeader = (words: string) => new TableError('bad-header', `The header cannot be used: ${words}.`);

/** A column's field: one of ours, or the name as it is. */
const fieldOf = (name: string): string => {
  const plain = columnNameOf(name);
  const known = Object.entries(aliases).find(([field, others]) => field === plain || others.includes(plain));
  return known === undefined || known[0] === EMAIL ? name : known[0];
};

const checkName = (name: string): void => {
  if (name.length > LONGEST_FIELD_NAME)
    throw badHeader(`a column's name is longer than ${LONGEST_FIELD_NAME} characters`);
  if (shownText(name) !== name) throw badHeader("a column's name has characters that cannot be seen");
  if (RESERVED.includes(name.toLowerCase()))
    throw badHeader(`"${name}" is a name of our own; give the column another one`);
};

/**
 * Reads the header of a file of contacts. `email` is the column of the address, counted from 0.
 * @throws TableError `bad-header`.
 */
export function readContactColumns(cells: readonly string[], email: number): ContactColumns {
  if (cells.length > MOST_COLUMNS) throw badHeader(`it has more than ${MOST_COLUMNS} columns`);
  cells.filter((_, column) => column !== email).forEach(checkName);
  // Another column of addresses is stored under the name in its header.
  const fields = cells.map((cell, column) => (column === email ? '' : fieldOf(cell)));
  const double = fields.find((field, index) => field && fields.indexOf(field) !== index);
  if (double) throw badHeader(`two columns are "${double}"; keep one of them`);
  return { email, fields };
}
