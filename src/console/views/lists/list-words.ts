import type { ListInfo } from '../../../wire/console/index.js';
import { paceOf, rateWords, timeWords, type PaceSample } from './pace.js';
import { texts } from './texts.js';

const { sentences } = texts;

const runningWords = ({ addresses, done }: ListInfo, samples: readonly PaceSample[]): string => {
  const pace = paceOf(samples);
  if (typeof pace === 'string') return sentences[pace];
  return sentences.going(rateWords(pace), timeWords((addresses - done) / pace));
};

/** What a list does or needs, as a sentence. `samples`: how it went lately. */
export const listWords = (list: ListInfo, samples: readonly PaceSample[]): string => {
  if (list.state === 'running') return runningWords(list, samples);
  if (list.state === 'draft') return sentences.draft(list.addresses);
  return list.reason || sentences[list.state];
};
