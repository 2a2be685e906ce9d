import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { defaultChoices, policyAttributes, type ElementAttributes, type PolicyChoices } from './policy-choices.js';
import { policyPickers } from './policy-pickers.js';
import { snippetOf, type Framework } from './snippet.js';
import { texts } from './texts.js';

/** What a snippet is shown for. */
export interface SnippetSubject {
  readonly title: string;
  readonly serviceUrl: string;
  /** The key as the snippet has it. */
  readonly key: string;
  /** Whether it is the whole key. If not, the field beside the snippet works without the service. */
  readonly isWhole: boolean;
  /** Whether the key works on this page. */
  readonly isApproved: boolean;
}

/** Where the service serves the element. It is no part of the page: it is what visitors get. */
const ELEMENT_URL: string = '/email-check.js';

const frameworks: readonly Framework[] = ['html', 'react', 'vue'];

const valueOf = (attributes: ElementAttributes, name: string): string | undefined => {
  const value = attributes[name];
  return typeof value === 'string' ? value : undefined;
};

/** `<console-snippet>`: the code for a page with a key, pickers for its attributes, and the element as it then is. */
export class SnippetPanel extends LitElement {
  static override properties = {
    subject: { attribute: false },
    framework: { state: true },
    choices: { state: true },
    isSent: { state: true },
    isMissing: { state: true },
  };

  declare subject: SnippetSubject;
  /** Adds this page to the origins of the key. */
  declare approve: () => void;
  declare protected framework: Framework;
  declare protected choices: PolicyChoices;
  declare protected isSent: boolean;
  declare protected isMissing: boolean;

  constructor() {
    super();
    this.framework = 'html';
    this.choices = defaultChoices;
    this.isSent = false;
    this.isMissing = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void import(ELEMENT_URL).catch(() => (this.isMissing = true));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('subject')) this.isSent = false;
  }

  readonly #choose = (choices: PolicyChoices): void => {
    this.choices = choices;
    this.isSent = false;
  };

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    this.isSent = true;
  };

  protected override render(): TemplateResult {
    const { subject, framework, choices } = this;
    const attributes = policyAttributes(choices);
    const code = snippetOf({ framework, serviceUrl: subject.serviceUrl, publicKey: subject.key, attributes });
    return html`<section class="card" aria-labelledby="snippet-title">
      <div class="card-header"><h2 id="snippet-title" tabindex="-1">${subject.title}</h2></div>
      <div class="keys-snippet">
        <div class="stack keys-code">
          ${this.#tabs()}
          <div class="copyable">
            <pre>${code}</pre>
            <console-copy .text=${code} name=${texts.snippetItself}></console-copy>
          </div>
          ${subject.isWhole ? nothing : html`<p class="hint">${texts.placeholder(subject.key)}</p>`}
          ${texts.notes[framework] ? html`<p class="hint">${texts.notes[framework]}</p>` : nothing}
        </div>
        ${this.#live(attributes)}
        <div class="keys-policy">${policyPickers(this.#choose)}</div>
      </div>
    </section>`;
  }

  #tabs(): TemplateResult {
    return html`<fieldset>
      <legend class="visually-hidden">${texts.framework}</legend>
      <div class="segments">
        ${frameworks.map(
          (each) =>
            html`<label>
              <input
                type="radio"
                name="framework"
                value=${each}
                .checked=${each === this.framework}
                @change=${() => (this.framework = each)}
              />${texts.frameworks[each]}
            </label>`,
        )}
      </div>
    </fieldset>`;
  }

  #live(attributes: ElementAttributes): TemplateResult {
    const { isWhole, isApproved, key } = this.subject;
    return html`<div class="stack keys-live">
      <h3>${texts.live}</h3>
      <form class="stack" @submit=${this.#onSubmit} @input=${() => (this.isSent = false)}>
        <email-check
          public-key=${ifDefined(isWhole && isApproved ? key : undefined)}
          block=${ifDefined(valueOf(attributes, 'block'))}
          warn=${ifDefined(valueOf(attributes, 'warn'))}
          ?no-suggestion=${!!attributes['no-suggestion']}
          ?no-override=${!!attributes['no-override']}
          ?no-success=${!!attributes['no-success']}
        >
          <div class="field">
            <label for="live-email">${texts.liveField}</label>
            <input class="input" id="live-email" type="email" name="email" autocomplete="off" required />
          </div>
        </email-check>
        <div class="row">
          <button class="button">${texts.liveButton}</button>
          <span role="status" class="small">${this.isSent ? texts.liveSent : ''}</span>
        </div>
      </form>
      ${this.#liveNote()}
    </div>`;
  }

  #liveNote(): TemplateResult {
    const { isWhole, isApproved } = this.subject;
    if (this.isMissing) return html`<p class="field-error" role="alert">${texts.elementMissing}</p>`;
    if (!isWhole) return html`<p class="hint">${texts.liveWithoutKey}</p>`;
    if (isApproved) return html`<p class="hint">${texts.liveWithKey}</p>`;
    return html`<div class="notice">
      <p class="small">${texts.liveRefused(location.origin)}</p>
      <button class="button button-small" @click=${() => this.approve()}>${texts.approve}</button>
    </div>`;
  }
}
