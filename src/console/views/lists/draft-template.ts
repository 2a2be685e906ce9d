import { html, nothing, type TemplateResult } from 'lit';
import type { DraftInfo, ListInfo, ListPreview } from '../../../wire/console/index.js';
import { texts } from './texts.js';

/** What the card of a draft does. */
export interface DraftActions {
  /** `column`: its position from 0. */
  chooseColumn(column: number): void;
  start(list: ListInfo): void;
  discard(list: ListInfo): void;
}

/** A draft as it is shown. */
export interface ShownDraft {
  readonly draft: DraftInfo;
  /** The column that is being read instead. */
  readonly column?: number;
  readonly fault: string;
}

const columnChoice = ({ columns }: ListPreview, chosen: number, isReading: boolean, { chooseColumn }: DraftActions) => {
  const choose = (event: Event): void => chooseColumn((event.currentTarget as HTMLSelectElement).selectedIndex);
  return html`<div class="field lists-column">
    <label for="lists-column">${texts.columnLabel}</label>
    <select class="input" id="lists-column" ?disabled=${isReading} @change=${choose}>
      ${columns.map((name, at) => html`<option .selected=${at === chosen}>${texts.columnOption(name)}</option>`)}
    </select>
  </div>`;
};

const previewTable = ({ columns, rows }: ListPreview, chosen: number): TemplateResult => {
  const classOf = (at: number) => (at === chosen ? 'lists-chosen' : nothing);
  return html`<div class="lists-preview" role="region" aria-labelledby="lists-preview" tabindex="0">
    <table>
      <caption id="lists-preview">
        ${texts.previewCaption(rows.length)}
      </caption>
      <thead>
        <tr>
          ${columns.map(
            (name, at) =>
              html`<th scope="col" class=${classOf(at)}>
                <bdi>${texts.columnOption(name)}</bdi>
                ${at === chosen ? html`<span class="lists-mark">${texts.columnMark}</span>` : nothing}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${columns.map((_, at) => html`<td class=${classOf(at)}><bdi>${cells[at] ?? ''}</bdi></td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
};

/** The card of a list that was read and has not started: its first rows, its column and what it can cost. */
export const draftTemplate = ({ draft, column, fault }: ShownDraft, actions: DraftActions): TemplateResult => {
  const { list, preview } = draft;
  const isReading = column !== undefined;
  const chosen = column ?? preview.column;
  const isShort = preview.balance < preview.cost;
  return html`<section class="card stack" aria-labelledby="lists-draft" aria-busy=${String(isReading)}>
    <h2 id="lists-draft" tabindex="-1"><bdi>${list.name}</bdi></h2>
    ${preview.columns.length > 1 ? columnChoice(preview, chosen, isReading, actions) : nothing}
    ${fault ? html`<div class="notice notice-error" role="alert"><p>${fault}</p></div>` : nothing}
    ${previewTable(preview, chosen)}
    <div class="notice ${isShort ? 'notice-warn' : ''}" role="status">
      <p>
        ${
          isReading
            ? texts.otherColumn
            : html`<strong>${texts.found(list.addresses)}</strong> ${texts.cost(preview.cost, preview.balance)}`
        }
      </p>
    </div>
    <div class="row">
      <button class="button button-primary" type="button" ?disabled=${isReading} @click=${() => actions.start(list)}>
        ${texts.start(list.addresses)}
      </button>
      <button class="button" type="button" ?disabled=${isReading} @click=${() => actions.discard(list)}>
        ${texts.discard}
      </button>
    </div>
  </section>`;
};
