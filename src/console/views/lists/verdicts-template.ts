import { html, nothing, svg, type TemplateResult } from 'lit';
import type { CountedListInfo } from '../../../wire/console/index.js';
import { consolePath } from '../../../wire/console/index.js';
import { count, share } from '../../format.js';
import { resultOrder, toneOf } from '../../tone.js';
import { hasEnded, hasFile } from './list-state.js';
import { texts } from './texts.js';

/** One part of the bar. */
export interface VerdictPart {
  /** A result such as `Risky`; `''` for addresses without a verdict. */
  readonly result: string;
  readonly count: number;
}

/** The parts of a list by result, in one order always, and at the end what has no verdict. Parts without addresses are left out. */
export const verdictParts = ({
  results,
  addresses,
}: Pick<CountedListInfo, 'results' | 'addresses'>): readonly VerdictPart[] => {
  const others = Object.keys(results).filter((result) => !(resultOrder as readonly string[]).includes(result));
  const known = [...resultOrder, ...others].map((result) => ({ result, count: results[result] ?? 0 }));
  const sum = known.reduce((total, part) => total + part.count, 0);
  return [...known, { result: '', count: Math.max(addresses - sum, 0) }].filter((part) => part.count > 0);
};

const WIDTH = 1_000;
const HEIGHT = 16;
/** Between two parts. */
const GAP = 3;

const partClass = ({ result }: VerdictPart): string => `lists-part lists-part-${result ? toneOf(result) : 'none'}`;

const barOf = (parts: readonly VerdictPart[], total: number, nameOf: (part: VerdictPart) => string): TemplateResult => {
  let before = 0;
  const shapes = parts.map((part, at) => {
    const [x, width] = [(before / total) * WIDTH, (part.count / total) * WIDTH];
    before += part.count;
    const isLast = at === parts.length - 1;
    return svg`<rect class=${partClass(part)} x=${x} y="0" height=${HEIGHT} width=${Math.max(width - (isLast ? 0 : GAP), 1)}></rect>`;
  });
  const words = parts.map((part) => `${nameOf(part)} ${count(part.count)}`).join(', ');
  return html`<svg
    class="lists-bar"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    preserveAspectRatio="none"
    role="img"
    aria-label=${texts.verdictsBar(words)}
  >
    ${shapes}
  </svg>`;
};

/** The verdicts of a list as one bar, and as a table with the download of each. */
export const verdictsTemplate = (list: CountedListInfo, account: number): TemplateResult => {
  const parts = verdictParts(list);
  const total = parts.reduce((sum, part) => sum + part.count, 0);
  const file = consolePath('listFile', { account, list: list.id });
  const others = hasEnded(list.state) ? texts.notChecked : texts.noVerdict;
  const nameOf = ({ result }: VerdictPart): string => result || (list.isCounted ? others : texts.notCounted);
  const columns = texts.verdictColumns;
  const fileCell = (part: VerdictPart): TemplateResult =>
    html`<td class="number" data-label=${part.result ? columns.file : nothing}>
      ${
        part.result
          ? html`<a href="${file}?result=${encodeURIComponent(part.result)}" download
              >${texts.download}<span class="visually-hidden"> ${texts.downloadOf(part.result)}</span></a
            >`
          : nothing
      }
    </td>`;
  const rowOf = (part: VerdictPart): TemplateResult =>
    html`<tr>
      <th scope="row" data-label=${columns.result}>
        <span class="lists-key"
          ><svg class="lists-swatch" viewBox="0 0 12 12" aria-hidden="true">
            ${svg`<rect class=${partClass(part)} width="12" height="12" rx="3"></rect>`}</svg
          ><bdi>${nameOf(part)}</bdi></span
        >
      </th>
      <td class="number" data-label=${columns.count}>${count(part.count)}</td>
      <td class="number" data-label=${columns.share}>${share(part.count, total)}</td>
      ${hasFile(list) ? fileCell(part) : nothing}
    </tr>`;
  return html`<section class="card card-flush" aria-labelledby="lists-verdicts">
    <div class="card-header">
      <h2 id="lists-verdicts">${texts.verdictsTitle}</h2>
      ${
        hasFile(list)
          ? html`<a class="button button-small" href=${file} download>${texts.downloadAll}</a>`
          : html`<p class="hint">${hasEnded(list.state) ? nothing : texts.downloadLater}</p>`
      }
    </div>
    ${
      list.done > 0
        ? html`<div class="lists-bar-frame">${barOf(parts, total, nameOf)}</div>
            <table class="table">
              <caption class="visually-hidden">
                ${texts.verdictsCaption}
              </caption>
              <thead>
                <tr>
                  <th scope="col">${columns.result}</th>
                  <th scope="col" class="number">${columns.count}</th>
                  <th scope="col" class="number">${columns.share}</th>
                  ${hasFile(list) ? html`<th scope="col" class="number">${columns.file}</th>` : nothing}
                </tr>
              </thead>
              <tbody>
                ${parts.map(rowOf)}
              </tbody>
            </table>`
        : html`<div class="empty"><p>${texts.noVerdicts}</p></div>`
    }
  </section>`;
};
