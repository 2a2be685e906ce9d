import { html, nothing, type TemplateResult } from 'lit';
import type { KeyInfo } from '../../../wire/console/index.js';
import { ago, count, moment, plainName } from '../../format.js';
import { keyName, keyPlaceholder } from './key-form.js';
import { texts } from './texts.js';

/** What can be done with a key of the table. */
export type KeyAction = 'snippet' | 'edit' | 'rotate' | 'revoke';
export type ActOnKey = (action: KeyAction, key: KeyInfo) => void;

/** Origins of a key that its row shows. */
const SHOWN_ORIGINS = 4;

const nameCell = (key: KeyInfo): TemplateResult =>
  html`<th scope="row" data-label=${texts.columns.key}>
    <div>
      ${key.label ? html`<bdi class="keys-label">${key.label}</bdi>` : html`<span class="quiet">${texts.unlabelled}</span>`}
      <div class="row">
        <span class="badge ${key.kind === 'public' ? 'badge-good' : ''}">${texts.kinds[key.kind]}</span>
        <code class="quiet">${keyPlaceholder(key)}</code>
      </div>
    </div>
  </th>`;

const originsCell = ({ kind, origins }: KeyInfo): TemplateResult => {
  if (kind === 'private')
    return html`<td data-label=${texts.columns.origins}><span class="quiet">${texts.anyServer}</span></td>`;
  const hidden = origins.length - SHOWN_ORIGINS;
  return html`<td data-label=${texts.columns.origins}>
    <ul class="keys-origins">
      ${origins.slice(0, SHOWN_ORIGINS).map((origin) => html`<li><code>${origin}</code></li>`)}
      ${hidden > 0 ? html`<li class="quiet">${texts.more(hidden)}</li>` : nothing}
    </ul>
  </td>`;
};

const limitsCell = ({ kind, dailyLimit, dailyBudget, answers }: KeyInfo): TemplateResult => {
  if (kind === 'private') return html`<td data-label=${texts.columns.limits}><span class="quiet">–</span></td>`;
  return html`<td data-label=${texts.columns.limits}>
    <div>
      ${dailyLimit === undefined ? nothing : html`<div>${texts.perNetwork(count(dailyLimit))}</div>`}
      ${
        dailyBudget === undefined
          ? nothing
          : html`<div>${dailyBudget === 'off' ? texts.noBudget : texts.inAll(count(dailyBudget))}</div>`
      }
      ${answers === 'domain' ? html`<span class="badge">${texts.domainOnly}</span>` : nothing}
    </div>
  </td>`;
};

const time = (at: number, now: number): TemplateResult =>
  html`<time datetime=${new Date(at).toISOString()} title=${moment(at)}>${ago(at, now)}</time>`;

const useCell = ({ lastUsedAt, createdAt }: KeyInfo, now: number): TemplateResult =>
  html`<td data-label=${texts.columns.use}>
    <div>
      <div>${lastUsedAt === undefined ? html`<span class="quiet">${texts.never}</span>` : time(lastUsedAt, now)}</div>
      <div class="quiet small">${texts.made} ${time(createdAt, now)}</div>
    </div>
  </td>`;

const actionButton = (words: string, action: KeyAction, key: KeyInfo, act: ActOnKey): TemplateResult =>
  html`<button
    class="button button-small ${action === 'revoke' ? 'button-danger' : ''}"
    @click=${() => act(action, key)}
  >
    ${words}<span class="visually-hidden"> ${plainName(keyName(key))}</span>
  </button>`;

const keyRow = (key: KeyInfo, now: number, act: ActOnKey): TemplateResult =>
  html`<tr>
    ${nameCell(key)} ${originsCell(key)} ${limitsCell(key)} ${useCell(key, now)}
    <td class="actions">
      <div class="row">
        ${key.kind === 'public' ? actionButton(texts.snippet, 'snippet', key, act) : nothing}
        ${actionButton(texts.edit, 'edit', key, act)} ${actionButton(texts.rotate, 'rotate', key, act)}
        ${actionButton(texts.revoke, 'revoke', key, act)}
      </div>
    </td>
  </tr>`;

const head = (names: readonly string[], actions = ''): TemplateResult =>
  html`<thead>
    <tr>
      ${names.map((name) => html`<th scope="col">${name}</th>`)}
      ${actions ? html`<th scope="col"><span class="visually-hidden">${actions}</span></th>` : nothing}
    </tr>
  </thead>`;

/** The valid keys, with what can be done with each. */
export const keyTable = (keys: readonly KeyInfo[], now: number, act: ActOnKey): TemplateResult => {
  const { key, origins, limits, use, actions } = texts.columns;
  return html`<section class="card card-flush" aria-labelledby="keys-listed">
    <div class="card-header"><h2 id="keys-listed" tabindex="-1">${texts.listed}</h2></div>
    <table class="table keys-table">
      ${head([key, origins, limits, use], actions)}
      <tbody>
        ${keys.map((each) => keyRow(each, now, act))}
      </tbody>
    </table>
  </section>`;
};

/** The revoked keys, folded away. */
export const revokedTable = (keys: readonly KeyInfo[], now: number): TemplateResult | typeof nothing => {
  if (!keys.length) return nothing;
  const { key, origins, use, revoked } = texts.columns;
  return html`<details class="card card-flush folded">
    <summary>${texts.revokedKeys(keys.length)}</summary>
    <table class="table">
      ${head([key, origins, use, revoked])}
      <tbody>
        ${keys.map(
          (each) =>
            html`<tr>
              ${nameCell(each)} ${originsCell(each)} ${useCell(each, now)}
              <td data-label=${revoked}>${time(each.revokedAt ?? now, now)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
};
