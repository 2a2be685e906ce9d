/** `npm run manifest`: the tables in docs/element.md, from custom-elements.json, which that command has just made. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { en } from '../src/element/locales/en.js';
import { aliases, languageTags, type LocaleFile } from '../src/element/locales/index.js';
import type { EmailCheckEventDetails } from '../src/index.js';
import { code, formatted, rows, withGenerated } from './markdown.js';

/** One row of the manifest: an attribute, a property, a method, an event, a slot, a part, a custom property or a state. */
interface Row {
  readonly name: string;
  readonly description?: string;
  readonly type?: { readonly text: string };
  readonly default?: string;
  readonly kind?: string;
  readonly static?: boolean;
  readonly readonly?: boolean;
  /** Of a property: its attribute. */
  readonly attribute?: string;
  /** Of an attribute: its property. */
  readonly fieldName?: string;
}

type List = 'attributes' | 'members' | 'events' | 'slots' | 'cssParts' | 'cssProperties' | 'cssStates';
type Declaration = Readonly<Record<List, readonly Row[]>> & { readonly name: string; readonly tagName?: string };

/** What is read of custom-elements.json. */
export interface Manifest {
  readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
}

/** What an event tells beside the field's address, which the manifest has in a type alone. */
const fields: {
  readonly [Type in keyof EmailCheckEventDetails]: Readonly<Record<keyof EmailCheckEventDetails[Type], string>>;
} = {
  'email-check-start': {},
  'email-check-verdict': {
    verdict: 'what is known of the address',
    source: "`'local'` (the page's own lists), `'detector'`, `'service'` or `'cache'` (known from before)",
  },
  'email-check-suggestion': { suggestion: 'the address that was probably meant' },
  'email-check-accept': { previous: 'what was typed; the field holds the suggestion now' },
  'email-check-limit': { code: "`'daily-limit'`" },
  'email-check-error': { code: 'why, in one word: see [When things fail](#when-things-fail)' },
};

const table = (heading: string, head: readonly string[], body: readonly (readonly string[])[]): string =>
  `### ${heading}\n\n${rows(head, body)}`;

/** What may be written into an attribute. */
const valueOf = (type = ''): string =>
  type.includes("'")
    ? type.replace(/'(\w+)'/g, '`$1`').replaceAll(' | ', ', ')
    : type === 'boolean'
      ? 'present'
      : type === 'number'
        ? 'number'
        : 'text';

/** A default as it stands in markup. */
const standardOf = (standard = ''): string => {
  const text = standard.replace(/^'(.*)'$/, '$1');
  return text && text !== 'false' ? code(text) : '–';
};

const plain = (listed: readonly Row[], heading: string, head: string, before = ''): string =>
  table(
    heading,
    [head, 'meaning'],
    listed.map(({ name, description = '' }) => [code(before + name), description]),
  );

const eventFields = (name: string): string =>
  Object.entries(fields[name as keyof EmailCheckEventDetails])
    .map(([field, meaning]) => `${code(field)}: ${String(meaning)}`)
    .join('; ') || '–';

/** Whether a native speaker has read the texts of a language. English has no file. */
const isReviewed = (tag: string): boolean => {
  if (tag === 'en') return true;
  const file = readFileSync(`src/element/locales/${aliases[tag] ?? tag}.json`, 'utf8');
  return !(JSON.parse(file) as LocaleFile)['@status'];
};

const tagsThat = (test: (tag: string) => boolean): string => languageTags().filter(test).map(code).join(', ');

/** All tables, as Markdown. */
const referenceOf = ({ modules }: Manifest): string => {
  const element = modules.flatMap(({ declarations }) => declarations).find(({ tagName }) => tagName === 'email-check');
  if (!element) throw new Error('custom-elements.json has no <email-check>.');
  const { name, attributes, members, events, slots, cssParts, cssProperties, cssStates } = element;
  const properties = members.filter(({ kind, attribute }) => kind === 'field' && !attribute);
  return [
    table(
      'Attributes',
      ['attribute', 'property', 'value', 'default', 'meaning'],
      attributes.map((row) => [
        code(row.name),
        code(row.fieldName ?? row.name),
        valueOf(row.type?.text),
        standardOf(row.default),
        row.description ?? '',
      ]),
    ),
    table(
      'Properties without an attribute',
      ['property', 'type', 'meaning'],
      properties.map((row) => [
        code(row.static ? `${name}.${row.name}` : row.name),
        code(row.type?.text ?? ''),
        `${row.description ?? ''}${row.readonly ? ' Read-only.' : ''}`,
      ]),
    ),
    plain(
      members.filter(({ kind }) => kind === 'method').map((row) => ({ ...row, name: `${row.name}()` })),
      'Methods',
      'method',
    ),
    table(
      'Events',
      ['event', 'when', 'fields', 'type'],
      events.map((row) => [code(row.name), row.description ?? '', eventFields(row.name), code(row.type?.text ?? '')]),
    ),
    plain(
      slots.map((row) => ({ ...row, name: row.name || '(default)' })),
      'Slots',
      'slot',
    ),
    plain(cssParts, 'Parts', 'part'),
    table(
      'Custom properties',
      ['custom property', 'default', 'meaning'],
      cssProperties.map((row) => [code(row.name), standardOf(row.default), row.description ?? '']),
    ),
    table(
      'Custom states',
      ['state', 'meaning'],
      cssStates.map((row) => [code(`:state(${row.name})`), row.description ?? '']),
    ),
    `### Languages\n\nThe element has texts for the tags in this table, and for longer tags that begin with one of them. Corrections from native speakers are welcome.\n\n${rows(
      ['read by a native speaker', 'languages'],
      [
        ['yes', tagsThat(isReviewed)],
        ['no', tagsThat((tag) => !isReviewed(tag))],
      ],
    )}`,
    table(
      'Texts',
      ['key in `messages`', 'in English'],
      Object.entries(en).map(([key, text]) => [code(key), text]),
    ),
  ].join('\n\n');
};

/** A page of documentation with the tables between its two markers as the manifest gives them now. */
export const withReference = (page: string, manifest: Manifest): string => withGenerated(page, referenceOf(manifest));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = readFileSync('docs/element.md', 'utf8');
  const manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8')) as Manifest;
  writeFileSync('docs/element.md', await formatted(withReference(page, manifest)));
}
