import { html, nothing, type TemplateResult } from 'lit';
import type { OverviewInfo } from '../../../wire/console/index.js';
import { count } from '../../format.js';
import { hrefOf } from '../../place.js';
import { texts } from './texts.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const lasting = ({ balance, days }: OverviewInfo): string => {
  const aDay = sum(days.map(({ credits }) => credits)) / Math.max(1, days.length);
  return aDay > 0 ? texts.lasts(Math.floor(balance / aDay)) : texts.pace;
};

/** What is left, and for how long. */
export const balanceCard = (overview: OverviewInfo): TemplateResult => {
  const { balance, lowCredits } = overview;
  const badge = balance <= 0 ? 'bad' : balance < (lowCredits ?? 0) ? 'warn' : undefined;
  return html`<section class="card" aria-labelledby="overview-balance">
    <div class="card-header">
      <h2 id="overview-balance">${texts.balance}</h2>
      ${badge ? html`<span class="badge badge-${badge}">${badge === 'bad' ? texts.noneLeft : texts.low}</span>` : nothing}
    </div>
    <p class="overview-figure number">${count(balance)} <span>${texts.credits(balance)}</span></p>
    <p class="quiet small">${lasting(overview)}</p>
    ${lowCredits === undefined ? nothing : html`<p class="quiet small">${texts.lowBelow(lowCredits)}</p>`}
  </section>`;
};

// From here on it is worth a look.
const NEARLY_USED = 0.8;

const budgetLine = ({ key, label, budget }: OverviewInfo['today'][number]): TemplateResult => {
  const name = label || texts.keyName(key);
  return html`<li>
    <div class="spread small">
      <bdi class="overview-name">${name}</bdi>
      <span class="number quiet">${budget ? texts.budget(budget.calls, budget.limit) : texts.noBudget}</span>
    </div>
    ${
      budget
        ? html`<progress
            class="progress ${budget.calls >= budget.limit * NEARLY_USED ? 'progress-warn' : ''}"
            aria-label=${name.slice(0, 60)}
            max=${budget.limit}
            .value=${Math.min(budget.calls, budget.limit)}
          ></progress>`
        : nothing
    }
  </li>`;
};

/** Today's calls, and how much of the daily budgets they used. */
export const todayCard = ({ days, today }: OverviewInfo): TemplateResult => {
  const calls = days.at(-1)?.calls ?? 0;
  return html`<section class="card" aria-labelledby="overview-today">
    <div class="card-header"><h2 id="overview-today">${texts.today}</h2></div>
    <p class="overview-figure number">${count(calls)} <span>${texts.todayCalls(calls)}</span></p>
    ${
      today.length
        ? html`<ul class="overview-budgets" aria-label=${texts.limits}>
            ${today.map(budgetLine)}
          </ul>`
        : html`<p class="quiet small">${texts.noLimits}</p>`
    }
  </section>`;
};

/** How far the running lists are. */
export const listsCard = ({ lists }: OverviewInfo, account: number): TemplateResult => {
  const all = hrefOf(`/accounts/${account}/lists`);
  return html`<section class="card" aria-labelledby="overview-lists">
    <div class="card-header">
      <h2 id="overview-lists">${texts.lists}</h2>
      <a class="small" href=${all}>${texts.allLists}</a>
    </div>
    ${
      lists.length
        ? html`<ul class="overview-budgets">
            ${lists.map(
              ({ id, name, percentage }) =>
                html`<li>
                  <div class="spread small">
                    <a class="overview-name" href="${all}/${encodeURIComponent(id)}"><bdi>${name}</bdi></a>
                    <span class="number quiet">${texts.progress(percentage)}</span>
                  </div>
                  <progress class="progress" aria-label=${name.slice(0, 60)} max="100" .value=${percentage}></progress>
                </li>`,
            )}
          </ul>`
        : html`<p class="quiet">${texts.noLists}</p>`
    }
  </section>`;
};

/** What the element did for visitors; if nothing is known of it, how to have it counted. */
export const pagesCard = ({ pages }: OverviewInfo, serviceUrl: string): TemplateResult => {
  const line = texts.counts(serviceUrl);
  const figures = [
    [pages.corrected, texts.corrected(pages.corrected)],
    [pages.warned, texts.warned(pages.warned)],
    [pages.usedAnyway, texts.usedAnyway(pages.usedAnyway)],
  ] as const;
  const isKnown = figures.some(([number]) => number > 0);
  return html`<section class="card" aria-labelledby="overview-pages">
    <div class="card-header">
      <h2 id="overview-pages">${texts.pages}</h2>
      ${isKnown ? html`<p class="quiet small">${texts.pagesIn}</p>` : nothing}
    </div>
    ${
      isKnown
        ? html`<ul class="overview-pages">
            ${figures.map(
              ([number, words]) =>
                html`<li><strong class="overview-figure number">${count(number)}</strong> ${words}</li>`,
            )}
          </ul>`
        : html`<div class="stack">
            <p class="quiet">${texts.noPages}</p>
            <div class="copyable">
              <code>${line}</code><console-copy .text=${line} name=${texts.countsName}></console-copy>
            </div>
          </div>`
    }
  </section>`;
};
