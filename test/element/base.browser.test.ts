import { expect } from '@open-wc/testing';
import { Base as LitBase } from '../../src/element/lit-base.js';
import { Base as NativeBase } from '../../src/element/native-base.js';

type Properties = Record<string, unknown>;

let count = 0;

/** Two bases, one behaviour: lit's in modules, our own in the script-tag file. */
for (const [name, Base] of [
  ['lit', LitBase],
  ['native', NativeBase],
] as const) {
  describe(`the ${name} base`, () => {
    const define = (): { tag: string; calls: string[] } => {
      const calls: string[] = [];
      const tag = `base-${name}-${++count}`;
      // The two bases are unlike to TypeScript and alike to the element: any one stands for both here.
      class Probe extends (Base as typeof NativeBase) {
        static override readonly styles = (Base === LitBase ? [] : new CSSStyleSheet()) as CSSStyleSheet;

        protected readonly live = {
          connect: () => calls.push('connect'),
          leave: () => calls.push('disconnect'),
          attributesChanged: () => calls.push('attributes'),
          show: () => calls.push('show'),
        };
      }
      customElements.define(tag, Probe);
      return { tag, calls };
    };
    const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
    const made = (tag: string, attributes: Record<string, string> = {}): HTMLElement & Properties => {
      const element = document.createElement(tag) as HTMLElement & Properties;
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
      document.body.append(element);
      return element;
    };

    it('has the documented defaults', () => {
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

    it('reads attributes, and their defaults again when they are taken away', () => {
      const element = made(define().tag, { 'public-key': 'public_x', debounce: '700', paused: '', for: 'email' });
      expect([element['publicKey'], element['debounce'], element['paused'], element['htmlFor']]).to.deep.equal([
        'public_x',
        700,
        true,
        'email',
      ]);
      for (const attribute of ['public-key', 'debounce', 'paused', 'for']) element.removeAttribute(attribute);
      expect([element['publicKey'], element['debounce'], element['paused'], element['htmlFor']]).to.deep.equal([
        '',
        400,
        false,
        '',
      ]);
    });

    it('takes properties, also those that were set before the class was known', async () => {
      const tag = `base-${name}-late-${++count}`;
      const element = document.createElement(tag) as HTMLElement & Properties;
      element['debounce'] = 900;
      element['messages'] = { safe: 'Good' };
      document.body.append(element);
      const calls: string[] = [];
      customElements.define(
        tag,
        class extends (Base as typeof NativeBase) {
          static override readonly styles = (Base === LitBase ? [] : new CSSStyleSheet()) as CSSStyleSheet;
          protected readonly live = {
            connect: () => undefined,
            leave: () => undefined,
            attributesChanged: () => calls.push(String((this as unknown as Properties)['debounce'])),
            show: () => undefined,
          };
        },
      );
      await settled();
      expect(element['debounce']).to.equal(900);
      expect(element['messages']).to.deep.equal({ safe: 'Good' });
      expect(calls).to.deep.equal(['900']);
      element['paused'] = true;
      expect(element['paused']).to.equal(true);
    });

    it('takes a wrong property as it takes a wrong attribute', () => {
      const element = made(define().tag);
      for (const property of ['allow', 'block', 'trigger', 'hold', 'debounce', 'logo', 'baseUrl']) {
        for (const wrong of [null, undefined, {}, -1, 99_000, 'http://example.com']) {
          element[property] = wrong;
          expect(['string', 'number']).to.include(typeof element[property]);
        }
      }
      expect([element['trigger'], element['hold'], element['logo'], element['block']]).to.deep.equal([
        'input',
        4000,
        'auto',
        'syntax',
      ]);
    });

    it('shows once for many changes, and tells attributes from other updates', async () => {
      const { tag, calls } = define();
      const element = made(tag, { debounce: '1' });
      await settled();
      expect(calls).to.deep.equal(['connect', 'attributes', 'show']);
      element.setAttribute('debounce', '2');
      element['hold'] = 3;
      await settled();
      expect(calls).to.deep.equal(['connect', 'attributes', 'show', 'attributes', 'show']);
      (element['requestUpdate'] as () => void).call(element);
      await settled();
      expect(calls).to.deep.equal(['connect', 'attributes', 'show', 'attributes', 'show', 'show']);
    });

    it('warns once of a wrong attribute, and goes on with its default', () => {
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
}
