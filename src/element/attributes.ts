import { isLocalHostname } from '../wire/local-host.js';
import { tellDeveloper } from './page-console.js';
import { policyWords, wordsOf } from './policy.js';
import type { Settings } from './rules.js';

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
    const isSafe = protocol === 'https:' || isLocalHostname(hostname);
    return !text || (/^https?:\/\//i.test(text) && isSafe && !username && !password);
  },
];

/** A path of the page's own site too. */
const ownOrServiceUrl: Rule = [
  '/… or https://…',
  (text) =>
    text.startsWith('/') ? urlOf(`${text}/validate`, document.baseURI).origin === self.origin : serviceUrl[1](text),
];

/** What each property is without its attribute. The kind of value says how a text is read. */
const standards = {
  publicKey: '',
  endpoint: '',
  baseUrl: '',
  disposableUrl: '',
  logoUrl: '',
  envelope: '',
  workspaceParam: '',
  workspace: false,
  trigger: 'input',
  debounce: 400,
  timeout: 5000,
  hold: 2500,
  block: 'syntax typo',
  warn: 'invalid disposable spam-trap',
  allow: '',
  deny: '',
  logo: 'auto',
  noSuggestion: false,
  noOverride: false,
  noSuccess: false,
  markInput: false,
  reserve: 'line',
  paused: false,
  htmlFor: '',
  receiptName: 'email_check_receipt',
  ownership: false,
} as const satisfies Settings;

/** What is right in an attribute, if not everything is. */
const rules: Readonly<Partial<Record<keyof Settings, Rule>>> = {
  endpoint: ownOrServiceUrl,
  baseUrl: serviceUrl,
  disposableUrl: serviceUrl,
  logoUrl: serviceUrl,
  trigger: oneOf('input change submit'),
  debounce: within(0, 5000),
  timeout: within(500, 60_000),
  hold: within(0, 10_000),
  block: policy,
  warn: policy,
  logo: oneOf('auto always off'),
  reserve: oneOf('line none'),
};

/** The settings that decide which service the element asks, or what it knows by itself: with another one, what is known is out of date. */
const verdictSettings = ['publicKey', 'endpoint', 'baseUrl', 'allow', 'deny', 'noSuggestion'] as const;

/** Each property, the attribute that it is read from, and how: a wrong text is warned about once, and the default stands. */
export const attributes = Object.entries(standards).map(([name, standard]) => {
  const property = name as keyof Settings;
  const rule = rules[property];
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

/** All that a page has set on an element, as it is now. */
export const settingsOf = (element: Settings): Settings =>
  Object.fromEntries(attributes.map(({ property }) => [property, element[property]])) as unknown as Settings;

/** The settings that a verdict was made with, as one text: another text makes the verdict out of date. */
export const verdictInputs = (settings: Settings): string =>
  JSON.stringify(verdictSettings.map((property) => settings[property]));

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
