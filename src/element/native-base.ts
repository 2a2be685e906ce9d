import { attributes, defineProperties, takeOwnProperties } from './attributes.js';
import type { Live } from './live.js';
import type { Catalogue } from './messages.js';

/** A style sheet from text. */
export const sheetOf = (text: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
};

/**
 * The element's base in the script-tag file, where nothing else on the page would share lit and its room would be a sixth of
 * the whole: properties that read and write their attributes, and updates that are batched into a microtask.
 */
export abstract class Base extends HTMLElement {
  static readonly observedAttributes = ['lang', ...attributes.map(({ attribute }) => attribute)];
  static readonly styles: CSSStyleSheet;

  /** What the element does while it is on a page. */
  protected abstract readonly live: Live;

  #isPending = false;
  #isChanged = true;
  #messages: Partial<Catalogue> = {};

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [(this.constructor as typeof Base).styles];
  }

  get messages(): Partial<Catalogue> {
    return this.#messages;
  }

  set messages(messages) {
    this.#messages = messages;
    this.refresh();
  }

  attributeChangedCallback(): void {
    this.refresh();
  }

  connectedCallback(): void {
    takeOwnProperties(this);
    this.live.connect();
    // Elsewhere on the page another language may be spoken.
    this.refresh();
  }

  disconnectedCallback(): void {
    this.live.leave();
  }

  /** Takes in anew what the page has set. */
  refresh(): void {
    this.#isChanged = true;
    this.requestUpdate();
  }

  /** Has what changed shown, once, before the browser paints. */
  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    queueMicrotask(() => {
      this.#isPending = false;
      if (!this.isConnected) return;
      const isChanged = this.#isChanged;
      this.#isChanged = false;
      if (isChanged) this.live.attributesChanged();
      this.live.show();
    });
  }
}

defineProperties(Base.prototype);
