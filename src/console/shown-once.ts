import { html, type TemplateResult } from 'lit';

/** A secret that was just made. */
export interface ShownOnce {
  readonly title: string;
  readonly secret: string;
  /** What it is, for the label of the button that copies it, such as `the key`. */
  readonly name: string;
  /** Where it belongs, as a sentence. */
  readonly sentence: string;
  /** Hides it. */
  readonly hide: () => void;
}

/** A card with a secret, a button that copies it, and a warning that it is not shown again. Its heading can have the focus. */
export const shownOnce = ({ title, secret, name, sentence, hide }: ShownOnce): TemplateResult =>
  html`<section class="card stack shown-once" aria-labelledby="shown-once-title">
    <h2 id="shown-once-title" tabindex="-1">${title}</h2>
    <div class="copyable">
      <code>${secret}</code>
      <console-copy .text=${secret} name=${name}></console-copy>
    </div>
    <div class="spread">
      <p><strong>Copy it now: it cannot be shown again.</strong> ${sentence}</p>
      <button class="button" @click=${hide}>I have copied it</button>
    </div>
  </section>`;
