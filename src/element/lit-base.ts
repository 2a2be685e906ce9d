import { ReactiveElement, unsafeCSS, type CSSResult, type PropertyDeclarations, type PropertyValues } from 'lit';
import { attributes } from './attributes.js';

/** A style sheet from text. */
export const sheetOf = (text: string): CSSResult => unsafeCSS(text);

const declarations: PropertyDeclarations = Object.fromEntries(
  attributes.map(({ property, attribute, read }) => [property, { attribute, converter: read }]),
);

/** The element's base in modules: lit's, which pages that bundle are likely to share with other elements. */
export abstract class Base extends ReactiveElement {
  static override readonly properties: PropertyDeclarations = { ...declarations, messages: { attribute: false } };

  constructor() {
    super();
    for (const { property, read } of attributes) Reflect.set(this, property, read(null));
    Reflect.set(this, 'messages', {});
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    if (changed.size) this.attributesChanged();
    this.show();
  }

  /** Called before `show` where an attribute, or `messages`, has changed. */
  protected abstract attributesChanged(): void;
  /** Puts the present state on the screen. */
  protected abstract show(): void;
}
