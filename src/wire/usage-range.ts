import { USAGE_EARLIEST } from './limits.js';

/** Days as usage is asked for, YY-MM-DD, both included. */
export interface UsageRange {
  readonly start: string;
  readonly end: string;
}

/** The UTC day of a moment as the interface writes it, YY-MM-DD. Days so written sort as text until 2099. */
export const wireDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(2, 10);

const isRealDay = (text: string): boolean => {
  const at = Date.parse(`20${text}T00:00:00Z`);
  // A platform may parse 02-30 as 03-01.
  return Number.isFinite(at) && wireDay(at) === text;
};

const faultOfDay = (name: keyof UsageRange, text: string): string | undefined => {
  if (!/^\d{2}-\d{2}-\d{2}$/.test(text))
    return `The parameter "${name}" must be written as YY-MM-DD, such as 26-01-31.`;
  return isRealDay(text) ? undefined : `The parameter "${name}" is ${text}, which is not a date: give one that exists.`;
};

/**
 * Returns a sentence about the fault of a range of days, with the parameter and the rule; `undefined` if it has none.
 * `now` tells which day is today: milliseconds since 1970, UTC.
 */
export const usageRangeFault = ({ start, end }: UsageRange, now: number): string | undefined => {
  const fault = faultOfDay('start', start) ?? faultOfDay('end', end);
  if (fault) return fault;
  if (start < USAGE_EARLIEST)
    return `The parameter "start" is before ${USAGE_EARLIEST}, the first day that usage can be asked for: name that day or a later one.`;
  const today = wireDay(now);
  if (end > today) return `The parameter "end" is after today, which is ${today} in UTC: name today or an earlier day.`;
  return start > end ? 'The parameter "start" is after "end": name the earlier day as "start".' : undefined;
};
