import type { Check } from '../check.js';
import type { DatabaseFact, DiskFact, ListDate } from '../facts.js';
import { green, listed, red, skipped, yellow, type Finding } from '../finding.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Clocks of hosts may differ by as much without harm. */
const MOST_DRIFT = 5 * MINUTE;

const SET_CLOCK = 'Set the clock, and keep it right: timedatectl set-ntp true';
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** What the clock can be held against, without a question of its own. */
export interface ClockFacts {
  readonly now: number;
  readonly listDates: readonly ListDate[];
  /** How far the clock is ahead of the times in greetings of mail hosts, in milliseconds. */
  readonly aheadMs: readonly number[];
  readonly database: DatabaseFact | undefined;
}

export const judgeClock = ({ now, listDates, aheadMs, database }: ClockFacts): Finding => {
  const made = Math.max(...listDates.map(({ date }) => Date.parse(date)));
  if (now < made - DAY)
    return red(`The clock says ${dayOf(now)}, and this release was made after ${dayOf(made)}.`, SET_CLOCK);
  const clock = database?.kind === 'works' ? database.clock : undefined;
  if (clock?.isBehind) return red(clock.words, SET_CLOCK);
  // One host's clock may be wrong: the one that is nearest to ours counts.
  const [nearest] = [...aheadMs].sort((one, other) => Math.abs(one) - Math.abs(other));
  if (nearest !== undefined && Math.abs(nearest) > MOST_DRIFT)
    return yellow(
      `The clock is ${Math.round(Math.abs(nearest) / MINUTE)} minutes ${nearest > 0 ? 'ahead of' : 'behind'} the times that mail hosts name.`,
      SET_CLOCK,
    );
  if (clock) return yellow(clock.words, `${SET_CLOCK}; if it is right, start the service with --accept-clock`);
  return green('The clock does not contradict the database, mail hosts and this release.');
};

const MIB = 2 ** 20;
const LITTLE = 1024 * MIB;
const TOO_LITTLE = 100 * MIB;

export const judgeDisk = (disk: DiskFact | undefined): Finding => {
  if (!disk) return skipped('Not checked: the database is not on a disk of this machine.');
  const { folder, free } = disk;
  const space = free < 10 * LITTLE ? `${Math.floor(free / MIB)} MiB` : `${Math.floor(free / LITTLE)} GiB`;
  const words = `${folder} has ${space} free.`;
  const remedy = `Free space on the disk of ${folder}, or move the database to another: --database`;
  if (free < TOO_LITTLE) return red(words, remedy);
  return free < LITTLE ? yellow(words, remedy) : green(words);
};

export const judgeDatabase = (database: DatabaseFact): Finding => {
  switch (database.kind) {
    case 'works':
      return green('The database can be read and written.');
    case 'missing':
      return yellow('There is no database yet.', 'email-check accounts add --name "My site" --credits 1000');
    case 'failed':
      return red('The database cannot be used.', database.message);
  }
};

/** The lists lose value slowly: new disposable domains are missing. */
const OLD_DAYS = 180;
const TOO_OLD_DAYS = 730;

/** The last change of each list, those of one day together. */
const lastChanges = (lists: readonly ListDate[]): string =>
  [...new Set(lists.map(({ date }) => date))]
    .map((day) => `${listed(lists.filter(({ date }) => date === day).map(({ name }) => name))} ${day}`)
    .join(', ');

/** By the day on which lists were made: some change so rarely that the day of their last change says nothing. */
export const judgeData = (lists: readonly ListDate[], now: number): Finding => {
  const [oldest] = [...lists].sort((one, other) => one.made.localeCompare(other.made));
  if (!oldest) return skipped('Not checked: the lists have no date.');
  const { name, made } = oldest;
  const days = Math.floor((now - Date.parse(made)) / DAY);
  const changes = `Last changes: ${lastChanges(lists)}.`;
  const who = lists.every((each) => each.made === made) ? 'The lists were' : `The list ${name} was`;
  if (days <= OLD_DAYS) return green(`${who} made on ${made}. ${changes}`);
  return (days > TOO_OLD_DAYS ? red : yellow)(
    `${who} made on ${made}, ${days} days ago. ${changes}`,
    'Take newer lists, of a newer release or your own: email-check data update --from FOLDER',
  );
};

export const machineChecks: readonly Check[] = [
  {
    name: 'clock',
    async look({ parts, settings, visits, isDnsUsable, database }) {
      const asked = settings.isProbing && (await isDnsUsable()) ? await visits() : [];
      return judgeClock({
        now: parts.now(),
        listDates: parts.listDates(),
        aheadMs: asked.flatMap((each) => (each.outcome === 'greeted' ? (each.clockAheadMs ?? []) : [])),
        database: await database(),
      });
    },
  },
  { name: 'disk', look: async ({ parts }) => judgeDisk(await parts.disk()) },
  { name: 'database', look: async ({ database }) => judgeDatabase(await database()) },
  { name: 'data', look: ({ parts }) => Promise.resolve(judgeData(parts.listDates(), parts.now())) },
];
