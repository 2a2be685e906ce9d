import { ReactiveElement, unsafeCSS, type CSSResult } from 'lit';
import { attributes, defineProperties, takeOwnProperties } from './attributes.js';
import type { Live } from './live.js';
import type { Catalogue } from './messages.js';

/** A style sheet from text. */
export const sheetOf = (text: string): CSSResult => unsafeCSS(text);

/**
 * The element's base in modules: lit's, which pages that bundle are likely to share with other elements. Properties read and
 * write their attributes, as those of the browser's own elements do.
 */
export abstract class Base extends ReactiveElement {
  static override readonly properties = { messages: { attribute: false } };

  declare messages: Partial<Catalogue>;
  /** What the element does while it is on a page. */
  protected abstract readonly live: Live;
  #isChanged = true;

  static override get observedAttributes(): string[] {
    // lit makes the class's own properties when it is asked for these.
    return [...super.observedAttributes, 'lang', ...attributes.map(({ attribute }) => attribute)];
  }

  constructor() {
    super();
    this.attachShadow({ mode: 'open' });
    this.messages = {};
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    this.refresh();
  }

  override connectedCallback(): void {
    takeOwnProperties(this);
    super.connectedCallback();
    this.live.connect();
    // Elsewhere on the page another language may be spoken.
    this.refresh();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.live.leave();
  }

  /** Takes in anew what the page has set. */
  refresh(): void {
    this.#isChanged = true;
    this.requestUpdate();
  }

  protected override update(changed: Map<PropertyKey, unknown>): void {
    super.update(changed);
    // What is pending waits until the element is back.
    if (!this.isConnected) return;
    if (this.#isChanged || changed.has('messages')) this.live.attributesChanged();
    this.#isChanged = false;
    this.live.show();
  }
}

defineProperties(Base.prototype);
