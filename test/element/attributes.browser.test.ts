import { expect } from '@open-wc/testing';
import { EmailCheckElement } from '../../src/index.js';

type Properties = Record<string, unknown>;

let count = 0;

/** The element under a name of its own, which counts its updates. */
const define = (tag = `attributes-${++count}`): { tag: string; updates: () => number } => {
  let updates = 0;
  class Probe extends EmailCheckElement {
    protected override updated(): void {
      updates++;
    }
  }
  customElements.define(tag, Probe);
  return { tag, updates: () => updates };
};

const made = (tag: string, attributes: Record<string, string> = {}): EmailCheckElement & Properties => {
  const element = document.createElement(tag) as EmailCheckElement & Properties;
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  document.body.append(element);
  return element;
};

/** What keeps room for the texts: it is made anew when the settings are read anew. */
const roomOf = (element: HTMLElement): Element | null | undefined =>
  element.shadowRoot!.querySelector('.box')?.lastElementChild;

describe('the attributes', () => {
  afterEach(() => {
    for (const element of document.querySelectorAll('body > *'))
      if (element instanceof EmailCheckElement) element.remove();
  });

  it('have the documented defaults', () => {
    const { debounce, timeout, hold, trigger, block, warn, logo, paused, publicKey, htmlFor, messages } = made(
      define().tag,
    );
    expect({
      debounce,
      timeout,
      hold,
      trigger,
      block,
      warn,
      logo,
      paused,
      publicKey,
      htmlFor,
      messages,
    }).to.deep.equal({
      debounce: 400,
      timeout: 5000,
      hold: 4000,
      trigger: 'input',
      block: 'syntax',
      warn: 'invalid disposable spam-trap',
      logo: 'auto',
      paused: false,
      publicKey: '',
      htmlFor: '',
      messages: {},
    });
  });

  it('are read by the properties, and their defaults again when they are taken away', () => {
    const element = made(define().tag, { 'public-key': 'public_x', debounce: '700', paused: '', for: 'email' });
    const read = (): unknown[] => [element.publicKey, element.debounce, element.paused, element.htmlFor];
    expect(read()).to.deep.equal(['public_x', 700, true, 'email']);
    for (const attribute of ['public-key', 'debounce', 'paused', 'for']) element.removeAttribute(attribute);
    expect(read()).to.deep.equal(['', 400, false, '']);
  });

  it('are written by the properties, also by those that were set before the class was known', async () => {
    const tag = `attributes-late-${++count}`;
    const element = document.createElement(tag) as EmailCheckElement & Properties;
    element.debounce = 900;
    element.messages = { safe: 'Good' };
    document.body.append(element);
    const { updates } = define(tag);
    await element.updateComplete;
    expect(element.debounce).to.equal(900);
    expect(element.getAttribute('debounce')).to.equal('900');
    expect(element.messages).to.deep.equal({ safe: 'Good' });
    expect(updates()).to.equal(1);
    element.paused = true;
    expect(element.paused).to.equal(true);
    expect(element.getAttribute('paused')).to.equal('');
  });

  it('are as wrong by a property as by their text', () => {
    const element = made(define().tag);
    for (const property of ['allow', 'block', 'trigger', 'hold', 'debounce', 'logo', 'baseUrl']) {
      for (const wrong of [null, undefined, {}, -1, 99_000, 'http://example.com']) {
        (element as Properties)[property] = wrong;
        expect(['string', 'number']).to.include(typeof (element as Properties)[property]);
      }
    }
    expect([element.trigger, element.hold, element.logo, element.block]).to.deep.equal([
      'input',
      4000,
      'auto',
      'syntax',
    ]);
  });

  it('are read again once for many changes, and not for other updates', async () => {
    const { tag, updates } = define();
    const element = made(tag, { debounce: '1' });
    await element.updateComplete;
    expect(updates()).to.equal(1);
    const room = roomOf(element);
    element.setAttribute('debounce', '2');
    element.hold = 3;
    await element.updateComplete;
    expect(updates()).to.equal(2);
    const another = roomOf(element);
    expect(another).not.to.equal(room);
    element.requestUpdate();
    await element.updateComplete;
    expect(updates()).to.equal(3);
    expect(roomOf(element)).to.equal(another);
  });

  it('are read when the element is back, if they changed while it was away', async () => {
    const { tag, updates } = define();
    const element = made(tag);
    await element.updateComplete;
    const room = roomOf(element);
    element.remove();
    element.logo = 'off';
    await element.updateComplete;
    expect(updates()).to.equal(1);
    expect(roomOf(element)).to.equal(room);
    document.body.append(element);
    await element.updateComplete;
    expect(updates()).to.equal(2);
    expect(element.shadowRoot!.querySelector<HTMLElement>('.logo')!.hidden).to.equal(true);
  });

  it('warn once of a wrong text, and go on with the default', () => {
    const { warn } = console;
    const told: string[] = [];
    console.warn = (text: string): void => void told.push(text);
    try {
      const wrong: Record<string, string> = {
        debounce: `-${++count}`,
        block: `sintax${count}`,
        trigger: `keyup${count}`,
        'base-url': `http://example.com/${count}`,
        logo: `never${count}`,
      };
      const element = made(define().tag, wrong);
      made(define().tag, wrong);
      expect(['debounce', 'block', 'trigger', 'baseUrl', 'logo'].map((property) => element[property])).to.deep.equal([
        400,
        'syntax',
        'input',
        '',
        'auto',
      ]);
      expect(told).to.have.length(5);
      for (const attribute of Object.keys(wrong))
        expect(told.join('\n')).to.contain(`${attribute}="${wrong[attribute]}" is not used: write `);
    } finally {
      console.warn = warn;
    }
  });
});
