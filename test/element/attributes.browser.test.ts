import { expect } from '@open-wc/testing';
import { EmailCheckElement } from '../../src/index.js';

type Properties = Record<string, unknown>;

let count = 0;

/** The element under a name of its own, which counts its updates, and how often it reads its settings. */
const define = (tag = `attributes-${++count}`): { tag: string; updates: () => number; reads: () => number } => {
  let updates = 0;
  let reads = 0;
  class Probe extends EmailCheckElement {
    protected override updated(): void {
      updates++;
    }
  }
  // Nobody asks for this one unless all are read.
  Object.defineProperty(Probe.prototype, 'workspaceParam', { get: () => (reads++, ''), set: () => {} });
  customElements.define(tag, Probe);
  return { tag, updates: () => updates, reads: () => reads };
};

const made = (tag: string, attributes: Record<string, string> = {}): EmailCheckElement & Properties => {
  const element = document.createElement(tag) as EmailCheckElement & Properties;
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  document.body.append(element);
  return element;
};

describe('the attributes', () => {
  afterEach(() => {
    for (const element of document.querySelectorAll('body > *'))
      if (element instanceof EmailCheckElement) element.remove();
  });

  it('have the documented defaults', () => {
    const element = made(define().tag);
    const defaults = {
      publicKey: '',
      endpoint: '',
      baseUrl: '',
      disposableUrl: '',
      logoUrl: '',
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
      paused: false,
      reserve: 'line',
      noSuccess: false,
      markInput: false,
      htmlFor: '',
      receiptName: 'email_check_receipt',
      ownership: false,
      messages: {},
    };
    expect(Object.fromEntries(Object.keys(defaults).map((property) => [property, element[property]]))).to.deep.equal(
      defaults,
    );
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
      2500,
      'auto',
      'syntax typo',
    ]);
  });

  it('are read again once for many changes, and not for other updates', async () => {
    const { tag, updates, reads } = define();
    const element = made(tag, { debounce: '1' });
    await element.updateComplete;
    expect([updates(), reads()]).to.deep.equal([1, 1]);
    element.setAttribute('debounce', '2');
    element.hold = 3;
    await element.updateComplete;
    expect([updates(), reads()]).to.deep.equal([2, 2]);
    element.requestUpdate();
    await element.updateComplete;
    expect([updates(), reads()]).to.deep.equal([3, 2]);
  });

  it('are read when the element is back, if they changed while it was away', async () => {
    const { tag, updates, reads } = define();
    const element = made(tag);
    await element.updateComplete;
    element.remove();
    element.logo = 'off';
    await element.updateComplete;
    expect([updates(), reads()]).to.deep.equal([1, 1]);
    document.body.append(element);
    await element.updateComplete;
    expect([updates(), reads()]).to.deep.equal([2, 2]);
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
        'syntax typo',
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
