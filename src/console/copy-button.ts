import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { ConsoleToldEvent } from './console-view.js';

/** `<console-copy>`: a button that copies `text`. Where the browser forbids it, it selects what stands before it instead. */
export class ConsoleCopy extends LitElement {
  static override properties = { text: { attribute: false }, name: {}, isDone: { state: true } };

  declare text: string;
  /** What is copied, for its label: `Copy the key`. */
  declare name: string;
  declare isDone: boolean;

  constructor() {
    super();
    this.text = '';
    this.name = '';
    this.isDone = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('text')) this.isDone = false;
  }

  protected override render(): TemplateResult {
    return html`<button class="button button-small" type="button" @click=${this.#copy}>
      <span>${this.isDone ? 'Copied' : 'Copy'}<span class="visually-hidden"> ${this.name}</span></span>
    </button>`;
  }

  readonly #copy = async (): Promise<void> => {
    try {
      // Absent without TLS, except on the own machine.
      await navigator.clipboard.writeText(this.text);
      this.isDone = true;
      this.dispatchEvent(new ConsoleToldEvent('Copied.'));
    } catch {
      const before = this.previousElementSibling;
      if (before) getSelection()?.selectAllChildren(before);
      this.dispatchEvent(new ConsoleToldEvent('Selected: press Ctrl+C or ⌘C to copy.'));
    }
  };
}
