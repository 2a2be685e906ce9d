import { tellDeveloper } from './page-console.js';
import { clauses } from './policy.js';

/** https, or http on this machine. */
const SERVICE_URL = /^($|https:\/\/|http:\/\/(localhost|127\.[\d.]+|\[::1])([:/]|$))/i;

/** Policy words with blanks or commas between them; none is right too. */
const POLICY = new RegExp(`^[\\s,]*((${clauses.map(([word]) => word).join('|')})([\\s,]+|$))*$`, 'i');

/** An attribute: its default, and what it must look like where not everything is right. */
type Row = readonly [standard: string | number | boolean, pattern?: RegExp];

const rows: Readonly<Record<string, Row>> = {
  publicKey: [''],
  baseUrl: ['', SERVICE_URL],
  disposableUrl: ['', SERVICE_URL],
  logoUrl: ['', SERVICE_URL],
  envelope: [''],
  workspaceParam: [''],
  workspace: [false],
  trigger: ['input', /^(input|change|submit)$/],
  // 0 to 5,000; 500 to 60,000; 0 to 10,000.
  debounce: [400, /^([0-4]?\d{1,3}|5000)$/],
  timeout: [5000, /^([5-9]\d\d|[1-9]\d{3}|[1-5]\d{4}|60000)$/],
  hold: [4000, /^(\d{1,4}|10000)$/],
  block: ['syntax', POLICY],
  warn: ['invalid disposable spam-trap', POLICY],
  allow: [''],
  deny: [''],
  logo: ['auto', /^(auto|always|off)$/],
  noSuggestion: [false],
  noOverride: [false],
  paused: [false],
  htmlFor: [''],
};

/** Each property, the attribute that it is read from, and how: a wrong text is warned about once, and the default stands. */
export const attributes = Object.entries(rows).map(([property, [standard, pattern]]) => {
  const attribute = property === 'htmlFor' ? 'for' : property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const read = (text: string | null): string | number | boolean => {
    if (typeof standard === 'boolean') return text !== null;
    if (text === null) return standard;
    if (!pattern || pattern.test(text)) return typeof standard === 'number' ? Number(text) : text;
    tellDeveloper('warn', `${attribute}="${text}" is not used: it must match ${pattern}`);
    return standard;
  };
  return { property, attribute, read };
});

/** Hands on the properties that a page set on an element before its class was known. */
export const takeOwnProperties = (element: HTMLElement, ...more: string[]): void => {
  for (const property of [...attributes.map((each) => each.property), ...more]) {
    const own = Object.getOwnPropertyDescriptor(element, property);
    if (own && Reflect.deleteProperty(element, property)) Reflect.set(element, property, own.value);
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
