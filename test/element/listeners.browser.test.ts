import { expect } from '@open-wc/testing';
import '../../src/define.js';
import type { EmailCheckElement } from '../../src/index.js';
import { trials } from '../soak.js';
import { takeClock, type Clock } from './typing-clock.js';

const MOUNTS = trials(1000);
/** Longer than a question may take, and shorter than a submit is held here. */
const AFTERWARDS = 8000;

/** A listener that was added. */
interface Added {
  readonly target: EventTarget;
  readonly type: string;
  readonly listener: unknown;
  readonly isCapture: boolean;
  readonly signal: AbortSignal | undefined;
}

const isCapture = (options: unknown): boolean =>
  typeof options === 'object' ? !!(options && 'capture' in options && options.capture) : !!options;

/** Keeps a book of the listeners that are added and removed, by hand or by signal. */
const watchListeners = () => {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  let added: Added[] = [];
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const signal = typeof options === 'object' ? options?.signal : undefined;
    added.push({ target: this, type, listener, isCapture: isCapture(options), signal: signal ?? undefined });
    addEventListener.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    added = added.filter(
      (each) =>
        each.target !== this ||
        each.type !== type ||
        each.listener !== listener ||
        each.isCapture !== isCapture(options),
    );
    removeEventListener.call(this, type, listener, options);
  };
  return {
    /** The listeners that are left on any of the targets. */
    on: (...targets: EventTarget[]): string[] => {
      added = added.filter(({ signal }) => !signal?.aborted);
      return added
        .filter(({ target }) => targets.includes(target))
        .map(({ target, type }) => `${target.constructor.name} ${type}`);
    },
    restore: (): void => void Object.assign(EventTarget.prototype, { addEventListener, removeEventListener }),
  };
};

describe(`after ${MOUNTS} mounts, moves and removals`, () => {
  const realFetch = window.fetch;
  let clock: Clock;
  let listeners: ReturnType<typeof watchListeners>;

  beforeEach(() => {
    listeners = watchListeners();
    clock = takeClock();
    window.fetch = () => new Promise(() => undefined);
  });

  afterEach(() => {
    listeners.restore();
    clock.restore();
    window.fetch = realFetch;
  });

  /** A form with an input in an element, as a framework makes them. */
  const made = () => {
    const form = document.createElement('form');
    const element = document.createElement('email-check');
    const input = document.createElement('input');
    const label = document.createElement('label');
    Object.assign(element, {
      baseUrl: 'https://check.example.org',
      publicKey: 'public_listeners',
      logo: 'off',
      block: 'syntax invalid',
    });
    label.append('Email ', input);
    element.append(label);
    form.append(element);
    return { form, element, input };
  };

  const type = (input: HTMLInputElement, text: string): void => {
    input.focus();
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  };

  it('no listener is left on the window, the document, the input, the element or the form', async function () {
    this.timeout(60_000);
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    document.body.append(host);
    const left: string[] = [];
    let most = 0;
    for (let count = 0; count < MOUNTS; count++) {
      const { form, element, input } = made();
      document.body.append(form);
      await element.updateComplete;
      type(input, 'jane@acme');
      form.append(element);
      root.append(form);
      document.body.append(form);
      await element.updateComplete;
      most = Math.max(most, listeners.on(window).length);
      const another = document.createElement('input');
      input.replaceWith(another);
      await clock.advance(0);
      left.push(...listeners.on(input));
      expect(listeners.on(another), 'the new input is heard').not.to.deep.equal([]);
      form.remove();
      left.push(...listeners.on(another, element, form));
    }
    left.push(...listeners.on(window, document, root, host));
    host.remove();
    expect(left).to.deep.equal([]);
    console.log(`measured: listeners left after ${MOUNTS} mounts, moves and removals: ${left.length}`);
    // Four of the form, five of what is pressed on the page, three more while the field has focus.
    expect(most, 'listeners on the window while one element is there').to.be.at.most(12);
  });

  it('no timer is left, whatever the element was waiting for', async function () {
    this.timeout(60_000);
    const busy: Record<string, (form: HTMLFormElement, element: EmailCheckElement, input: HTMLInputElement) => void> = {
      // The field has no focus to lose, so that nothing but the removal ends the wait.
      'the next key': (_form, _element, input) => {
        input.value = 'jane@acme.org';
        input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
      },
      'a value without an event': (_form, _element, input) => input.focus(),
      'the word of a fault': (form, _, input) => {
        type(input, 'jane@acme');
        form.requestSubmit();
      },
      'a held submit': (form, element, input) => {
        element.hold = 10_000;
        type(input, 'jane@acme.org');
        form.requestSubmit();
      },
    };
    const stops = (event: Event): void => event.preventDefault();
    document.body.addEventListener('submit', stops);
    const left: Record<string, number> = {};
    let most = 0;
    for (const [what, act] of Object.entries(busy)) {
      for (let count = 0; count < MOUNTS / 4; count++) {
        const { form, element, input } = made();
        document.body.append(form);
        await element.updateComplete;
        await clock.advance(0);
        act(form, element, input);
        await clock.advance(0);
        most = Math.max(most, clock.intervals());
        form.append(element);
        form.remove();
        await clock.advance(0);
      }
      left[`${what}: intervals`] = clock.intervals();
      // A question that is out runs into its own end.
      if (what === 'a held submit') await clock.advance(AFTERWARDS);
      left[`${what}: time-outs`] = clock.timeouts();
    }
    document.body.removeEventListener('submit', stops);
    expect(left).to.deep.equal(Object.fromEntries(Object.keys(left).map((name) => [name, 0])));
    expect(most, 'intervals while one field has focus').to.equal(1);
  });
});
