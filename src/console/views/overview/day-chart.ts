import { html, svg, type TemplateResult } from 'lit';
import type { DayCounts } from '../../../wire/console/index.js';
import { count, shortDay } from '../../format.js';
import { BAR_STEP, BAR_WIDTH, barsOf, CHART_HEIGHT, dayAt, scaleEnd } from './bars.js';
import { texts } from './texts.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const lineOf = ({ day, calls, credits }: DayCounts): string => texts.dayLine(shortDay(day), calls, credits);

const table = (days: readonly DayCounts[]): TemplateResult =>
  html`<details class="overview-table">
    <summary>${texts.asTable}</summary>
    <table class="table table-compact">
      <thead>
        <tr>
          <th scope="col">${texts.day}</th>
          <th scope="col" class="number">${texts.calls}</th>
          <th scope="col" class="number">${texts.creditsSpent}</th>
        </tr>
      </thead>
      <tbody>
        ${[...days].reverse().map(
          ({ day, calls, credits }) =>
            html`<tr>
              <th scope="row">${day}</th>
              <td class="number">${count(calls)}</td>
              <td class="number">${count(credits)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;

/** What is under the pointer, and how to tell that it moved: the number of a day, or undefined. */
export interface PointedDay {
  readonly pointed: number | undefined;
  point(day: number | undefined): void;
}

const drawing = (days: readonly DayCounts[], { pointed, point }: PointedDay): TemplateResult => {
  const busiest = days.reduce((most, day) => (day.calls > most.calls ? day : most));
  const width = days.length * BAR_STEP;
  const onMove = (event: PointerEvent) => {
    const { left, width: drawn } = (event.currentTarget as Element).getBoundingClientRect();
    point(dayAt((event.clientX - left) / drawn, days.length));
  };
  return html`<svg
    class="overview-bars"
    viewBox="0 0 ${width} ${CHART_HEIGHT}"
    preserveAspectRatio="none"
    role="img"
    aria-label=${busiest.calls ? texts.chart(busiest.calls, shortDay(busiest.day)) : texts.chartEmpty}
    @pointermove=${onMove}
    @pointerleave=${() => point(undefined)}
  >
    ${[0, 0.5, 1].map((ratio) => {
      const y = ratio * CHART_HEIGHT;
      return svg`<line class="overview-line" x1="0" x2=${width} y1=${y} y2=${y}></line>`;
    })}
    ${barsOf(days).map(
      ({ x, y, height }, at) =>
        svg`<rect class="overview-bar ${at === pointed ? 'overview-bar-pointed' : ''}" x=${x} y=${y} width=${BAR_WIDTH} height=${height}></rect>`,
    )}
  </svg>`;
};

/** A bar a day, and the same as a table. */
export const dayChart = (days: readonly DayCounts[], pointing: PointedDay): TemplateResult => {
  const pointed = pointing.pointed === undefined ? undefined : days[pointing.pointed];
  const calls = sum(days.map((day) => day.calls));
  const end = scaleEnd(Math.max(0, ...days.map((day) => day.calls)));
  return html`<section class="card" aria-labelledby="overview-days">
    <div class="card-header">
      <h2 id="overview-days">${texts.days}</h2>
      <p class="quiet small number">
        ${pointed ? lineOf(pointed) : texts.daysOfAll(calls, sum(days.map((day) => day.credits)))}
      </p>
    </div>
    ${
      calls
        ? html`<div class="overview-chart">
              <p class="overview-scale small quiet number" aria-hidden="true">
                <span>${count(end)}</span><span>${count(end / 2)}</span><span>0</span>
              </p>
              ${drawing(days, pointing)}
              <p class="overview-axis small quiet" aria-hidden="true">
                <span>${shortDay(days[0]!.day)}</span><span>${shortDay(days[Math.floor(days.length / 2)]!.day)}</span
                ><span>${texts.today}</span>
              </p>
            </div>
            ${table(days)}`
        : html`<p class="quiet overview-none">${texts.noCalls}</p>`
    }
  </section>`;
};
