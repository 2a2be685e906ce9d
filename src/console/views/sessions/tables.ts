import { html, nothing, type TemplateResult } from 'lit';
import type { AuditEntry, ListedSession, SessionInfo } from '../../../wire/console/index.js';
import { ago, moment } from '../../format.js';
import { agentName } from './agent-name.js';
import { actionTexts, texts } from './texts.js';

type Accounts = SessionInfo['accounts'];

const nameOf = (id: number, accounts: Accounts): string =>
  accounts.find((each) => each.id === id)?.name ?? texts.accountName(id);

const heads = (names: readonly string[], hasActions = false): TemplateResult =>
  html`<thead>
    <tr>
      ${names.map((name) => html`<th scope="col">${name}</th>`)}
      ${hasActions ? html`<th scope="col"><span class="visually-hidden">${texts.actions}</span></th>` : nothing}
    </tr>
  </thead>`;

/** What the tables need beside their rows. */
export interface TableParts {
  readonly accounts: Accounts;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const sessionRow = (each: ListedSession, { accounts, now }: TableParts, end: (session: ListedSession) => void) => {
  const { id, account, agent, createdAt, lastSeenAt, isThisOne } = each;
  const name = agentName(agent) || texts.unknownBrowser;
  return html`<tr>
    <th scope="row" data-label=${texts.browser}>
      <span class="row">
        <bdi title=${agent}>${name}</bdi>
        <span class="quiet small">${texts.session(id)}</span>
        ${isThisOne ? html`<span class="badge badge-good">${texts.thisOne}</span>` : nothing}
      </span>
    </th>
    <td data-label=${texts.reaches}>
      <bdi>${account === undefined ? texts.allAccounts : nameOf(account, accounts)}</bdi>
    </td>
    <td data-label=${texts.started}>${moment(createdAt)}</td>
    <td data-label=${texts.seen}><span title=${moment(lastSeenAt)}>${ago(lastSeenAt, now)}</span></td>
    <td class="actions">
      <button class="button button-small button-danger" @click=${() => end(each)}>
        <span>${texts.end}<span class="visually-hidden">${texts.endName(name)}</span></span>
      </button>
    </td>
  </tr>`;
};

export const sessionTable = (
  sessions: readonly ListedSession[],
  parts: TableParts,
  end: (session: ListedSession) => void,
): TemplateResult =>
  html`<table class="table">
    ${heads([texts.browser, texts.reaches, texts.started, texts.seen], true)}
    <tbody>
      ${sessions.map((each) => sessionRow(each, parts, end))}
    </tbody>
  </table>`;

const nameCell = (id: number, accounts: Accounts): TemplateResult => html`<bdi>${nameOf(id, accounts)}</bdi>`;

const auditRow = ({ at, action, detail, account, session }: AuditEntry, accounts: Accounts): TemplateResult =>
  html`<tr>
    <td class="quiet" data-label=${texts.when}>${moment(at)}</td>
    <td data-label=${texts.what}>${Object.hasOwn(actionTexts, action) ? actionTexts[action] : action}</td>
    <td data-label=${texts.detail}>${detail ? html`<bdi>${detail}</bdi>` : nothing}</td>
    <td data-label=${texts.account}>${account === undefined ? nothing : nameCell(account, accounts)}</td>
    <td class="quiet" data-label=${texts.by}>${session === undefined ? texts.command : texts.session(session)}</td>
  </tr>`;

export const auditTable = (entries: readonly AuditEntry[], { accounts }: TableParts): TemplateResult =>
  html`<table class="table sessions-audit">
    ${heads([texts.when, texts.what, texts.detail, texts.account, texts.by])}
    <tbody>
      ${entries.map((each) => auditRow(each, accounts))}
    </tbody>
  </table>`;
