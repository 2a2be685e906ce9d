import { html, nothing, svg, type TemplateResult } from 'lit';
import type { TryInfo } from '../../../wire/console/index.js';
import { duration } from '../../format.js';
import { texts } from './texts.js';
import { timelineOf, type TimedStep } from './timeline.js';

const WIDTH = 1_000;
const HEIGHT = 8;
/** A step of no time to speak of is seen all the same. */
const LEAST = 6;

const barOf = ({ from, share }: TimedStep): TemplateResult => {
  const width = Math.max(share * WIDTH, LEAST);
  const x = Math.min(from * WIDTH, WIDTH - width);
  return html`<svg class="try-bar" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect class="try-axis" width=${WIDTH} height=${HEIGHT}></rect><rect class="try-time" x=${x} width=${width} height=${HEIGHT}></rect>`}
  </svg>`;
};

const stepOf = (step: TimedStep): TemplateResult => {
  const { stage, title, detail, milliseconds } = step;
  return html`<li class="try-step">
    <div class="try-head">
      <span class="badge">${texts.stages[stage]}</span>
      <h3><bdi>${title}</bdi></h3>
      ${milliseconds === undefined ? nothing : html`<span class="quiet small number">${duration(milliseconds)}</span>`}
    </div>
    ${detail ? html`<p class="mono try-detail"><bdi>${detail}</bdi></p>` : nothing}
    ${milliseconds === undefined ? nothing : barOf(step)}
  </li>`;
};

/** The card of what was learned, in order, each step with its time on one axis; and why the verdict follows. */
export const evidenceCard = ({ steps, because }: TryInfo): TemplateResult => {
  const timeline = timelineOf(steps);
  return html`<section class="card" aria-labelledby="try-evidence">
    <div class="card-header">
      <h2 id="try-evidence">${texts.evidence}</h2>
      ${timeline.total ? html`<span class="quiet small number">${texts.total(duration(timeline.total))}</span>` : nothing}
    </div>
    <p class="try-because"><strong>${texts.because}</strong> ${because}</p>
    <ol class="try-steps">
      ${timeline.steps.map(stepOf)}
    </ol>
  </section>`;
};
