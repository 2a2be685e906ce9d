import type { Usage, UsageRange } from '../../wire/index.js';
import type { AccountStore } from '../store/index.js';

/** Usage counts days from the year 2000 on: the interface writes them without their century. */
const CENTURY = '20';

/** The answered calls of an account in a range of days, by day and in total, with all of its keys. */
export const usageOf = async (
  store: Pick<AccountStore, 'usage'>,
  account: number,
  { start, end }: UsageRange,
): Promise<Required<Usage>> => {
  const found = await store.usage(account, CENTURY + start, CENTURY + end);
  const days = found.map(({ day, calls, credits }) => ({ day: day.slice(CENTURY.length), calls, credits }));
  return { start, end, calls: days.reduce((sum, { calls }) => sum + calls, 0), days };
};
