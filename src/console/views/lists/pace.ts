/** How many addresses of a list had their verdict at one time, in milliseconds. */
export interface PaceSample {
  readonly at: number;
  readonly done: number;
}

/** Only the last minute counts: mail hosts are quick or slow in turn. In milliseconds. */
const WINDOW = 60_000;
/** A shorter time says nothing. */
const LEAST = 4_000;
/** A list without a new verdict for this long waits for mail hosts. */
const STANDSTILL = 30_000;

/** How fast a list goes: `measuring` for the first seconds, `standstill` after half a minute without a verdict, or addresses a second. */
export type Pace = 'measuring' | 'standstill' | number;

/** The samples with a new one, without those that are too old. They begin anew if the count has fallen or the clock was set back. */
export const withSample = (samples: readonly PaceSample[], sample: PaceSample): readonly PaceSample[] => {
  const last = samples.at(-1);
  if (last && (sample.done < last.done || sample.at < last.at)) return [sample];
  return [...samples.filter(({ at }) => at >= sample.at - WINDOW), sample];
};

/** The pace that successive samples show. */
export const paceOf = (samples: readonly PaceSample[]): Pace => {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return 'measuring';
  const [milliseconds, done] = [last.at - first.at, last.done - first.done];
  if (done === 0) return milliseconds < STANDSTILL ? 'measuring' : 'standstill';
  return milliseconds < LEAST ? 'measuring' : (done * 1_000) / milliseconds;
};

const HALF = 0.5;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const counted = (count: number, unit: string): string => `about ${count} ${unit}s`;

/** A duration in seconds as people say it: `about 3 minutes`. It is an estimate, and says so. */
export const timeWords = (seconds: number): string => {
  if (seconds < MINUTE * (1 - HALF / 2)) return 'less than a minute';
  if (seconds < MINUTE * (1 + HALF)) return 'about a minute';
  if (seconds < HOUR * (1 + HALF)) return counted(Math.round(seconds / MINUTE), 'minute');
  if (seconds < DAY * (1 + HALF)) return counted(Math.round(seconds / HOUR), 'hour');
  return counted(Math.round(seconds / DAY), 'day');
};

/** Addresses a second, as people say it: `24 addresses a second`, `30 addresses a minute`. */
export const rateWords = (perSecond: number): string => {
  if (perSecond >= 1)
    return `${Math.round(perSecond).toLocaleString('en')} addresses a second`.replace(/^1 addresses/, '1 address');
  const perMinute = Math.round(perSecond * MINUTE);
  return perMinute > 1 ? `${perMinute} addresses a minute` : 'less than two addresses a minute';
};
