/** How numbers, times and names are written. */
const numberFormat = new Intl.NumberFormat('en');
const percentFormat = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const shortDayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const clockFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const dayTimeFormat = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
});
const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const agoFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Such as `12,345`. */
export const count = (number: number): string => numberFormat.format(number);

/** A number and its noun: `1 call`, `2 calls`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** Such as `12.5%`; `0%` of nothing. Neither 0% nor 100% unless it is so. */
export const share = (part: number, whole: number): string => {
  if (whole <= 0) return '0%';
  const ratio = part / whole;
  if (ratio > 0 && ratio < 0.001) return '<0.1%';
  if (ratio < 1 && ratio > 0.999) return '>99.9%';
  return percentFormat.format(ratio);
};

/** A UTC day as `24 Nov`. @param day YYYY-MM-DD */
export const shortDay = (day: string): string => shortDayFormat.format(Date.parse(`${day}T00:00:00Z`));

/** The time of day where the reader is, with seconds. @param at milliseconds since 1970 */
export const clock = (at: number): string => clockFormat.format(at);

/** The time of a call where the reader is: with seconds for today, with the day for other days. @param at, now milliseconds since 1970 */
export const clockOrDay = (at: number, now: number): string =>
  new Date(at).toDateString() === new Date(now).toDateString() ? clock(at) : dayTimeFormat.format(at);

/** Day and time where the reader is. @param at milliseconds since 1970 */
export const moment = (at: number): string => momentFormat.format(at);

/** Milliseconds as `820 ms` or `1.5 s`. */
export const duration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Such as `5 minutes ago`, or `just now` for less than a minute. Both in milliseconds since 1970. */
export const ago = (at: number, now: number): string => {
  const passed = now - at;
  const unit = units.find(([, length]) => passed >= length);
  return unit ? agoFormat.format(-Math.floor(passed / unit[1]), unit[0]) : 'just now';
};

const LONGEST_NAME = 60;

/**
 * A name that somebody chose, for places that take text alone: titles, options, labels. Signs that turn the direction of what follows are
 * left out, and long names are cut. Inside of elements, write a name in full inside `<bdi>`.
 */
export const plainName = (name: string, longest = LONGEST_NAME): string => {
  // 4 × as many: some of them are left out.
  const signs = [...name.slice(0, longest * 4).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')];
  const isCut = signs.length > longest || name.length > longest * 4;
  return isCut ? `${signs.slice(0, longest - 1).join('')}…` : signs.join('');
};
