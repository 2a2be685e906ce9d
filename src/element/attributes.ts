import { tellDeveloper } from './page-console.js';
import { policyWords, wordsOf } from './policy.js';

/** What is right in an attribute, in words, and whether a text is. */
type Rule = readonly [right: string, fits: (text: string) => unknown];

const oneOf = (words: string): Rule => [words, (text) => words.split(' ').includes(text)];

const within = (least: number, most: number): Rule => [
  `${least}–${most}`,
  (text) => /^\d+$/.test(text) && +text >= least && +text <= most,
];

const policy: Rule = [policyWords.join(' '), (text) => wordsOf(text).every((word) => policyWords.includes(word))];

/** An address as the browser reads it: a backslash is a slash there, and line ends are nothing. */
const urlOf = (text: string, base?: string): Partial<URL> => {
  try {
    return new URL(text, base);
  } catch {
    return {};
  }
};

const serviceUrl: Rule = [
  'https://…',
  (text) => {
    const { protocol, hostname = '', username, password } = urlOf(text);
    const isSafe = protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1])$/.test(hostname);
    return !text || (/^https?:\/\//i.test(text) && isSafe && !username && !password);
  },
];

/** A path of the page's own site too. */
const ownOrServiceUrl: Rule = [
  '/… or https://…',
  (text) =>
    text.startsWith('/') ? urlOf(`${text}/validate`, document.baseURI).origin === self.origin : serviceUrl[1](text),
];

/**
 * Each property: its default, and the rule for its attribute where not everything is right. First those that decide whom the
 * element asks, and what it knows by itself.
 */
const rows: Readonly<Record<string, readonly [standard: string | number | boolean, rule?: Rule]>> = {
  publicKey: [''],
  endpoint: ['', ownOrServiceUrl],
  baseUrl: ['', serviceUrl],
  allow: [''],
  deny: [''],
  noSuggestion: [false],
  disposableUrl: ['', serviceUrl],
  logoUrl: ['', serviceUrl],
  envelope: [''],
  workspaceParam: [''],
  workspace: [false],
  trigger: ['input', oneOf('input change submit')],
  debounce: [400, within(0, 5000)],
  timeout: [5000, within(500, 60_000)],
  hold: [4000, within(0, 10_000)],
  block: ['syntax', policy],
  warn: ['invalid disposable spam-trap', policy],
  logo: ['auto', oneOf('auto always off')],
  noOverride: [false],
  paused: [false],
  htmlFor: [''],
  receiptName: ['email_check_receipt'],
};
/** So many of them, from the first, make what was known out of date when they change. */
const KNOWING = 6;

/** Each property, the attribute that it is read from, and how: a wrong text is warned about once, and the default stands. */
export const attributes = Object.entries(rows).map(([property, [standard, rule]]) => {
  const attribute = property === 'htmlFor' ? 'for' : property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const read = (text: string | null): string | number | boolean => {
    if (typeof standard === 'boolean') return text !== null;
    if (text === null) return standard;
    if (!rule || rule[1](text)) return typeof standard === 'number' ? +text : text;
    tellDeveloper('warn', `${attribute}="${text}" is not used: write ${rule[0]}`);
    return standard;
  };
  return { property, attribute, read };
});

/** What a page has set, by property. */
interface Settings extends Readonly<Record<string, unknown>> {
  readonly timeout: number;
}

/** All that a page has set on an element. */
export const settingsOf = (element: HTMLElement): Settings =>
  Object.fromEntries(attributes.map(({ property }) => [property, element[property as 'lang']])) as unknown as Settings;

/** Of these settings, what a verdict rests on, as one text. */
export const restsOn = (settings: Settings): string => JSON.stringify(Object.values(settings).slice(0, KNOWING));

/** Hands on the properties that a page set on an element before its class was known. */
export const takeOwnProperties = (element: HTMLElement): void => {
  const own = element as unknown as Record<string, unknown>;
  for (const { property } of attributes) {
    if (Object.hasOwn(own, property)) {
      const value = own[property];
      delete own[property];
      own[property] = value;
    }
  }
};

/** Gives a class the properties: each reads its attribute and writes it. */
export const defineProperties = (prototype: HTMLElement): void => {
  for (const { property, attribute, read } of attributes) {
    Object.defineProperty(prototype, property, {
      get(this: HTMLElement) {
        return read(this.getAttribute(attribute));
      },
      set(this: HTMLElement, value: string | number | boolean | null | undefined) {
        if (typeof (value ?? false) === 'boolean') this.toggleAttribute(attribute, !!value);
        else this.setAttribute(attribute, String(value));
      },
    });
  }
};
