import { html, nothing, type TemplateResult } from 'lit';
import type { ListRow } from '../../../wire/console/index.js';
import { resultOrder, toneOf } from '../../tone.js';
import { ALL_ROWS, filteredRows, NO_VERDICT, rowPage, type RowFilter, type RowPage } from './rows.js';
import { texts } from './texts.js';

/** The rows of a list, and which of them are shown. */
export interface ShownRows {
  /** Undefined until they are known. */
  readonly rows: readonly ListRow[] | undefined;
  readonly filter: RowFilter;
  /** From 0. */
  readonly page: number;
}

/** What the card of rows does. */
export interface RowActions {
  filter(filter: RowFilter): void;
  turnTo(page: number): void;
}

const { rowColumns } = texts;

const resultBadge = (result: string): TemplateResult =>
  html`<span class="badge badge-${toneOf(result)}">${result || texts.noVerdict}</span>`;

const rowOf = ({ email, result, reason, didYouMean }: ListRow): TemplateResult =>
  html`<tr>
    <th scope="row" data-label=${rowColumns.email} class="mono"><bdi>${email}</bdi></th>
    <td data-label=${rowColumns.result}><div>${resultBadge(result)}</div></td>
    <td data-label=${rowColumns.reason}>${reason}</td>
    <td data-label=${rowColumns.didYouMean} class="mono">${didYouMean ? html`<bdi>${didYouMean}</bdi>` : nothing}</td>
  </tr>`;

const filterFields = (rows: readonly ListRow[], filter: RowFilter, actions: RowActions): TemplateResult => {
  const results = [...resultOrder.filter((result) => rows.some((row) => row.result === result))];
  const hasNone = rows.some(({ result }) => !result);
  const choose = (event: Event): void =>
    actions.filter({ ...filter, result: (event.currentTarget as HTMLSelectElement).value });
  const find = (event: Event): void =>
    actions.filter({ ...filter, text: (event.currentTarget as HTMLInputElement).value });
  const option = (value: string, words: string): TemplateResult =>
    html`<option value=${value} .selected=${value === filter.result}>${words}</option>`;
  return html`<div class="lists-filter" role="search" aria-labelledby="lists-rows">
    <div class="field">
      <label for="lists-result">${texts.filterResult}</label>
      <select class="input" id="lists-result" @change=${choose}>
        ${option('', texts.allResults)} ${results.map((result) => option(result, result))}
        ${hasNone ? option(NO_VERDICT, texts.noVerdict) : nothing}
      </select>
    </div>
    <div class="field">
      <label for="lists-text">${texts.filterText}</label>
      <input
        class="input"
        id="lists-text"
        type="search"
        autocomplete="off"
        spellcheck="false"
        maxlength="320"
        .value=${filter.text}
        @input=${find}
      />
    </div>
  </div>`;
};

const pageButtons = ({ page, pages }: RowPage, { turnTo }: RowActions, label: string): TemplateResult => {
  const button = (to: number, words: string): TemplateResult => {
    const isOff = to < 0 || to >= pages;
    // Not `disabled`, which would lose the focus of a person who turned to the last page.
    return html`<button
      class="button button-small"
      type="button"
      aria-disabled=${isOff ? 'true' : nothing}
      @click=${() => isOff || turnTo(to)}
    >
      ${words}
    </button>`;
  };
  return html`<nav class="row" aria-label=${label}>
    ${button(page - 1, texts.previousPage)} ${button(page + 1, texts.nextPage)}
  </nav>`;
};

const tableOf = ({ rows }: RowPage): TemplateResult =>
  html`<table class="table lists-rows" aria-labelledby="lists-rows">
    <thead>
      <tr>
        <th scope="col">${rowColumns.email}</th>
        <th scope="col">${rowColumns.result}</th>
        <th scope="col">${rowColumns.reason}</th>
        <th scope="col">${rowColumns.didYouMean}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(rowOf)}
    </tbody>
  </table>`;

const foundTemplate = (rows: readonly ListRow[], { filter, page }: ShownRows, actions: RowActions): TemplateResult => {
  const found = filteredRows(rows, filter);
  const shown = rowPage(found, page);
  return html`${filterFields(rows, filter, actions)}
    <div class="spread lists-turn">
      <p class="small number" role="status">
        ${found.length ? texts.rowsShown(shown.from, shown.to, found.length) : texts.noRows}
      </p>
      ${shown.pages > 1 ? pageButtons(shown, actions, texts.pages) : nothing}
    </div>
    ${
      found.length
        ? html`${tableOf(shown)}
          ${
            shown.pages > 1
              ? html`<div class="lists-turn lists-turn-below">${pageButtons(shown, actions, texts.pagesBelow)}</div>`
              : nothing
          }`
        : html`<div class="empty">
            <button class="button" type="button" @click=${() => actions.filter(ALL_ROWS)}>${texts.showAllRows}</button>
          </div>`
    }`;
};

/** The card of a list's first rows, with a filter; at most a page of them is in the document. */
export const rowsTemplate = (shown: ShownRows, lines: number, actions: RowActions): TemplateResult => {
  const { rows } = shown;
  return html`<section class="card card-flush" aria-labelledby="lists-rows">
    <div class="card-header">
      <h2 id="lists-rows" tabindex="-1">${texts.rowsTitle}</h2>
      ${rows && lines > rows.length ? html`<p class="hint">${texts.rowsHint(rows.length)}</p>` : nothing}
    </div>
    ${
      rows?.length
        ? foundTemplate(rows, shown, actions)
        : html`<div class="empty"><p>${rows ? texts.noRowsAtAll : texts.loading}</p></div>`
    }
  </section>`;
};
