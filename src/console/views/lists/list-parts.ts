import { html, nothing, type TemplateResult } from 'lit';
import type { ListedState, ListInfo } from '../../../wire/console/index.js';
import { plainName } from '../../format.js';
import type { Tone } from '../../tone.js';
import { listWords } from './list-words.js';
import { hasEnded } from './list-state.js';
import type { PaceSample } from './pace.js';
import { texts } from './texts.js';

const tones: Readonly<Record<ListedState, Tone>> = {
  draft: 'plain',
  queued: 'plain',
  running: 'good',
  waiting: 'warn',
  paused: 'plain',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
};

/** The state of a list as a badge. */
export const stateBadge = (state: ListedState): TemplateResult =>
  html`<span class="badge badge-${tones[state]}">${texts.states[state]}</span>`;

/** How far a list has come: a bar, numbers, and what it does or needs as a sentence. */
export const progressParts = (list: ListInfo, samples: readonly PaceSample[]): TemplateResult => {
  const { name, state, done, addresses } = list;
  const isMoving = !hasEnded(state) && state !== 'draft';
  return html`${
      isMoving
        ? html`<progress
            class="progress ${state === 'waiting' ? 'progress-warn' : ''}"
            aria-label=${`${plainName(name)}: ${texts.columns.progress}`}
            max=${Math.max(addresses, 1)}
            value=${done}
          ></progress>`
        : nothing
    }
    ${
      addresses
        ? html`<p class="number">
            ${state === 'draft' ? texts.addresses(addresses) : texts.progress(done, addresses)}
          </p>`
        : nothing
    }
    <p class=${state === 'failed' ? 'lists-why' : 'quiet small'}>${listWords(list, samples)}</p>`;
};
