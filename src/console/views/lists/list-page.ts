import { html, nothing, type TemplateResult } from 'lit';
import type { CountedListInfo, ListInfo } from '../../../wire/console/index.js';
import { count, moment } from '../../format.js';
import { listButtons, type ActOnList } from './list-buttons.js';
import { progressParts, stateBadge } from './list-parts.js';
import { hasEnded } from './list-state.js';
import type { PaceSample } from './pace.js';
import { rowsTemplate, type RowActions, type ShownRows } from './rows-template.js';
import { texts } from './texts.js';
import { verdictsTemplate } from './verdicts-template.js';

/** One list, as its page shows it. */
export interface ShownList extends ShownRows {
  readonly account: number;
  readonly list: CountedListInfo;
  readonly samples: readonly PaceSample[];
}

const factsOf = (list: ListInfo): TemplateResult => {
  const { facts } = texts;
  const rows: readonly (readonly [name: string, value: string])[] = [
    [facts.lines, count(list.lines)],
    [facts.addresses, count(list.addresses)],
    [facts.column, list.column],
    [facts.given, moment(list.createdAt)],
    [facts.ended, list.endedAt === undefined ? '' : moment(list.endedAt)],
  ];
  return html`<dl class="lists-facts">
    ${rows.map(([name, value]) =>
      value
        ? html`<div>
            <dt>${name}</dt>
            <dd class="number"><bdi>${value}</bdi></dd>
          </div>`
        : nothing,
    )}
  </dl>`;
};

/** The parts of one list's page below its header. */
export const listPage = (shown: ShownList, act: ActOnList, rowActions: RowActions): TemplateResult => {
  const { list, account, samples } = shown;
  return html`<div class="stack">
    <section class="card stack" aria-label=${texts.columns.progress}>
      <div class="spread">
        ${stateBadge(list.state)}
        <div class="row">${listButtons(list, act)}</div>
      </div>
      <div class="lists-progress">${progressParts(list, samples)}</div>
      ${factsOf(list)}
      ${!list.isFromConsole && !hasEnded(list.state) ? html`<p class="hint">${texts.foreign}</p>` : nothing}
    </section>
    ${list.state === 'draft' ? nothing : verdictsTemplate(list, account)} ${rowsTemplate(shown, list.lines, rowActions)}
  </div>`;
};
