import { readFileSync } from 'node:fs';
import { ConfigError } from '../config.js';
import { codeOf } from '../error-code.js';
import { faultPosition } from '../json-position.js';
import { nearName } from '../near-name.js';
import { askModes, mailProviders, type AskMode, type AskRule, type MailProvider } from '../probe/index.js';

/** The fields of a provider in the file, what each must be, and whether a value is. */
const fields = {
  hosts: [
    'a list of host names, such as ["mx.example.com", ".example.net"]; a dot before a name means all names below it',
    (value: unknown) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((each) => typeof each === 'string' && /^\.?[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(each)),
  ],
  single: ['', (value: unknown) => askModes.includes(value as AskMode)],
  lists: ['', (value: unknown) => askModes.includes(value as AskMode)],
  connections: ['a whole number from 1 to 20', (value: unknown) => isBetween(value, 1, 20) && Number.isInteger(value)],
  perSecond: ['a number from 0.01 to 100', (value: unknown) => isBetween(value, 0.01, 100)],
  perDay: [
    'a whole number from 1 to 10000000',
    (value: unknown) => isBetween(value, 1, 1e7) && Number.isInteger(value),
  ],
  reason: ['a text', (value: unknown) => typeof value === 'string'],
} as const satisfies Record<string, readonly [string, (value: unknown) => boolean]>;

type FieldName = keyof typeof fields;
type Row = Partial<Omit<MailProvider, 'name' | 'single' | 'lists'>> & {
  readonly single?: AskMode;
  readonly lists?: AskMode;
  readonly reason?: string;
};

const isBetween = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Defaults of a provider that this release does not know. */
const NEW: Omit<MailProvider, 'name' | 'hosts'> = {
  single: { mode: 'ask', reason: '', source: '', date: '' },
  lists: { mode: 'ask', reason: '', source: '', date: '' },
  ...{ connections: 2, perSecond: 1, perDay: 10_000 },
};

const expectedOf = (field: FieldName): string => fields[field][0] || `one of ${askModes.join(', ')}`;

const faultsOf = (name: string, row: unknown): string[] => {
  if (!isObject(row)) return [`"${name}" is not an object: write ${'{ "lists": "ask-slowly" }'} or the like`];
  const names = Object.keys(fields);
  const faults = Object.entries(row).flatMap(([field, value]) => {
    if (!Object.hasOwn(fields, field)) {
      const meant = nearName(field, names);
      return [
        `"${name}" has an unknown field "${field}"${meant ? ` (did you mean ${meant}?)` : `: the fields are ${names.join(', ')}`}`,
      ];
    }
    const known = field as FieldName;
    return fields[known][1](value)
      ? []
      : [`"${field}" of "${name}" is ${JSON.stringify(value)}: write ${expectedOf(known)}`];
  });
  const isKnown = mailProviders.some((each) => each.name === name);
  if (isKnown || Object.hasOwn(row, 'hosts')) return faults;
  return [
    ...faults,
    `"${name}" is not a known provider (${mailProviders.map((each) => each.name).join(', ')}), and has no "hosts"`,
  ];
};

const ruleOf = (before: AskRule, mode: AskMode | undefined, reason = 'the operator’s own rule'): AskRule =>
  mode === undefined ? before : { mode, reason, source: '', date: '' };

const withRow = (before: MailProvider, { single, lists, reason, ...rest }: Row): MailProvider => ({
  ...before,
  ...rest,
  single: ruleOf(before.single, single, reason),
  lists: ruleOf(before.lists, lists, reason),
});

const parsed = (path: string): unknown => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `The file of mail providers ${path} cannot be read (${codeOf(error)}). Check the path and its permissions.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    const { line, column } = faultPosition(text);
    throw new ConfigError(`The file of mail providers ${path} is not JSON: see line ${line}, column ${column}.`);
  }
};

/**
 * The mail providers of this release with an operator's file over them: new ones first, so that their hosts may be some of a known one's.
 * @throws ConfigError that names everything in the file that cannot be used.
 */
export const readMailProviders = (path: string | undefined): readonly MailProvider[] => {
  if (path === undefined) return mailProviders;
  const rows = parsed(path);
  if (!isObject(rows))
    throw new ConfigError(
      `The file of mail providers ${path} is not an object: write ${'{ "microsoft-consumer": { "lists": "ask-slowly" } }'} or the like.`,
    );
  const faults = Object.entries(rows).flatMap(([name, row]) => faultsOf(name, row));
  if (faults.length > 0)
    throw new ConfigError(`The file of mail providers ${path} cannot be used: ${faults.join('; ')}.`);
  const isKnown = (name: string) => mailProviders.some((each) => each.name === name);
  return [
    ...Object.entries(rows as Record<string, Row>).flatMap(([name, row]) =>
      isKnown(name) ? [] : [withRow({ ...NEW, name, hosts: [] }, row)],
    ),
    ...mailProviders.map((each) => withRow(each, (rows as Record<string, Row>)[each.name] ?? {})),
  ];
};
