import { html, nothing, type TemplateResult } from 'lit';
import { consolePath, type AccountInfo } from '../../../wire/console/index.js';
import { count, moment, plainName } from '../../format.js';
import { hrefOf } from '../../place.js';
import { isLow } from './account-forms.js';
import { texts } from './texts.js';

/** What can be done with an account of the table. */
export type AccountAction = 'credits' | 'notice' | 'rename' | 'close';
export type ActOnAccount = (action: AccountAction, account: AccountInfo) => void;

const { columns } = texts;

const head = (names: readonly (readonly [name: string, isNumber?: true])[]): TemplateResult =>
  html`<thead>
    <tr>
      ${names.map(([name, isNumber]) => html`<th scope="col" class=${isNumber ? 'number' : nothing}>${name}</th>`)}
      <th scope="col"><span class="visually-hidden">${columns.actions}</span></th>
    </tr>
  </thead>`;

const nameCell = ({ id, name }: AccountInfo): TemplateResult =>
  html`<th scope="row" data-label=${columns.name}>
    <a class="accounts-name" href=${hrefOf(`/accounts/${id}`)}><bdi>${name}</bdi></a>
  </th>`;

const dayCell = (label: string, at: number | undefined): TemplateResult =>
  html`<td data-label=${label}>
    ${at === undefined ? '' : html`<time datetime=${new Date(at).toISOString()}>${moment(at).replace(/,.*/, '')}</time>`}
  </td>`;

const creditsCell = (account: AccountInfo): TemplateResult =>
  html`<td class="number" data-label=${columns.credits}>
    <span class="accounts-credits"
      >${isLow(account) ? html`<span class="badge badge-warn">${texts.low}</span>` : nothing}
      ${count(account.balance)}</span
    >
  </td>`;

const usageLink = ({ id, name }: AccountInfo): TemplateResult =>
  html`<a class="button button-small" href=${consolePath('usageFile', { account: id })} download
    >${texts.usage}<span class="visually-hidden"> ${texts.usageFile} ${plainName(name)}</span></a
  >`;

const row = (account: AccountInfo, act: ActOnAccount): TemplateResult => {
  const button = (words: string, action: AccountAction) =>
    html`<button
      class="button button-small ${action === 'close' ? 'button-danger' : ''}"
      @click=${() => act(action, account)}
    >
      ${words}<span class="visually-hidden"> ${plainName(account.name)}</span>
    </button>`;
  return html`<tr>
    <td class="number quiet" data-label=${columns.number}>${account.id}</td>
    ${nameCell(account)} ${creditsCell(account)}
    <td class="number" data-label=${columns.notice}>
      ${
        account.lowCredits === undefined
          ? html`<span class="quiet">${texts.noNotice}</span>`
          : html`<span>${count(account.lowCredits)}</span>`
      }
    </td>
    <td class="number" data-label=${columns.keys}>
      <a href=${hrefOf(`/accounts/${account.id}/keys`)}
        >${count(account.keys)}<span class="visually-hidden"> keys of ${plainName(account.name)}</span></a
      >
    </td>
    ${dayCell(columns.opened, account.createdAt)}
    <td class="actions">
      <div class="row">
        ${button(texts.credits, 'credits')} ${button(texts.notice, 'notice')} ${button(texts.rename, 'rename')}
        ${usageLink(account)} ${button(texts.close, 'close')}
      </div>
    </td>
  </tr>`;
};

/** The open accounts, with what can be done with each. */
export const accountTable = (accounts: readonly AccountInfo[], act: ActOnAccount): TemplateResult =>
  html`<table class="table accounts-table">
    ${head([
      [columns.number, true],
      [columns.name],
      [columns.credits, true],
      [columns.notice, true],
      [columns.keys, true],
      [columns.opened],
    ])}
    <tbody>
      ${accounts.map((account) => row(account, act))}
    </tbody>
  </table>`;

/** The closed accounts, folded away. */
export const closedTable = (accounts: readonly AccountInfo[]): TemplateResult | typeof nothing =>
  accounts.length
    ? html`<details class="card card-flush folded">
        <summary>${texts.closedAccounts(accounts.length)}</summary>
        <table class="table">
          ${head([[columns.number, true], [columns.name], [columns.credits, true], [columns.closed]])}
          <tbody>
            ${accounts.map(
              (account) =>
                html`<tr>
                  <td class="number quiet" data-label=${columns.number}>${account.id}</td>
                  ${nameCell(account)}
                  <td class="number" data-label=${columns.credits}><span>${count(account.balance)}</span></td>
                  ${dayCell(columns.closed, account.closedAt)}
                  <td class="actions"><div class="row">${usageLink(account)}</div></td>
                </tr>`,
            )}
          </tbody>
        </table>
      </details>`
    : nothing;
