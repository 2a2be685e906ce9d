import { html, nothing, type TemplateResult } from 'lit';
import type { Intake, IntakeSource } from './intake.js';
import { texts } from './texts.js';

/** The ways to give a list. */
export type IntakeWay = keyof typeof texts.ways;

/** What the card for a new list does. */
export interface IntakeActions {
  chooseWay(way: IntakeWay): void;
  takeFiles(files: FileList | null): void;
  takeText(text: string): void;
  takeUrl(url: string): void;
  stop(): void;
}

/** A text of more UTF-16 units is read as it is pasted: text fields of that length are slow. */
const LONG_TEXT = 20_000;

const fileWay = (actions: IntakeActions): TemplateResult => {
  const choose = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    actions.takeFiles(input.files);
    // The same file can be chosen again.
    input.value = '';
  };
  return html`<div class="lists-drop">
    <p class="lists-drop-title">${texts.dropTitle}</p>
    <p class="hint" id="lists-drop-hint">${texts.dropHint}</p>
    <label class="button button-primary lists-file">
      <input
        type="file"
        accept=".csv,.txt,.tsv,.gz,text/csv,text/plain"
        aria-describedby="lists-drop-hint"
        @change=${choose}
      />
      ${texts.chooseFile}
    </label>
  </div>`;
};

const fieldOf = (event: Event): HTMLInputElement | HTMLTextAreaElement =>
  (event.currentTarget as HTMLFormElement).querySelector<HTMLInputElement | HTMLTextAreaElement>('.input')!;

const pasteWay = (actions: IntakeActions, fault: string): TemplateResult => {
  const submit = (event: Event): void => {
    event.preventDefault();
    actions.takeText(fieldOf(event).value);
  };
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= LONG_TEXT) return;
    event.preventDefault();
    actions.takeText(text);
  };
  return html`<form class="fields lists-form" novalidate @submit=${submit}>
    <div class="field">
      <label for="lists-paste">${texts.pasteLabel}</label>
      <textarea
        class="input mono"
        id="lists-paste"
        rows="6"
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        aria-describedby="lists-paste-hint${fault && ' lists-fault'}"
        aria-invalid=${fault ? 'true' : nothing}
        @paste=${paste}
      ></textarea>
      <p class="hint" id="lists-paste-hint">${texts.pasteHint}</p>
    </div>
    <div class="row"><button class="button button-primary">${texts.pasteButton}</button></div>
  </form>`;
};

const urlWay = (actions: IntakeActions, fault: string): TemplateResult => {
  const submit = (event: Event): void => {
    event.preventDefault();
    actions.takeUrl(fieldOf(event).value.trim());
  };
  return html`<form class="fields lists-form" novalidate @submit=${submit}>
    <div class="field">
      <label for="lists-url">${texts.urlLabel}</label>
      <input
        class="input"
        id="lists-url"
        type="url"
        inputmode="url"
        autocomplete="off"
        spellcheck="false"
        placeholder="https://"
        maxlength="2000"
        aria-describedby="lists-url-hint${fault && ' lists-fault'}"
        aria-invalid=${fault ? 'true' : nothing}
      />
      <p class="hint" id="lists-url-hint">${texts.urlHint}</p>
    </div>
    <div class="row"><button class="button button-primary">${texts.urlButton}</button></div>
  </form>`;
};

const ways = { file: fileWay, paste: pasteWay, url: urlWay } as const;

const wayChoice = (chosen: IntakeWay, { chooseWay }: IntakeActions): TemplateResult =>
  html`<fieldset class="segments">
    <legend class="visually-hidden">${texts.waysLabel}</legend>
    ${(Object.keys(ways) as IntakeWay[]).map(
      (way) =>
        html`<label
          ><input
            type="radio"
            name="lists-way"
            .checked=${way === chosen}
            @change=${() => chooseWay(way)}
          />${texts.ways[way]}</label
        >`,
    )}
  </fieldset>`;

const sendingWords = (source: IntakeSource, sent: number): string => {
  if (source.kind === 'url') return texts.fetching(source.name);
  return sent < source.content.size ? texts.sending(source.name) : texts.reading(source.name);
};

const sendingTemplate = (source: IntakeSource, sent: number, { stop }: IntakeActions): TemplateResult => {
  const size = source.kind === 'file' ? source.content.size : 0;
  const isSending = sent < size;
  return html`<div class="stack lists-sending">
    <p id="lists-sending">${sendingWords(source, sent)}</p>
    <progress
      class="progress"
      aria-labelledby="lists-sending"
      max=${size || 1}
      value=${isSending ? sent : nothing}
    ></progress>
    <div class="spread">
      <span class="quiet small number">${isSending ? texts.sent(sent, size) : nothing}</span>
      <button class="button" type="button" @click=${stop}>${texts.stop}</button>
    </div>
  </div>`;
};

const progressOf = (intake: Intake, actions: IntakeActions): TemplateResult | typeof nothing => {
  if (intake.step === 'sending') return sendingTemplate(intake.source, intake.sent, actions);
  return intake.step === 'checking' ? html`<p class="lists-sending">${texts.checking(intake.name)}</p>` : nothing;
};

/** The card in which a list is given, as long as there is no draft. What was written stays until there is one. */
export const intakeTemplate = (intake: Intake, way: IntakeWay, actions: IntakeActions): TemplateResult => {
  const isIdle = intake.step === 'idle';
  const fault = isIdle ? intake.fault : '';
  return html`<section class="card stack" aria-labelledby="lists-give">
    <div class="spread">
      <h2 id="lists-give" tabindex="-1">${texts.giveTitle}</h2>
      <div ?hidden=${!isIdle}>${wayChoice(way, actions)}</div>
    </div>
    ${fault ? html`<div class="notice notice-error" role="alert" id="lists-fault"><p>${fault}</p></div>` : nothing}
    <div ?hidden=${!isIdle}>${ways[way](actions, fault)}</div>
    ${progressOf(intake, actions)}
  </section>`;
};
