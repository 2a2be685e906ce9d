import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ListInfo } from '../../../wire/console/index.js';
import { ago } from '../../format.js';
import { hrefOf } from '../../place.js';
import { listButtons, type ActOnList } from './list-buttons.js';
import { progressParts, stateBadge } from './list-parts.js';
import type { PaceSample } from './pace.js';
import { texts } from './texts.js';

/** What the table of lists is made from. */
export interface ShownLists {
  readonly account: number;
  /** Undefined until they are known. */
  readonly lists: readonly ListInfo[] | undefined;
  /** How each went lately, by its id. */
  readonly samples: ReadonlyMap<string, readonly PaceSample[]>;
  readonly now: number;
}

const rowOf = (list: ListInfo, { account, samples, now }: ShownLists, act: ActOnList): TemplateResult => {
  return html`<tr>
    <th scope="row">
      <div>
        <a class="lists-name" id="list-${list.id}" href=${hrefOf(`/accounts/${account}/lists/${list.id}`)}
          ><bdi>${list.name}</bdi></a
        >
        <p class="quiet small">${texts.given(ago(list.createdAt, now))}</p>
      </div>
    </th>
    <td><div>${stateBadge(list.state)}</div></td>
    <td class="lists-progress">
      <div>${progressParts(list, samples.get(list.id) ?? [])}</div>
    </td>
    <td class="actions"><div class="row">${listButtons(list, act, true)}</div></td>
  </tr>`;
};

const bodyOf = (shown: ShownLists, act: ActOnList): TemplateResult => {
  const { lists } = shown;
  if (!lists) return html`<div class="empty"><p>${texts.loading}</p></div>`;
  if (!lists.length)
    return html`<div class="empty">
      <h3>${texts.noLists}</h3>
      <p>${texts.noListsText}</p>
    </div>`;
  const { columns } = texts;
  return html`<table class="table lists-all">
    <thead>
      <tr>
        <th scope="col">${columns.name}</th>
        <th scope="col">${columns.state}</th>
        <th scope="col">${columns.progress}</th>
        <th scope="col"><span class="visually-hidden">${columns.actions}</span></th>
      </tr>
    </thead>
    <tbody>
      ${repeat(
        lists,
        ({ id }) => id,
        (list) => rowOf(list, shown, act),
      )}
    </tbody>
  </table>`;
};

/** The card of all lists, the latest first. */
export const listsTable = (shown: ShownLists, act: ActOnList): TemplateResult =>
  html`<section class="card card-flush" aria-labelledby="lists-all">
    <div class="card-header"><h2 id="lists-all" tabindex="-1">${texts.allTitle}</h2></div>
    ${bodyOf(shown, act)}
  </section>`;
