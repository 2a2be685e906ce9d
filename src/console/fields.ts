import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

/** What all fields of a form have. */
interface FieldOptions {
  /** Its name in the form, and in the body that is sent. */
  readonly name: string;
  readonly label: string;
  /** A sentence below it. */
  readonly hint?: string | TemplateResult;
  /** What is wrong with its value. */
  readonly error?: string | undefined;
  /** What it has at first. */
  readonly value?: string;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
}

/** A field of one line. */
export interface InputOptions extends FieldOptions {
  readonly type?: 'text' | 'number' | 'url';
  readonly min?: number;
  readonly placeholder?: string;
}

/** The id of the input of a field. */
export const fieldId = (name: string): string => `field-${name}`;

const withWords = (
  { name, label, hint, error }: FieldOptions,
  input: (described: string | undefined) => TemplateResult,
): TemplateResult => {
  const id = fieldId(name);
  const described = [...(error ? [`${id}-error`] : []), ...(hint ? [`${id}-hint`] : [])].join(' ');
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${input(described || undefined)} ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : nothing}
    ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}
  </div>`;
};

/** A labelled input of one line, whose value the form has. */
export const inputField = (options: InputOptions): TemplateResult => {
  const { name, error, value = '', type = 'text', isRequired, isDisabled, min, placeholder } = options;
  return withWords(
    options,
    (described) =>
      html`<input
        class="input"
        id=${fieldId(name)}
        name=${name}
        type=${type}
        value=${value}
        autocomplete="off"
        spellcheck="false"
        ?required=${isRequired}
        ?disabled=${isDisabled}
        min=${ifDefined(min)}
        placeholder=${ifDefined(placeholder)}
        aria-invalid=${error ? 'true' : nothing}
        aria-describedby=${ifDefined(described)}
      />`,
  );
};

/** A labelled input of several lines, whose value the form has. */
export const areaField = (options: FieldOptions): TemplateResult => {
  const { name, error, value = '', isRequired } = options;
  return withWords(
    options,
    (described) =>
      html`<textarea
        class="input mono"
        id=${fieldId(name)}
        name=${name}
        rows="3"
        autocapitalize="off"
        autocomplete="off"
        spellcheck="false"
        .defaultValue=${value}
        ?required=${isRequired}
        aria-invalid=${error ? 'true' : nothing}
        aria-describedby=${ifDefined(described)}
      ></textarea>`,
  );
};

/** One of a group of radio buttons, each with a sentence. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

/** A group of radio buttons, one of which is chosen. */
export const choiceField = (
  { name, label, value, error }: Pick<FieldOptions, 'name' | 'label' | 'value' | 'error'>,
  choices: readonly Choice[],
): TemplateResult =>
  html`<fieldset class="field">
    <legend class="label">${label}</legend>
    ${choices.map(
      (choice) =>
        html`<label class="choice">
          <input
            type="radio"
            name=${name}
            value=${choice.value}
            ?checked=${choice.value === value}
            aria-invalid=${error ? 'true' : nothing}
          />
          <span>${choice.label}<span class="hint choice-hint">${choice.hint}</span></span>
        </label>`,
    )}
    ${error ? html`<p class="field-error" role="alert">${error}</p>` : nothing}
  </fieldset>`;
