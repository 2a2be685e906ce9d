/**
 * `npm run bench:manners`: 10,000 addresses, 30 % of them unknown, at a simulated provider that answers 4xx when it is hurried and puts
 * its client on a block list after too many unknown mailboxes or connections (`world/strict-provider.ts` has its limits). Ours has to stay
 * off the list and to answer 60 %; the libraries of `bench:engine` that ask mail hosts stand beside it, each at a provider of its own
 * that has not seen it before. Ours waits for hours between questions: its clock and the provider's run a hundred times as fast, while
 * the others' provider has the world's.
 *
 * PEERS names the folder of the other libraries (see `bench:engine`). A client that asks for each address over a connection of its own,
 * as they do, is always beside it.
 */
import { runChild, serveChild } from './child.js';
import { print, type Figure } from './figures.js';
import type { MannersResult, MannersTask } from './run-manners.js';
import { versionOf } from './peers/libraries.mjs';
import type { LeanWorldPlace } from './world/serve.js';
import type { StrictWorldTask } from './world/serve-strict.js';
import type { ClientRecord } from './world/strict-provider.js';
import { LIVING } from './world/smtp.js';

const COUNT = 10_000;
const DOMAINS = 50;
const HOSTS = 4;
const SCALE = 100;
/** The service's own for lists, and that of `bench:engine` for the others. */
const OUR_CONCURRENCY = 200;
const CONCURRENCY = 50;
const PEERS = ['deep-email-validator', 'email-deep-validator', '@devmehq/email-validator-js'];

/** Three of ten are unknown, in no order. */
const isLiving = (at: number): boolean => (at * 7) % 10 >= 3;
const addresses = Array.from(
  { length: COUNT },
  (_, at) => `${isLiving(at) ? LIVING : 'gone'}${at}@d${at % DOMAINS}.load-mail.com`,
);

interface Outcome extends ClientRecord {
  readonly name: string;
  readonly right: number;
  readonly wrong: number;
  readonly seconds: number;
  readonly note: string;
}

/** What a client said of the addresses, at a provider of its own. */
const meet = async (
  name: string,
  scale: number,
  run: (place: LeanWorldPlace) => Promise<{ said: readonly string[]; milliseconds: number; note?: string }>,
): Promise<Outcome> => {
  const world = await serveChild<LeanWorldPlace>('world/serve-strict.ts', {
    hosts: HOSTS,
    scale,
  } satisfies StrictWorldTask);
  try {
    const { said, milliseconds, note = '' } = await run(world.place);
    const record = JSON.parse(await world.ask('record')) as ClientRecord;
    const truth = (at: number) => (isLiving(at) ? 'Safe to Send' : 'Invalid');
    const right = said.filter((each, at) => each === truth(at)).length;
    const wrong = said.filter((each, at) => ['Safe to Send', 'Invalid'].includes(each) && each !== truth(at)).length;
    return { name, ...record, right, wrong, seconds: (milliseconds * scale) / 1000, note };
  } finally {
    await world.close();
  }
};

const ours = (name: string, scale: number, isKnown: boolean): Promise<Outcome> =>
  meet(name, scale, async ({ dns, smtpPort }) => {
    const task: MannersTask = { dns, smtpPort, addresses, concurrency: OUR_CONCURRENCY, scale, isKnown };
    const { notAsked, ...result } = await runChild<MannersResult>('run-manners.ts', task);
    const note = Object.entries(notAsked)
      .map(([why, count]) => `not asked (${why}): ${count}`)
      .join(', ');
    return { ...result, note };
  });

const peer = (library: string, version = ''): Promise<Outcome> =>
  meet(`${library} ${version}`.trim(), 1, ({ dns, smtpPort }) =>
    runChild(
      library === NAIVE ? 'peers/one-by-one.mjs' : 'peers/run.mjs',
      { library, addresses, concurrency: CONCURRENCY, smtpPort, dns },
      library === NAIVE
        ? {}
        : {
            preload: 'peers/reach.mjs',
            environment: { WORLD_DNS: dns, WORLD_SMTP_PORT: String(smtpPort), WORLD_LOOKUPS: String(CONCURRENCY) },
          },
    ),
  );

const NAIVE = 'a connection for each address';
const columns = ['client', 'block list', 'right', 'wrong', 'connections', 'recipients', '4xx', 'time'];

const rowOf = ({
  name,
  listedAfter,
  right,
  wrong,
  connections,
  recipients,
  hurried,
  seconds,
  note,
}: Outcome): string[] => [
  name,
  listedAfter === undefined ? 'never' : `after ${listedAfter}`,
  `${((100 * right) / COUNT).toFixed(1)} %`,
  ...[wrong, connections, recipients, hurried].map(String),
  `${seconds >= 3600 ? `${(seconds / 3600).toFixed(1)} h` : `${seconds.toFixed(0)} s`}${note && `; ${note}`}`,
];

const printTable = (outcomes: readonly Outcome[]): void => {
  const rows = [columns, ...outcomes.map(rowOf)];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of rows)
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
};

const installed = PEERS.flatMap((library) => {
  const version = versionOf(library);
  return version ? [{ library, version }] : [];
});
const outcomes = [await ours('email-check', SCALE, true), await ours('email-check, as any other host', 1, false)];
outcomes.push(await peer(NAIVE));
for (const { library, version } of installed) outcomes.push(await peer(library, version));
printTable(outcomes);

const [known] = outcomes;
const others = outcomes.slice(2);
const figures: Figure[] = [
  {
    what: 'times that our client was put on the block list',
    figure: known?.listedAfter === undefined ? 0 : 1,
    unit: '',
    atMost: 0,
  },
  { what: 'answered rightly', figure: (100 * (known?.right ?? 0)) / COUNT, unit: '%', digits: 1, atLeast: 60 },
  { what: 'answered wrongly', figure: known?.wrong, unit: '', atMost: 0 },
  {
    what: 'other clients that were put on it',
    figure: others.filter(({ listedAfter }) => listedAfter !== undefined).length,
    unit: `of ${others.length}`,
  },
];
print(figures);
