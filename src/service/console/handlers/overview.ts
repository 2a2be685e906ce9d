import { progressOf } from '../../bulk/index.js';
import type { PageCounts } from '../../../wire/console/index.js';
import { DAILY_CALLS_PER_PUBLIC_KEY } from '../../../wire/index.js';
import type { KeyRecord, NamedCount } from '../../store/index.js';
import type { AskedInSession, Handlers } from '../asked.js';
import { ConsoleError } from '../console-error.js';
import { daysUntil } from '../days.js';
import { machineInfo } from '../machine.js';
import type { ConsoleParts } from '../parts.js';

const SHOWN_DAYS = 30;
/** Lists that are looked at for those that run. */
const MOST_LISTS = 100;
/** Longest wait of one question for the feed: reverse proxies give up after a minute. */
const FEED_MS = 20_000;

const PAGE = 'page.';

/** The sum of each name's counts. */
const sums = (counts: readonly NamedCount[]): Readonly<Record<string, number>> => {
  const found = new Map<string, number>();
  for (const { name, count } of counts) found.set(name, (found.get(name) ?? 0) + count);
  return Object.fromEntries(found);
};

const pageCounts = (found: Readonly<Record<string, number>>): PageCounts => ({
  corrected: found[`${PAGE}corrected`] ?? 0,
  warned: found[`${PAGE}warned`] ?? 0,
  usedAnyway: found[`${PAGE}usedAnyway`] ?? 0,
});

const isPublic = ({ kind, revokedAt }: KeyRecord): boolean => kind === 'public' && revokedAt === undefined;

/** A number of the feed in a query. */
const numberOf = (text: string | null): number => {
  if (text === null) return 0;
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new ConsoleError(400, '"after" must be the number that the last answer gave as "last".');
};

/** What is shown of an account at one glance, and live. */
export const overviewHandlers = ({
  accounts,
  lists,
  feed,
  diagnosis,
  now,
}: ConsoleParts): Handlers<'machine' | 'overview' | 'feed' | 'operatorFeed'> => {
  const feedOf = async ({ request, query, checkSession }: AskedInSession, account?: number) => {
    const question = { account, after: numberOf(query.get('after')) };
    if (query.get('wait') !== '1') return feed.read(question);
    const found = await feed.wait(question, FEED_MS, request.signal);
    await checkSession();
    return found;
  };
  return {
    machine: ({ session }) =>
      machineInfo(diagnosis ? (diagnosis() ?? 'running') : 'off', session.accountId === undefined),
    async overview({ account }) {
      const days = daysUntil(now(), SHOWN_DAYS);
      const [first = '', today = ''] = [days[0], days.at(-1)];
      const [record, usage, counts, keys, calls, latest] = await Promise.all([
        accounts.account(account),
        accounts.usageOfDays(account, first, today),
        accounts.counts(account, first, today),
        accounts.listKeys(account),
        accounts.callsOfDay(account, today),
        lists.latest(MOST_LISTS, account),
      ]);
      const found = sums(counts);
      const valid = keys.filter((key) => key.revokedAt === undefined && !key.isConsole);
      return {
        balance: record.balance,
        ...(record.lowCredits !== undefined && { lowCredits: record.lowCredits }),
        days: days.map((day) => usage.find((each) => each.day === day) ?? { day, calls: 0, credits: 0 }),
        results: Object.fromEntries(Object.entries(found).filter(([name]) => !name.startsWith(PAGE))),
        pages: pageCounts(found),
        today: keys.filter(isPublic).map(({ id, label, hint, dailyBudget = DAILY_CALLS_PER_PUBLIC_KEY }) => ({
          ...{ key: id, label: label || hint },
          ...(dailyBudget > 0 && { budget: { calls: calls.get(id) ?? 0, limit: dailyBudget } }),
        })),
        keys: valid.length,
        lists: latest
          .filter(({ state, isHeld }) => (state === 'queued' || state === 'running') && !isHeld)
          .map((list) => ({ id: list.id, name: list.name, percentage: progressOf(list).percentage })),
      };
    },
    feed: (asked) => feedOf(asked, asked.account),
    operatorFeed: (asked) => feedOf(asked),
  };
};
