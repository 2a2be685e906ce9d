import { html, svg, type TemplateResult } from 'lit';
import { count, share } from '../../format.js';
import { hrefOf } from '../../place.js';
import { sharesOf, SHARES_WIDTH, type Share } from './shares.js';
import { texts } from './texts.js';

const row = ({ result, count: number, tone }: Share, total: number): TemplateResult =>
  html`<tr>
    <th scope="row">
      <span class="overview-result"
        ><svg class="overview-swatch" viewBox="0 0 12 12" aria-hidden="true">
          <rect class="overview-area-${tone}" width="12" height="12" rx="3"></rect></svg
        ><bdi>${result}</bdi></span
      >
    </th>
    <td class="number">${count(number)}</td>
    <td class="number">${share(number, total)}</td>
  </tr>`;

/** One bar of all verdicts, divided by result; the table beneath is its legend too. */
export const verdictChart = (results: Readonly<Record<string, number>>, account: number): TemplateResult => {
  const shares = sharesOf(results);
  const total = shares.reduce((sum, each) => sum + each.count, 0);
  return html`<section class="card" aria-labelledby="overview-verdicts">
    <div class="card-header"><h2 id="overview-verdicts">${texts.verdicts}</h2></div>
    ${
      total
        ? html`<svg
              class="overview-shares"
              viewBox="0 0 ${SHARES_WIDTH} 10"
              preserveAspectRatio="none"
              role="img"
              aria-label=${texts.verdictsChart}
            >
              ${shares
                .filter(({ width }) => width > 0)
                .map(
                  ({ x, width, tone }) =>
                    svg`<rect class="overview-area-${tone}" x=${x} y="0" width=${width} height="10"></rect>`,
                )}
            </svg>
            <table class="table table-compact overview-legend">
              <thead>
                <tr>
                  <th scope="col">${texts.result}</th>
                  <th scope="col" class="number">${texts.number}</th>
                  <th scope="col" class="number">${texts.share}</th>
                </tr>
              </thead>
              <tbody>
                ${shares.map((each) => row(each, total))}
              </tbody>
            </table>`
        : html`<div class="stack">
            <p class="quiet">${texts.noVerdicts}</p>
            <p><a class="button" href=${hrefOf(`/accounts/${account}/try`)}>${texts.tryAddress}</a></p>
          </div>`
    }
  </section>`;
};
