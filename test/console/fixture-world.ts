import type {
  AccountInfo,
  AuditEntry,
  DayCounts,
  DeliveryInfo,
  FeedEntry,
  KeyInfo,
  ListedSession,
  CountedListInfo,
  ListRow,
  MachineInfo,
  PageCounts,
  TryInfo,
} from '../../src/wire/console/index.js';

type Changeable<Shape> = { -readonly [Name in keyof Shape]: Shape[Name] };

/** One account, and all that is its own. */
export interface FixtureAccount {
  readonly info: Changeable<AccountInfo>;
  keys: KeyInfo[];
  lists: CountedListInfo[];
  rows: ListRow[];
  days: DayCounts[];
  results: Record<string, number>;
  pages: PageCounts;
  webhook: { url?: string; hasSecret: boolean; formerSecretUntil?: number };
  deliveries: DeliveryInfo[];
}

/**
 * How the service behaves. `slow`: each answer takes 1.5 s. `failing`: each is a 500. `signed-out`: there is no session. `gone`: connections
 * are closed without an answer.
 */
export type FixtureMode = 'normal' | 'slow' | 'failing' | 'signed-out' | 'gone';

/** What the fixture knows: tests change it as they like. */
export interface FixtureWorld {
  mode: FixtureMode;
  /** The account that the session is for; undefined for the operator's. */
  sessionAccount: number | undefined;
  readonly accounts: Map<number, FixtureAccount>;
  machine: MachineInfo;
  sessions: ListedSession[];
  audit: AuditEntry[];
  feed: FeedEntry[];
  tried: Omit<TryInfo, 'balance'>;
}

/** Monday, 30 November 2026, 09:30 UTC: the time in the fixture, so that pictures stay the same. */
export const FIXTURE_NOW = Date.UTC(2026, 10, 30, 9, 30);
const MINUTE = 60_000;
const DAY = 86_400_000;

/** Numbers that look random and are the same each time (mulberry32). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const daysOf = (seed: number, busy: number): DayCounts[] => {
  const random = randomFrom(seed);
  return Array.from({ length: 30 }, (_, at) => {
    const time = FIXTURE_NOW - (29 - at) * DAY;
    const isWeekend = [0, 6].includes(new Date(time).getUTCDay());
    const calls = Math.round(busy * (isWeekend ? 0.35 : 1) * (0.7 + 0.6 * random()) * (at === 29 ? 0.4 : 1));
    return { day: new Date(time).toISOString().slice(0, 10), calls, credits: Math.round(calls * 0.86) };
  });
};

export const emptyDays = (): DayCounts[] => daysOf(1, 0);

const key = (id: number, more: Partial<KeyInfo>): KeyInfo => ({
  ...{ id, kind: 'private', label: '', hint: `${(id * 7919).toString(36).padStart(4, 'k')}`, origins: [] },
  ...{ createdAt: FIXTURE_NOW - 40 * DAY, ...more },
});

const list = (id: string, more: Partial<CountedListInfo>): CountedListInfo => ({
  ...{ id, name: `${id}.csv`, state: 'completed', reason: '', column: 'email', lines: 2_000, addresses: 1_950 },
  ...{ done: 1_950, results: {}, isCounted: true, createdAt: FIXTURE_NOW - DAY, isFromConsole: true, ...more },
});

const someLists = (): CountedListInfo[] => [
  list('a1b2c3d4e5f60718', {
    ...{ name: 'newsletter-november.csv', state: 'running', lines: 48_211, addresses: 47_904, done: 19_322 },
    ...{ results: { 'Safe to Send': 14_210, Risky: 1_890, Invalid: 2_140, Unknown: 1_082 } },
    createdAt: FIXTURE_NOW - 12 * MINUTE,
  }),
  list('b2c3d4e5f6071829', { name: 'customers.csv', state: 'queued', done: 0, createdAt: FIXTURE_NOW - 4 * MINUTE }),
  list('c3d4e5f60718293a', { name: 'fair-2026.txt', state: 'draft', column: '', done: 0, addresses: 812, lines: 830 }),
  list('d4e5f60718293a4b', {
    ...{ name: 'trials.csv', state: 'waiting', addresses: 30_000, lines: 30_412, done: 12_000 },
    reason: 'The account has no credits left. Add credits: the list goes on by itself.',
    results: { 'Safe to Send': 9_100, Risky: 800, Invalid: 1_500, Unknown: 600 },
  }),
  list('e5f60718293a4b5c', {
    ...{ name: 'old-forum.csv', state: 'paused', addresses: 9_000, done: 4_100 },
    results: { 'Safe to Send': 1_800, Risky: 300, Invalid: 1_700, Unknown: 300 },
  }),
  list('f60718293a4b5c6d', {
    ...{ name: 'newsletter-october.csv', lines: 46_100, addresses: 45_870, done: 45_870 },
    ...{ createdAt: FIXTURE_NOW - 31 * DAY, endedAt: FIXTURE_NOW - 31 * DAY + 50 * MINUTE, isFromConsole: false },
    results: { 'Safe to Send': 38_200, Risky: 2_870, Invalid: 3_300, Unknown: 1_500 },
  }),
  list('0718293a4b5c6d7e', {
    ...{ name: 'export.xlsx', state: 'failed', addresses: 0, lines: 0, done: 0, column: '' },
    reason: 'The file is a spreadsheet. Save it as CSV, then add that.',
  }),
  list('18293a4b5c6d7e8f', { name: 'wrong-file.csv', state: 'cancelled', done: 310, results: { 'Safe to Send': 310 } }),
];

const domains = ['gmail.com', 'acme-shop.example', 'outlook.com', 'posteo.de', 'mailinator.com', 'münchen.example'];
const verdicts = [
  ['Safe to Send', 'Deliverable'],
  ['Safe to Send', 'Deliverable'],
  ['Safe to Send', 'Deliverable'],
  ['Risky', 'Accept All'],
  ['Invalid', 'Bounce'],
  ['Invalid', 'Disposable'],
  ['Unknown', 'Unknown'],
] as const;

/** One call of the feed, some of them refused. */
export const feedEntry = (number: number, at: number, account: number): FeedEntry => {
  const random = randomFrom(number * 31 + account);
  const base = { number, at, account, key: account * 10 + 1, keyName: 'Sign-up form', call: '/v1/' };
  if (number % 9 === 4)
    return {
      ...base,
      ...{ status: 403, milliseconds: 1, origin: 'http://localhost:5173' },
      refusal: 'The origin http://localhost:5173 is not among the origins of this key. Approve it, or use another key.',
    };
  if (number % 13 === 7)
    return { ...base, status: 402, milliseconds: 1, refusal: 'The account has no credits left. Add credits.' };
  const [result, reason] = verdicts[Math.floor(random() * verdicts.length)]!;
  const domain = domains[Math.floor(random() * domains.length)]!;
  return { ...base, status: 200, milliseconds: Math.round(20 + random() ** 3 * 2_400), domain, result, reason };
};

const rowsOf = (length: number): ListRow[] => {
  const random = randomFrom(7);
  return Array.from({ length }, (_, at) => {
    const [result, reason] = verdicts[Math.floor(random() * verdicts.length)]!;
    const domain = domains[at % domains.length]!;
    const didYouMean = at % 40 === 3 ? `person${at}@gmail.com` : '';
    return { email: `person${at}@${didYouMean ? 'gmial.com' : domain}`, result, reason, didYouMean };
  });
};

const account = (id: number, name: string, more: Partial<FixtureAccount>): FixtureAccount => ({
  info: { id, name, balance: 0, createdAt: FIXTURE_NOW - 60 * DAY, keys: more.keys?.length ?? 0 },
  ...{ keys: [], lists: [], rows: rowsOf(500), days: emptyDays(), results: {}, deliveries: [] },
  ...{ pages: { corrected: 0, warned: 0, usedAnyway: 0 }, webhook: { hasSecret: false }, ...more },
});

const deliveries = (): DeliveryInfo[] =>
  (['delivered', 'waiting', 'failed'] as const).map((state, at) => ({
    ...{
      id: at + 1,
      event: `evt_${String(at + 1).padStart(32, '0')}`,
      type: 'list.completed',
      state,
      tries: at * 3 + 1,
    },
    ...{ url: 'https://hooks.acme-shop.example/email-check', createdAt: FIXTURE_NOW - (at + 1) * 60 * MINUTE },
    lastTriedAt: FIXTURE_NOW - at * 9 * MINUTE,
    lastAnswer: ['204', '503', 'The server did not answer within 10 seconds.'][at]!,
    ...(state === 'waiting' && { nextTryAt: FIXTURE_NOW + 6 * MINUTE }),
  }));

const busyAccount = (): FixtureAccount => {
  const keys = [
    key(11, {
      ...{
        kind: 'public',
        label: 'Sign-up form',
        origins: ['https://www.acme-shop.example', 'https://acme-shop.example'],
      },
      ...{ dailyLimit: 50, dailyBudget: 1_500, answers: 'domain', lastUsedAt: FIXTURE_NOW - MINUTE },
    }),
    key(12, {
      ...{ kind: 'public', label: 'Newsletter', origins: ['https://news.acme-shop.example'], dailyLimit: 50 },
      ...{ dailyBudget: 'off', answers: 'full', lastUsedAt: FIXTURE_NOW - DAY },
    }),
    key(13, { label: 'CRM import', lastUsedAt: FIXTURE_NOW - 3 * DAY }),
    key(14, { label: 'Old server', revokedAt: FIXTURE_NOW - 20 * DAY }),
  ];
  const made = account(1, 'Acme Shop', {
    ...{ keys, lists: someLists(), days: daysOf(42, 1_900), deliveries: deliveries() },
    results: { 'Safe to Send': 33_120, Risky: 3_410, Invalid: 4_980, Unknown: 1_240 },
    pages: { corrected: 412, warned: 187, usedAnyway: 23 },
    webhook: { url: 'https://hooks.acme-shop.example/email-check', hasSecret: true },
  });
  Object.assign(made.info, { balance: 48_310, lowCredits: 5_000, keys: 3 });
  return made;
};

const smallAccount = (): FixtureAccount => {
  const made = account(2, 'Corner Bakery', {
    ...{ keys: [key(21, { kind: 'public', label: 'Website', origins: ['https://bakery.example'], dailyBudget: 200 })] },
    ...{ days: daysOf(5, 14), results: { 'Safe to Send': 240, Risky: 22, Invalid: 31, Unknown: 9 } },
  });
  Object.assign(made.info, { balance: 310, lowCredits: 500 });
  return made;
};

/** A service in use: an account with much of everything, a small one, and one that has nothing yet. */
export const createFixtureWorld = (): FixtureWorld => ({
  ...{ mode: 'normal', sessionAccount: undefined },
  accounts: new Map(
    [busyAccount(), smallAccount(), account(3, 'New account', {})].map((each) => [each.info.id, each] as const),
  ),
  machine: {
    level: 'yellow',
    sentence:
      'Port 25 is closed. Slips, temporary addresses and dead domains are found; whether a mailbox exists stays Unknown.',
    remedy: 'Ask the host of this machine to open outgoing port 25, or run the service where it is open.',
    at: FIXTURE_NOW - 3 * MINUTE,
    findings: [
      { check: 'DNS', level: 'green', sentence: 'Name servers answer, in 12 ms.' },
      {
        check: 'Port 25',
        level: 'red',
        sentence: 'No mail host could be reached at port 25.',
        remedy: 'Ask the host of this machine to open it.',
      },
      { check: 'Name of this machine', level: 'skipped', sentence: 'It is checked once port 25 is open.' },
    ],
  },
  sessions: [
    {
      ...{
        id: 9,
        agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
        createdAt: FIXTURE_NOW - 2 * 60 * MINUTE,
      },
      ...{ lastSeenAt: FIXTURE_NOW, isThisOne: true },
    },
    {
      ...{
        id: 8,
        account: 1,
        agent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
        createdAt: FIXTURE_NOW - DAY,
      },
      ...{ lastSeenAt: FIXTURE_NOW - 47 * MINUTE, isThisOne: false },
    },
  ],
  audit: [
    {
      id: 5,
      at: FIXTURE_NOW - 30 * MINUTE,
      session: 9,
      account: 1,
      action: 'approveOrigin',
      detail: 'key 11: https://acme-shop.example approved',
    },
    {
      id: 4,
      at: FIXTURE_NOW - 90 * MINUTE,
      session: 9,
      account: 1,
      action: 'changeCredits',
      detail: '+50,000 credits: order 1042',
    },
    { id: 3, at: FIXTURE_NOW - DAY, session: 8, account: 1, action: 'addKey', detail: 'key 12 (public, Newsletter)' },
    { id: 2, at: FIXTURE_NOW - 2 * DAY, account: 2, action: 'accounts add', detail: 'account 2' },
  ],
  feed: Array.from({ length: 60 }, (_, at) => feedEntry(at + 1, FIXTURE_NOW - (60 - at) * 7_000, at % 6 === 5 ? 2 : 1)),
  tried: {
    ...{ result: 'Risky', reason: 'Accept All', code: 4, role: false, free: false, sendTransactional: true },
    ...{ didYouMean: '', credits: 1 },
    steps: [
      { stage: 'text', title: 'Spelling', detail: 'The address is well formed.' },
      { stage: 'lists', title: 'Lists of temporary domains', detail: 'The domain is not on any.' },
      { stage: 'dns', title: 'MX of acme-shop.example', detail: '10 mail.acme-shop.example', milliseconds: 18 },
      { stage: 'smtp', title: 'RCPT TO the address', detail: '250 2.1.5 OK', milliseconds: 212 },
      { stage: 'smtp', title: 'RCPT TO a random address', detail: '250 2.1.5 OK', milliseconds: 97 },
    ],
    because: 'The mail host accepts every address at this domain, so this mailbox may or may not exist.',
  },
});
