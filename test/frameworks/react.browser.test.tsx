import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { StrictMode, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import '../../src/frameworks/react.js';
import { press, typeInto, until, type Asked } from '../element/page.js';
import { onInput, onWindow, whileShown } from './own-listeners.js';

/** The listeners that can be taken back by signal, as the element adds all of its own. */
const added: { readonly target: EventTarget; readonly type: string; readonly signal: AbortSignal }[] = [];
const { addEventListener } = EventTarget.prototype;

const heardOn = (target: EventTarget): string[] =>
  added
    .filter((each) => each.target === target && !each.signal.aborted)
    .map(({ type }) => type)
    .sort();

const complaints: string[] = [];
const { error, warn } = console;

let root: Root;
let count = 0;
let service = '';

const find = <Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] =>
  document.querySelector(name)!;

const shown = (): Element | null | undefined => find('email-check').shadowRoot?.querySelector('.row');

const message = (): string => shown()?.querySelector('[part=message]')?.textContent ?? '';

const click = (part: string): void => shown()?.querySelector<HTMLButtonElement>(`[part=${part}]`)?.click();

const asked = async (): Promise<string[]> => {
  const all = (await (await fetch(`${service}/asked`)).json()) as Asked[];
  return all.filter(({ call }) => call === 'v1').map(({ email }) => email);
};

const reaches = (state: string): Promise<void> => until(() => find('email-check').state === state, `not ${state}`);

const render = (node: ReactNode): void => flushSync(() => root.render(node));

const type = (text: string): Promise<void> => typeInto(find('input'), find('email-check'), text);

interface FieldProps {
  readonly block?: string;
  /** Of the element, and of the input alone. */
  readonly elementKey?: number;
  readonly inputKey?: number;
  readonly onSubmit?: (email: string) => void;
}

/** What a page of React is likely to have: the value in its state, and on the page. */
const Field = ({ block = 'syntax', elementKey = 0, inputKey = 0, onSubmit }: FieldProps) => {
  const [email, setEmail] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.(email);
      }}
    >
      <email-check key={elementKey} public-key="public_test" base-url={service} debounce={150} block={block}>
        <label>
          Email <input key={inputKey} type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
        </label>
      </email-check>
      <output>{email}</output>
      <button>Sign up</button>
    </form>
  );
};

describe('in React', () => {
  before(() => {
    EventTarget.prototype.addEventListener = function (name, listener, options) {
      if (typeof options === 'object' && options?.signal)
        added.push({ target: this, type: name, signal: options.signal });
      addEventListener.call(this, name, listener, options);
    };
    const complain = (...words: unknown[]): void => void complaints.push(words.map(String).join(' '));
    Object.assign(console, { error: complain, warn: complain });
  });

  after(() => {
    EventTarget.prototype.addEventListener = addEventListener;
    Object.assign(console, { error, warn });
  });

  beforeEach(async () => {
    // Each test has a service of its own, so that no answer is known from an earlier one.
    service = `${location.origin}/service/react-${Date.now()}-${++count}`;
    root = createRoot(await fixture<HTMLElement>(html`<div></div>`));
  });

  afterEach(() => {
    root.unmount();
    fixtureCleanup();
    expect(heardOn(window), 'left on the window').to.deep.equal([]);
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  it('accepting or undoing a suggestion updates the state of a controlled input', async () => {
    render(<Field />);
    await type('safe@gmial.com');
    expect(find('output').textContent).to.equal('safe@gmial.com');
    await until(() => shown()?.querySelector('[part=accept]'));
    click('accept');
    expect(find('input').value).to.equal('safe@gmail.com');
    await until(() => find('output').textContent === 'safe@gmail.com');
    await reaches('safe');
    expect(await asked()).to.deep.equal(['safe@gmail.com']);
    expect(find('input').value).to.equal('safe@gmail.com');

    await until(() => shown()?.querySelector('[part=undo]'));
    click('undo');
    await until(() => find('output').textContent === 'safe@gmial.com');
    expect(find('input').value).to.equal('safe@gmial.com');
  });

  it('another render keeps the message, the description and one set of listeners', async () => {
    render(<Field block="invalid" />);
    await type('invalid@acme.org');
    await reaches('invalid');
    await until(() => find('input').getAttribute('aria-describedby'));
    const [input, words] = [find('input'), message()];
    expect(words).to.match(/^Can't be reached/);
    for (let times = 0; times < 3; times++) render(<Field block="invalid" onSubmit={() => undefined} />);
    await find('email-check').updateComplete;
    expect(find('input')).to.equal(input);
    expect(message()).to.equal(words);
    expect(document.getElementById(input.getAttribute('aria-describedby')!)?.textContent).to.equal(words);
    expect(input.getAttribute('aria-invalid')).to.equal('true');
    expect(heardOn(input)).to.deep.equal(onInput);
    expect(heardOn(window)).to.deep.equal(whileShown);
    expect(await asked()).to.have.length(1);
  });

  for (const [what, changed] of [
    ['the element', { elementKey: 1 }],
    ['the input', { inputKey: 1 }],
  ] as const)
    it(`another key of ${what} moves everything to the new input, and cleans up the old one`, async () => {
      render(<Field block="invalid" />);
      await type('invalid@acme.org');
      await reaches('invalid');
      await until(() => find('input').getAttribute('aria-describedby'));
      const [input, element] = [find('input'), find('email-check')];
      render(<Field block="invalid" {...changed} />);
      await until(() => heardOn(find('input')).length);
      expect(find('input')).not.to.equal(input);
      expect(heardOn(input)).to.deep.equal([]);
      if (find('email-check') !== element) expect(heardOn(element)).to.deep.equal([]);
      expect(input.validity.customError).to.equal(false);
      expect(['aria-describedby', 'aria-invalid'].map((name) => input.getAttribute(name))).to.deep.equal([null, null]);
      expect(heardOn(find('input'))).to.deep.equal(onInput);
      expect(heardOn(window)).to.deep.equal(onWindow);
      await find('email-check').updateComplete;
      expect(find('email-check').state).to.equal('idle');
      expect(message()).to.equal('');

      find('input').select();
      await press('safe@acme.org');
      await reaches('safe');
      expect(find('output').textContent).to.equal('safe@acme.org');
    });

  it('StrictMode leaves one set of listeners, and sends one request', async () => {
    render(
      <StrictMode>
        <Field />
      </StrictMode>,
    );
    await type('safe@acme.org');
    await reaches('safe');
    expect(heardOn(find('input'))).to.deep.equal(onInput);
    expect(heardOn(window)).to.deep.equal(whileShown);
    expect(await asked()).to.deep.equal(['safe@acme.org']);
  });

  it('onSubmit runs once for a submit that was held, with the value that was checked', async () => {
    const submitted: string[] = [];
    render(<Field block="syntax invalid" onSubmit={(email) => submitted.push(email)} />);
    await type('safe@acme.org');
    await sendKeys({ press: 'Enter' });
    await until(() => submitted.length);
    await find('email-check').updateComplete;
    expect(find('email-check').state).to.equal('safe');
    expect(submitted).to.deep.equal(['safe@acme.org']);
    expect(await asked()).to.have.length(1);
  });

  it('onSubmit does not run for a submit that is blocked', async () => {
    const submitted: string[] = [];
    render(<Field block="syntax invalid" onSubmit={(email) => submitted.push(email)} />);
    await type('invalid@acme.org');
    await sendKeys({ press: 'Enter' });
    await reaches('invalid');
    await until(() => find('input').getAttribute('aria-invalid'));
    expect(submitted).to.deep.equal([]);
  });

  it('a form action runs once for a submit that was held, and leaves an empty field', async () => {
    const sent: FormDataEntryValue[][] = [];
    render(
      <form action={(data) => void sent.push(data.getAll('email'))}>
        <email-check public-key="public_test" base-url={service} block="syntax invalid">
          <label>
            Email <input type="email" name="email" />
          </label>
        </email-check>
        <button>Sign up</button>
      </form>,
    );
    await type('safe@acme.org');
    await sendKeys({ press: 'Enter' });
    await until(() => sent.length);
    await reaches('idle');
    expect(sent).to.deep.equal([['safe@acme.org']]);
    expect(find('input').value).to.equal('');
  });

  it('a form action receives the receipt of a key proxy, for which its submit was held', async () => {
    const sent: Record<string, FormDataEntryValue>[] = [];
    render(
      <form action={(data) => void sent.push(Object.fromEntries(data))}>
        <email-check endpoint={new URL(service).pathname}>
          <label>
            Email <input type="email" name="email" />
          </label>
        </email-check>
        <button>Sign up</button>
      </form>,
    );
    await type('slow200@acme.org');
    await sendKeys({ press: 'Enter' });
    expect(sent).to.deep.equal([]);
    await until(() => sent.length);
    expect(sent).to.deep.equal([{ email: 'slow200@acme.org', email_check_receipt: 'receipt.of.slow200@acme.org' }]);
  });

  it('sets, changes and removes properties, attributes and handlers', async () => {
    const verdicts: string[] = [];
    const field = (props: object) => (
      <email-check publicKey="public_test" base-url={service} debounce="150" {...props}>
        <input type="email" />
      </email-check>
    );
    const hear = (who: string) => (event: Event & { readonly verdict: { readonly result: string } }) =>
      verdicts.push(`${who}: ${event.verdict.result}`);
    render(
      field({
        'onemail-check-verdict': hear('one'),
        messages: { safe: 'Good' },
        noSuggestion: true,
        paused: false,
        warn: 'risky',
        trigger: 'change',
      }),
    );
    const element = find('email-check');
    expect(element.publicKey).to.equal('public_test');
    expect(element.debounce).to.equal(150);
    expect([element.noSuggestion, element.paused, element.warn, element.trigger]).to.deep.equal([
      true,
      false,
      'risky',
      'change',
    ]);

    render(field({ 'onemail-check-verdict': hear('other'), messages: { safe: 'Good' }, 'no-suggestion': true }));
    expect([element.noSuggestion, element.paused, element.warn, element.trigger]).to.deep.equal([
      true,
      false,
      'invalid disposable spam-trap',
      'input',
    ]);
    await type('safe@acme.org');
    await until(() => message() === 'Good');
    expect(verdicts).to.deep.equal(['other: Safe to Send']);

    render(field({ messages: { safe: 'Good' } }));
    expect(element.noSuggestion).to.equal(false);
    await press('x');
    await until(() => element.verdict);
    expect(verdicts).to.have.length(1);
  });
});
