import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  createApp,
  createSSRApp,
  h,
  KeepAlive,
  nextTick,
  reactive,
  vModelText,
  withDirectives,
  withModifiers,
  type App,
} from 'vue';
import { renderToString } from 'vue/server-renderer';
import '../../src/define.js';
import type { EmailCheckVerdictEvent } from '../../src/index.js';
import { press, typeInto, until, type Asked } from '../element/page.js';
import { onInput, onWindow, whileShown } from './own-listeners.js';

/** The listeners that can be taken back by signal, as the element adds all of its own; Vue adds none so. */
const added: { readonly target: EventTarget; readonly type: string; readonly signal: AbortSignal }[] = [];
const { addEventListener } = EventTarget.prototype;

const heardOn = (target: EventTarget): string[] =>
  added
    .filter((each) => each.target === target && !each.signal.aborted)
    .map(({ type }) => type)
    .sort();

const complaints: string[] = [];
const { error, warn } = console;

/** What the page holds, and how it is rendered. */
const fresh = () => ({
  email: '',
  isLazy: false,
  isShown: true,
  isKept: true,
  elementKey: 0,
  inputKey: 0,
  renders: 0,
  attributes: {} as Record<string, unknown>,
  submitted: [] as string[],
  verdicts: [] as EmailCheckVerdictEvent[],
});

let page: ReturnType<typeof fresh>;
let app: App;
let count = 0;
let service = '';

/** Of a template: `<label>Email <input v-model="page.email" type="email" :key="page.inputKey"></label>`. */
const field = () => {
  const input = h('input', {
    key: page.inputKey,
    type: 'email',
    'onUpdate:modelValue': (text: string) => (page.email = text),
  });
  return h('label', ['Email ', withDirectives(input, [[vModelText, page.email, '', { lazy: page.isLazy }]])]);
};

const Form = {
  setup: () => {
    const onSubmit = withModifiers(() => page.submitted.push(page.email), ['prevent']);
    return () => {
      const attributes = {
        key: page.elementKey,
        'public-key': 'public_test',
        'base-url': service,
        debounce: 150,
        ...page.attributes,
      };
      const onEmailCheckVerdict = (event: EmailCheckVerdictEvent) => page.verdicts.push(event);
      return h('form', { onSubmit, 'data-renders': page.renders }, [
        page.isShown ? h('email-check', { ...attributes, onEmailCheckVerdict }, [field()]) : undefined,
        h('button', 'Sign up'),
      ]);
    };
  },
};

const Page = { render: () => h(KeepAlive, () => (page.isKept ? h(Form) : undefined)) };

const find = <Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] =>
  document.querySelector(name)!;

const shown = (): Element | null | undefined => find('email-check').shadowRoot?.querySelector('.row');

const message = (): string => shown()?.querySelector('[part=message]')?.textContent ?? '';

const click = async (part: string): Promise<void> => {
  await until(() => shown()?.querySelector(`[part=${part}]`), `no ${part}`);
  shown()!.querySelector<HTMLButtonElement>(`[part=${part}]`)!.click();
  await nextTick();
};

const asked = async (): Promise<string[]> => {
  const all = (await (await fetch(`${service}/asked`)).json()) as Asked[];
  return all.filter(({ call }) => call === 'v1').map(({ email }) => email);
};

const reaches = (state: string): Promise<void> => until(() => find('email-check').state === state, `not ${state}`);

const render = async (changed: Partial<typeof page>): Promise<void> => {
  Object.assign(page, changed);
  await nextTick();
};

const type = (text: string): Promise<void> => typeInto(find('input'), find('email-check'), text);

describe('in Vue', () => {
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
    service = `${location.origin}/service/vue-${Date.now()}-${++count}`;
    page = reactive(fresh());
    app = createApp(Page);
    app.mount(await fixture<HTMLElement>(html`<div></div>`));
  });

  afterEach(() => {
    app.unmount();
    fixtureCleanup();
    expect(heardOn(window), 'left on the window').to.deep.equal([]);
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  for (const isLazy of [false, true])
    it(`accepting or undoing a suggestion updates v-model${isLazy ? '.lazy' : ''}`, async () => {
      // A directive's modifiers are those that its input was made with.
      await render({ isLazy, elementKey: 1 });
      await type('safe@gmial.com');
      expect(page.email).to.equal(isLazy ? '' : 'safe@gmial.com');
      await click('accept');
      expect(page.email).to.equal('safe@gmail.com');
      await reaches('safe');
      expect(find('input').value).to.equal('safe@gmail.com');
      expect(page.verdicts.map(({ address, verdict }) => [address, verdict.result])).to.deep.equal([
        ['safe@gmail.com', 'Safe to Send'],
      ]);
      expect(await asked()).to.deep.equal(['safe@gmail.com']);

      await click('undo');
      expect(page.email).to.equal('safe@gmial.com');
      expect(find('input').value).to.equal('safe@gmial.com');
      // Else the next test would hear the answer.
      await reaches('safe');
    });

  it('another render keeps the message, the description and one set of listeners', async () => {
    await render({ attributes: { block: 'invalid' } });
    await type('invalid@acme.org');
    await reaches('invalid');
    await until(() => find('input').getAttribute('aria-describedby'));
    const [input, words] = [find('input'), message()];
    expect(words).to.match(/^Can't be reached/);
    for (let renders = 1; renders <= 3; renders++)
      await render({ renders, attributes: { block: 'invalid', 'data-renders': renders } });
    await find('email-check').updateComplete;
    expect(find('email-check').dataset.renders).to.equal('3');
    expect(find('input')).to.equal(input);
    expect(message()).to.equal(words);
    expect(document.getElementById(input.getAttribute('aria-describedby')!)?.textContent).to.equal(words);
    expect(input.getAttribute('aria-invalid')).to.equal('true');
    expect(heardOn(input)).to.deep.equal(onInput);
    expect(heardOn(window)).to.deep.equal(whileShown);
    expect(await asked()).to.have.length(1);
  });

  for (const key of ['elementKey', 'inputKey'])
    it(`another ${key} moves everything to the new input, and cleans up the old one`, async () => {
      await render({ attributes: { block: 'invalid' } });
      await type('invalid@acme.org');
      await reaches('invalid');
      await until(() => find('input').getAttribute('aria-describedby'));
      const [input, element] = [find('input'), find('email-check')];
      await render({ [key]: 1 });
      await until(() => heardOn(find('input')).length);
      expect(find('input')).not.to.equal(input);
      expect(heardOn(input)).to.deep.equal([]);
      if (find('email-check') !== element) expect(heardOn(element)).to.deep.equal([]);
      expect(input.validity.customError).to.equal(false);
      expect(['aria-describedby', 'aria-invalid'].map((name) => input.getAttribute(name))).to.deep.equal([null, null]);
      expect(heardOn(find('input'))).to.deep.equal(onInput);
      expect(heardOn(window)).to.deep.equal(onWindow);
      await find('email-check').updateComplete;
      expect(message()).to.equal('');
      // The model has outlived the input.
      expect(find('input').value).to.equal('invalid@acme.org');

      find('input').select();
      await press('safe@acme.org');
      await reaches('safe');
      expect(page.email).to.equal('safe@acme.org');
    });

  it('v-if removes all listeners and adds one set again', async () => {
    await type('jane');
    const [element, input] = [find('email-check'), find('input')];
    await render({ isShown: false });
    expect([element, input, window].flatMap(heardOn)).to.deep.equal([]);
    await render({ isShown: true });
    expect(find('email-check')).not.to.equal(element);
    expect(heardOn(find('input'))).to.deep.equal(onInput);
    expect(heardOn(window)).to.deep.equal(onWindow);
  });

  it('KeepAlive brings the same element back, with one set of listeners', async () => {
    await type('safe@acme.org');
    await reaches('safe');
    const [element, input] = [find('email-check'), find('input')];
    await render({ isKept: false });
    expect([element, input, window].flatMap(heardOn)).to.deep.equal([]);
    await render({ isKept: true });
    expect(find('email-check')).to.equal(element);
    expect(element.state).to.equal('safe');
    expect(heardOn(input)).to.deep.equal(onInput);
    expect(heardOn(window)).to.deep.equal(whileShown);
  });

  it('a submit handler runs once for a submit that was held, with the value that was checked', async () => {
    await render({ attributes: { block: 'syntax invalid' } });
    await type('safe@acme.org');
    await sendKeys({ press: 'Enter' });
    await until(() => page.submitted.length);
    await find('email-check').updateComplete;
    expect(find('email-check').state).to.equal('safe');
    expect(page.submitted).to.deep.equal(['safe@acme.org']);
    expect(await asked()).to.have.length(1);
  });

  it('a submit handler does not run for a submit that is blocked', async () => {
    await render({ attributes: { block: 'syntax invalid' } });
    await type('invalid@acme.org');
    await sendKeys({ press: 'Enter' });
    await reaches('invalid');
    await until(() => find('input').validity.customError);
    expect(page.submitted).to.deep.equal([]);
  });

  it('attributes and properties are set, and removed if they are undefined', async () => {
    await render({
      attributes: {
        'no-suggestion': true,
        paused: true,
        timeout: 900,
        htmlFor: 'elsewhere',
        '.messages': { safe: 'Fine' },
      },
    });
    const element = find('email-check');
    expect([
      element.noSuggestion,
      element.paused,
      element.timeout,
      element.htmlFor,
      element.messages.safe,
    ]).to.deep.equal([true, true, 900, 'elsewhere', 'Fine']);
    await render({
      attributes: {
        'no-suggestion': undefined,
        paused: undefined,
        timeout: undefined,
        htmlFor: undefined,
        '.messages': {},
      },
    });
    expect([element.noSuggestion, element.paused, element.timeout, element.htmlFor, element.messages]).to.deep.equal([
      false,
      false,
      5000,
      '',
      {},
    ]);
  });

  it("the server's field is hydrated, also if the person typed before Vue loaded", async () => {
    app.unmount();
    const container = await fixture<HTMLElement>(html`<div></div>`);
    container.innerHTML = await renderToString(createSSRApp(Page));
    const [element, input] = [find('email-check'), find('input')];
    input.focus();
    await until(() => input.getAttribute('aria-describedby'));
    app = createSSRApp(Page);
    app.mount(container);
    await nextTick();
    expect([find('email-check'), find('input')]).to.deep.equal([element, input]);
    // Vue takes the node for the description away, and says so; the element puts it back.
    expect(complaints.splice(0)).to.satisfy((all: string[]) =>
      all.every((complaint) => /^(\[Vue warn\]: Hydration children mismatch|Hydration completed)/.test(complaint)),
    );
    expect(document.getElementById(input.getAttribute('aria-describedby')!)?.parentElement).to.equal(element);
    await type('safe@acme.org');
    await reaches('safe');
    expect(page.email).to.equal('safe@acme.org');
    expect(heardOn(input)).to.deep.equal(onInput);
    expect(heardOn(window)).to.deep.equal(whileShown);
  });
});
