import { fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define.js';
import type { EmailCheckElement, StateName } from '../../src/index.js';

/** One question that the test's service was asked. */
export interface Asked {
  readonly call: 'v1' | 'validate' | 'counts' | 'disposable' | 'logo';
  readonly email: string;
  readonly query: string;
  readonly method: string;
  readonly body: string;
  readonly type: string;
  readonly referrer: string;
  readonly cookie: string;
}

let count = 0;

/** In milliseconds. */
const LONGEST_DEBOUNCE = 5000;

/** Waits until something is so; machines are slow at times. */
export const until = (condition: () => unknown, otherwise = ''): Promise<void> =>
  waitUntil(condition, otherwise, { timeout: 30_000 });

/** Types into whatever has focus. WebKit's driver swallows the second of two like keys that come in one call. */
export const press = async (text: string): Promise<void> => {
  for (const part of text.split(/(?<=(.))(?=\1)/).filter((_, index) => index % 2 === 0)) await sendKeys({ type: part });
};

/** Types into the field of an element, which asks nothing before the last key. */
export const typeInto = async (field: HTMLElement, element: EmailCheckElement, text: string): Promise<void> => {
  field.focus();
  const { debounce } = element;
  // On a busy machine keys come slowly, and what is typed halfway would be taken for finished.
  element.debounce = LONGEST_DEBOUNCE;
  await press(text.slice(0, -1));
  element.debounce = debounce;
  await press(text.slice(-1));
};

/** Puts a text in the place of the field's at once, as pasting does: no part of it is asked about, however slow the machine is. */
export const insert = ({ input }: Pick<Page, 'input'>, text: string): void => {
  input.focus();
  input.select();
  document.execCommand('insertText', false, text);
};

/** A sign-up form with one element in it, and what a test does with them. */
export interface Page {
  readonly form: HTMLFormElement;
  readonly element: EmailCheckElement;
  readonly input: HTMLInputElement;
  readonly button: HTMLButtonElement;
  /** The element's state right after each edit. */
  readonly edits: readonly StateName[];
  /** When the field last changed, by the page's clock. */
  lastChange(): number;
  /** How often the form went out. */
  submits(): number;
  /** What the service was asked, of one kind or in all. */
  asked(call?: Asked['call']): Promise<Asked[]>;
  /** Has the service answer what it was asked about addresses that begin with `later`. */
  answer(): Promise<void>;
  /** Types with real keys. */
  type(text: string): Promise<void>;
  /** Waits until a suggestion is offered and on the screen. */
  offers(): Promise<void>;
  /** Leaves the field. */
  leave(): Promise<void>;
  /** Waits for a state. */
  reaches(state: StateName): Promise<void>;
  /** The visible message. */
  message(): string;
  /** The buttons' names, by part. */
  buttons(): Record<string, HTMLButtonElement>;
  /** What the live region holds. */
  status(): string;
}

/** Mounts a form. Each has a service of its own, so that no answer is known from an earlier test. */
export const mount = async (
  attributes: Record<string, string> = {},
  input: Record<string, string> = {},
): Promise<Page> => {
  const service = `${location.origin}/service/${Date.now()}-${++count}`;
  const form = await fixture<HTMLFormElement>(html`<form></form>`);
  const element = document.createElement('email-check');
  const field = document.createElement('input');
  const label = document.createElement('label');
  const button = document.createElement('button');
  const set = (target: HTMLElement, values: Record<string, string>): void => {
    for (const [name, value] of Object.entries(values)) target.setAttribute(name, value);
  };
  set(element, { 'base-url': service, 'public-key': 'public_test', debounce: '150', ...attributes });
  set(field, { type: 'email', name: 'email', ...input });
  button.textContent = 'Sign up';
  label.append('Email ', field);
  element.append(label);
  form.append(element, button);
  let submits = 0;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submits++;
  });
  const edits: StateName[] = [];
  let lastChange = 0;
  form.addEventListener('input', ({ timeStamp }) => {
    lastChange = timeStamp;
    edits.push(element.state);
  });
  await new Promise(requestAnimationFrame);
  const root = element.shadowRoot!;
  return {
    form,
    element,
    input: field,
    button,
    edits,
    lastChange: () => lastChange,
    submits: () => submits,
    asked: async (call) => {
      const all = (await (await fetch(`${service}/asked`)).json()) as Asked[];
      return call ? all.filter((each) => each.call === call) : all;
    },
    answer: async () => {
      await until(async () => {
        const { waiting } = (await (await fetch(`${service}/answer`)).json()) as { waiting: number };
        return waiting > 0;
      }, 'nothing waits for an answer');
    },
    type: (text) => typeInto(field, element, text),
    offers: async () => {
      await until(() => element.suggestion, 'no suggestion is offered');
      await element.updateComplete;
    },
    leave: async () => {
      // Not with Tab: behind the last field of a page it leaves the page, and the browser keeps the focus from then on.
      button.focus();
      await Promise.resolve();
    },
    reaches: async (state) => {
      await until(() => element.state === state).catch(() => {
        throw new Error(`"${field.value}" is ${element.state}, not ${state}: ${JSON.stringify(element.verdict)}`);
      });
    },
    message: () => root.querySelector('[part~=message]')?.textContent ?? '',
    buttons: () => {
      const shown = [...root.querySelectorAll<HTMLButtonElement>('button')];
      return Object.fromEntries(
        shown.map((each): [string, HTMLButtonElement] => [each.getAttribute('part') ?? '', each]),
      );
    },
    status: () => root.querySelector('[role=status]')?.textContent ?? '',
  };
};

/** Mounts a form whose element asks a key proxy: the same service, without a key. */
export const mountWithProxy = async (
  attributes: Record<string, string> = {},
  input: Record<string, string> = {},
): Promise<Page> => {
  const page = await mount({ 'public-key': '', ...attributes }, input);
  const endpoint = new URL(page.element.baseUrl).pathname;
  page.element.removeAttribute('base-url');
  page.element.endpoint = endpoint;
  await page.element.updateComplete;
  return page;
};
