import { tellDeveloper } from './page-console.js';
import { clauses, wordsOf } from './policy.js';


const URL_WANTED = 'an https URL';
const policyWords = clauses.map(([word]) => word).join(' ');

/** An attribute: its default, and what it may be where not everything is right: a URL, words of a list, a number between two. */
type Row = readonly [standard: string | number | boolean, wanted?: string | number, most?: number];

const rows: Readonly<Record<string, Row>> = {
  publicKey: [''],
  baseUrl: ['', URL_WANTED],
  disposableUrl: ['', URL_WANTED],
  logoUrl: ['', URL_WANTED],
  envelope: [''],
  workspaceParam: [''],
  workspace: [false],
  trigger: ['input', 'input change submit'],
  debounce: [400, 0, 5000],
  timeout: [5000, 500, 60_000],
  hold: [4000, 0, 10_000],
  block: ['syntax', policyWords],
  warn: ['invalid disposable spam-trap', policyWords],
  allow: [''],
  deny: [''],
  logo: ['auto', 'auto always off'],
  noSuggestion: [false],
  noOverride: [false],
  paused: [false],
  htmlFor: [''],
};

const isServiceUrl = (text: string): boolean => {
  try {
    const { protocol, hostname } = new URL(text);
    return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
  } catch {
    return false;
  }
};

const isRight = (text: string, [, wanted, most]: Row): boolean => {
  if (typeof wanted === 'number') return Number(text) >= wanted && Number(text) <= most!;
  if (wanted === URL_WANTED) return isServiceUrl(text);
  return !wanted || wordsOf(text).every((word) => wordsOf(wanted).includes(word));
};

/** Each property, the attribute that it is read from, and how: a wrong text is warned about once, and the default stands. */
export const attributes = Object.entries(rows).map(([property, row]) => {
  const attribute = property === 'htmlFor' ? 'for' : property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const [standard, wanted, most] = row;
  const read = (text: string | null): string | number | boolean => {
    if (typeof standard === 'boolean') return text !== null;
    // Of all that an attribute may be, only a list of policy words may be empty.
    if (text === null || (!text && wanted !== policyWords)) return standard;
    if (isRight(text, row)) return typeof standard === 'number' ? Number(text) : text;
    tellDeveloper('warn', `${attribute}="${text}" is not used. It may be ${most === undefined ? wanted : `${wanted} to ${most}`}`);
    return standard;
  };
  return { property, attribute, read };
});
