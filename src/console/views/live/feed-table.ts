import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { FeedEntry, SessionInfo } from '../../../wire/console/index.js';
import { clockOrDay, duration, plainName } from '../../format.js';
import { hrefOf } from '../../place.js';
import { toneOf } from '../../tone.js';
import { approvalOf, isRefused } from './feed-state.js';
import { texts } from './texts.js';

/** What has become of an origin that can be approved. */
export type Approval = 'running' | 'done';

/** What the table shows beside the calls. */
export interface FeedTable {
  /** Those with a greater number came while the view was open. */
  readonly seen: number;
  /** The accounts to name; undefined if all calls are of one. */
  readonly accounts: SessionInfo['accounts'] | undefined;
  readonly approvals: ReadonlyMap<string, Approval>;
  /** Milliseconds since 1970. */
  readonly now: number;
  approve(entry: FeedEntry): void;
}

const badge = ({ status, result }: FeedEntry): TemplateResult => {
  if (status >= 500) return html`<span class="badge badge-bad">${texts.failed(status)}</span>`;
  if (status >= 400) return html`<span class="badge badge-bad">${texts.refused(status)}</span>`;
  return html`<span class="badge badge-${toneOf(result ?? '')}">${result ?? texts.answered}</span>`;
};

const remedy = (entry: FeedEntry, { approvals, approve }: FeedTable): TemplateResult | typeof nothing => {
  const { origin, key, account } = entry;
  if (origin === undefined || key === undefined || account === undefined) return nothing;
  const approval = approvals.get(approvalOf(entry));
  if (approval === 'done') return html`<p class="live-approved">${texts.approved}</p>`;
  return html`<button
    class="button button-small live-approve"
    aria-disabled=${approval ? 'true' : nothing}
    @click=${() => approve(entry)}
  >
    ${approval ? texts.approving : texts.approve(plainName(origin))}
  </button>`;
};

const accountCell = (id: number | undefined, accounts: SessionInfo['accounts']): TemplateResult => {
  if (id === undefined) return html`<td></td>`;
  const name = accounts.find((each) => each.id === id)?.name ?? texts.accountName(id);
  return html`<td class="live-account">
    <a href=${hrefOf(`/accounts/${id}/live`)}><bdi class="live-name">${name}</bdi></a>
  </td>`;
};

const row = (entry: FeedEntry, table: FeedTable): TemplateResult => {
  const { number, at, call, milliseconds, domain, reason, refusal, key, keyName } = entry;
  return html`<tr class=${number > table.seen ? 'live-new' : ''}>
    <td class="number live-time">${clockOrDay(at, table.now)}</td>
    <td class="live-verdict">${badge(entry)}</td>
    <td class="live-domain">
      ${domain === undefined ? html`<code class="quiet">${call}</code>` : html`<bdi class="live-name">${domain}</bdi>`}
    </td>
    <td class="live-why">
      <div class="live-reason">
        ${isRefused(entry) ? html`<p>${refusal ?? nothing}</p>` : (reason ?? nothing)} ${remedy(entry, table)}
      </div>
    </td>
    ${table.accounts ? accountCell(entry.account, table.accounts) : nothing}
    <td class="live-key">
      ${key === undefined ? nothing : html`<bdi class="live-name">${keyName || texts.keyName(key)}</bdi>`}
    </td>
    <td class="number live-duration">${duration(milliseconds)}</td>
  </tr>`;
};

/** The calls, the newest first. */
export const feedTable = (entries: readonly FeedEntry[], table: FeedTable): TemplateResult =>
  html`<table class="table live-table">
    <thead>
      <tr>
        <th scope="col" class="live-time">${texts.time}</th>
        <th scope="col">${texts.verdict}</th>
        <th scope="col">${texts.domain}</th>
        <th scope="col">${texts.reason}</th>
        ${table.accounts ? html`<th scope="col">${texts.account}</th>` : nothing}
        <th scope="col">${texts.key}</th>
        <th scope="col" class="number">${texts.duration}</th>
      </tr>
    </thead>
    <tbody>
      ${repeat(
        entries,
        // Numbers begin anew when the service does.
        ({ at, number }) => `${at} ${number}`,
        (entry) => row(entry, table),
      )}
    </tbody>
  </table>`;
