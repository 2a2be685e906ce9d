import type { Result } from '../../wire/index.js';

/** Progress of a check. */
export interface CheckProgress {
  /** Numbers of addresses by result. */
  readonly counts: Readonly<Record<Result, number>>;
  readonly milliseconds: number;
  /** Answers a second, lately. */
  readonly rate: number;
  /** The share of the whole that has been answered, 0 to 1, above 1 if the file has grown; `undefined` if the whole is not known. */
  readonly share: number | undefined;
}

const labels = {
  'Safe to Send': 'safe',
  Risky: 'risky',
  Invalid: 'invalid',
  Unknown: 'unknown',
} as const satisfies Record<Result, string>;
const results = Object.keys(labels) as Result[];

const grouped = (count: number): string => count.toLocaleString('en-US');

const sum = (counts: CheckProgress['counts']): number => results.reduce((total, result) => total + counts[result], 0);

const byResult = (counts: CheckProgress['counts']): string =>
  results.map((result) => `${labels[result]} ${grouped(counts[result])}`).join('  ');

const HOUR = 3_600;

/** `4:05`, `1:00:09`. */
export const asTime = (seconds: number): string => {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const whole = Math.ceil(seconds);
  const minutes =
    whole < HOUR ? String(Math.floor(whole / 60)) : `${Math.floor(whole / HOUR)}:${two((whole % HOUR) / 60)}`;
  return `${minutes}:${two(whole % 60)}`;
};

const BAR = { least: 5, most: 30 };

/** A share, 0 to 1, as a bar of at most `room` characters, followed by a space; `''` if there is too little room. */
export const bar = (share: number, room: number): string => {
  const size = Math.min(BAR.most, room - '[] '.length);
  const full = Math.round(share * size);
  return size < BAR.least ? '' : `[${'#'.repeat(full)}${'-'.repeat(size - full)}] `;
};

/**
 * Returns one line of at most `width` characters: a bar and the remaining time if the total is known, the rate, and
 * counts by result.
 */
export const progressLine = ({ counts, rate, share: of }: CheckProgress, width: number): string => {
  const share = of === undefined ? undefined : Math.min(of, 1);
  const answered = sum(counts);
  const speed = `${grouped(Math.round(rate))}/s`;
  const left = share && rate > 0 ? [`${asTime((answered / share - answered) / rate)} left`] : [];
  const percent = share === undefined ? [] : [`${Math.floor(share * 100)} %`];
  const line = [...percent, grouped(answered), speed, ...left, byResult(counts)].join('  ');
  return `${share === undefined ? '' : bar(share, width - line.length)}${line}`.slice(0, width);
};

/** The summary at the end; without a time if it was not measured. */
export const summaryLine = ({
  counts,
  milliseconds,
}: Pick<CheckProgress, 'counts'> & Partial<Pick<CheckProgress, 'milliseconds'>>): string => {
  const answered = sum(counts);
  const whole = `${grouped(answered)} ${answered === 1 ? 'address' : 'addresses'}`;
  if (milliseconds === undefined) return `${whole}: ${byResult(counts)}`;
  const took = milliseconds < 60_000 ? `${(milliseconds / 1_000).toFixed(1)} s` : asTime(milliseconds / 1_000);
  return `${whole} in ${took}: ${byResult(counts)}`;
};
