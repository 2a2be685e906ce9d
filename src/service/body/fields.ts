import { MOST_CREDITS } from '../accounts/index.js';
import { BodyError } from './body-error.js';

/** A field of a body or a query. */
export interface Field<Value> {
  /** Description of a valid value, to end "write …". */
  readonly expects: string;
  /** The value, or `undefined` if what was sent is invalid. */
  readonly read: (sent: unknown) => Value | undefined;
}

type Fields = Readonly<Record<string, Field<unknown>>>;

/** Type of the values that fields are read to. */
type ValuesOf<Table extends Fields> = {
  readonly [Name in keyof Table]: Table[Name] extends Field<infer Value> ? Value : never;
};

/** The fields that were sent, by name. */
export type JsonFields = Readonly<Record<string, unknown>>;

const MOST_CHARACTERS = 200;
const MOST_ORIGINS = 100;

const isText = (sent: unknown): sent is string => typeof sent === 'string' && sent.length <= MOST_CHARACTERS;

/** A text of at most this many characters that is not blank. */
export const textUpTo = (most: number): Field<string> => ({
  expects: `a text of 1 to ${most} characters`,
  read: (sent) => (typeof sent === 'string' && sent.length <= most && sent.trim() ? sent : undefined),
});

export const text = textUpTo(MOST_CHARACTERS);

/** A day of usage. The rule of the range checks the rest. */
export const day: Field<string> = {
  expects: 'a day as YY-MM-DD',
  read: (sent) => (isText(sent) && sent ? sent : undefined),
};

export const flag: Field<boolean> = {
  expects: 'true or false',
  read: (sent) => (typeof sent === 'boolean' ? sent : undefined),
};

/** A number of credits, `least` or more. */
export const credits = (least: number): Field<number> => ({
  expects: `a whole number from ${least} to ${MOST_CREDITS}, without quotes`,
  read: (sent) =>
    typeof sent === 'number' && Number.isInteger(sent) && sent >= least && sent <= MOST_CREDITS ? sent : undefined,
});

/** The number of an account or a key in a body. */
export const id: Field<number> = {
  expects: 'its number, without quotes',
  read: (sent) => (typeof sent === 'number' && Number.isSafeInteger(sent) && sent > 0 ? sent : undefined),
};

/** The same in a path or a query. */
export const idText: Field<number> = {
  expects: 'its number, in digits',
  read: (sent) => (typeof sent === 'string' && /^[1-9]\d{0,14}$/.test(sent) ? Number(sent) : undefined),
};

export const kind: Field<'private' | 'public'> = {
  expects: '"private" or "public"',
  read: (sent) => (sent === 'private' || sent === 'public' ? sent : undefined),
};

/** A number of validations a day. The account's rule checks the rest. */
export const daily: Field<number> = {
  expects: 'a whole number of validations a day, without quotes',
  read: (sent) => (typeof sent === 'number' && Number.isSafeInteger(sent) && sent > 0 ? sent : undefined),
};

/** The same for a budget. */
export const dailyBudget: Field<number | 'off'> = {
  expects: `${daily.expects}, or "off"`,
  read: (sent) => (sent === 'off' ? sent : daily.read(sent)),
};

export const answers: Field<'mailbox' | 'domain'> = {
  expects: '"mailbox" or "domain"',
  read: (sent) => (sent === 'mailbox' || sent === 'domain' ? sent : undefined),
};

export const origins: Field<readonly string[]> = {
  expects: `a list of ${MOST_ORIGINS} origins at most, as in ["https://www.example.com"]`,
  read: (sent) => (Array.isArray(sent) && sent.length <= MOST_ORIGINS && sent.every(isText) ? sent : undefined),
};

/**
 * Reads required and optional fields.
 * @throws BodyError 400 that names the first field that is missing, bad or unknown.
 */
export const readFields = <Needed extends Fields, Free extends Fields>(
  sent: JsonFields,
  needed: Needed,
  free: Free,
): ValuesOf<Needed> & Partial<ValuesOf<Free>> => {
  const table: Fields = { ...free, ...needed };
  const unknown = Object.keys(sent).find((name) => !Object.hasOwn(table, name));
  if (unknown !== undefined) {
    const known = Object.keys(table).join(', ') || 'none';
    throw new BodyError(
      400,
      `Unknown field ${JSON.stringify(unknown.slice(0, MOST_CHARACTERS))}: use only these: ${known}.`,
    );
  }
  const entries = Object.entries(table).flatMap(([name, { expects, read }]) => {
    const isSent = Object.hasOwn(sent, name);
    if (!isSent && !Object.hasOwn(needed, name)) return [];
    const value = isSent ? read(sent[name]) : undefined;
    if (value === undefined)
      throw new BodyError(
        400,
        `The field "${name}" is ${isSent ? 'not usable' : 'missing'}: write ${expects}.`,
        {},
        name,
      );
    return [[name, value]];
  });
  return Object.fromEntries(entries) as ValuesOf<Needed> & Partial<ValuesOf<Free>>;
};
