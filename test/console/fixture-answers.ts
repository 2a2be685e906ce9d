import type {
  AccountOrder,
  ConsoleRouteName,
  CreditsOrder,
  DeliveryInfo,
  FeedInfo,
  KeyChange,
  KeyInfo,
  KeyOrder,
  CountedListInfo,
  MadeKeyInfo,
  OriginOrder,
  OverviewInfo,
  SessionInfo,
  WebhookOrder,
} from '../../src/wire/console/index.js';
import { FixtureFile, FixtureRefusal, type FixtureCall } from './fixture-call.js';
import { listAnswers } from './fixture-lists.js';
import { FIXTURE_NOW, type FixtureAccount, type FixtureWorld } from './fixture-world.js';

const refuse = (status: number, message: string): never => {
  throw new FixtureRefusal(status, message);
};

export const sessionOf = (world: FixtureWorld, serviceUrl: string): SessionInfo => {
  const { sessionAccount } = world;
  const all = [...world.accounts.values()].filter(({ info }) => (sessionAccount ?? info.id) === info.id);
  return {
    ...{ id: 9, ...(sessionAccount !== undefined && { account: sessionAccount }), serviceUrl, version: '0.1.0' },
    accounts: all.map(({ info: { id, name, closedAt } }) => ({ id, name, isClosed: closedAt !== undefined })),
  };
};

const overviewOf = ({ info, ...account }: FixtureAccount): OverviewInfo => ({
  ...{ balance: info.balance, days: account.days, results: account.results, pages: account.pages, keys: info.keys },
  ...(info.lowCredits !== undefined && { lowCredits: info.lowCredits }),
  today: account.keys
    .filter(({ kind, revokedAt }) => kind === 'public' && !revokedAt)
    .map(({ id, label, dailyBudget }, at) => ({
      ...{ key: id, label },
      ...(typeof dailyBudget === 'number' && {
        budget: { calls: Math.round((account.days.at(-1)?.calls ?? 0) / (at + 2)), limit: dailyBudget },
      }),
    })),
  lists: account.lists
    .filter(({ state }) => state === 'running')
    .map(({ id, name, done, addresses }) => ({ id, name, percentage: Math.floor((100 * done) / addresses) })),
});

const feedOf = ({ world, query }: FixtureCall, account?: number): FeedInfo => {
  const after = Number(query.get('after') ?? 0);
  const of = world.feed.filter((entry) => account === undefined || entry.account === account);
  return { entries: of.filter(({ number }) => number > after), last: world.feed.at(-1)?.number ?? 0 };
};

const keyOf = ({ account, parts }: FixtureCall): KeyInfo =>
  account.keys.find(({ id }) => id === Number(parts.key)) ?? refuse(404, 'There is no such key in this account.');

const changeKey = (call: FixtureCall, change: Partial<KeyInfo>): KeyInfo => {
  const changed = { ...keyOf(call), ...change };
  call.account.keys = call.account.keys.map((each) => (each.id === changed.id ? changed : each));
  call.account.info.keys = call.account.keys.filter(({ revokedAt }) => !revokedAt).length;
  return changed;
};

const addKey = (call: FixtureCall): MadeKeyInfo => {
  const id = Math.max(10 * call.account.info.id, ...call.account.keys.map((each) => each.id)) + 1;
  const made = { id, label: '', origins: [], hint: 'w3xz', createdAt: FIXTURE_NOW, ...(call.body as KeyOrder) };
  call.account.keys = [...call.account.keys, made];
  call.account.info.keys += 1;
  return { ...made, key: `${made.kind}_${'k7Gq2'.repeat(5)}w3xz` };
};

const listOf = ({ account, parts }: FixtureCall): CountedListInfo =>
  account.lists.find(({ id }) => id === parts.list) ?? refuse(404, 'There is no such list in this account.');

const changeList = (call: FixtureCall, change: Partial<CountedListInfo>): CountedListInfo => {
  const changed = { ...listOf(call), ...change };
  call.account.lists = call.account.lists.map((each) => (each.id === changed.id ? changed : each));
  return changed;
};

const deliveryOf = ({ account, parts }: FixtureCall) =>
  account.deliveries.find(({ id }) => id === Number(parts.delivery)) ?? refuse(404, 'There is no such delivery.');

const setWebhook = ({ account, body }: FixtureCall) => {
  const isNew = !account.webhook.hasSecret;
  account.webhook = { ...account.webhook, url: (body as WebhookOrder).url, hasSecret: true };
  return { ...account.webhook, ...(isNew && { secret: `whsec_${'A'.repeat(43)}=` }) };
};

/** What each route answers. */
export const fixtureAnswers: Readonly<Record<ConsoleRouteName, (call: FixtureCall) => unknown>> = {
  signIn: ({ world, body, url }) => {
    if ((body as { token?: string }).token !== 'x'.repeat(43)) refuse(401, 'This link has expired or was used.');
    world.mode = 'normal';
    return sessionOf(world, url);
  },
  session: ({ world, url }) => sessionOf(world, url),
  signOut: ({ world }) => {
    world.mode = 'signed-out';
    return {};
  },
  sessions: ({ world }) => world.sessions,
  endSession: ({ world, parts }) => {
    world.sessions = world.sessions.filter(({ id }) => id !== Number(parts.session));
    return {};
  },
  audit: ({ world }) => world.audit,
  machine: ({ world: { machine, sessionAccount } }) => {
    const { findings: _, ...own } = machine;
    return sessionAccount === undefined ? machine : own;
  },

  accounts: ({ world }) => [...world.accounts.values()].map(({ info }) => info),
  addAccount: ({ world, body }) => {
    const { name, credits } = body as AccountOrder;
    const id = Math.max(...world.accounts.keys()) + 1;
    const template = structuredClone(world.accounts.get(3)!);
    Object.assign(template.info, { id, name, balance: credits, createdAt: FIXTURE_NOW });
    world.accounts.set(id, template);
    return template.info;
  },
  operatorFeed: (call) => feedOf(call),
  account: ({ account }) => account.info,
  renameAccount: ({ account, body }) => Object.assign(account.info, body),
  closeAccount: ({ account }) => Object.assign(account.info, { closedAt: FIXTURE_NOW }),
  changeCredits: ({ account, body }) => {
    account.info.balance += (body as CreditsOrder).credits;
    return account.info;
  },
  setLowCredits: ({ account, body }) => {
    const { lowCredits } = body as { lowCredits?: number | null };
    if (lowCredits === undefined || lowCredits === null) delete account.info.lowCredits;
    else account.info.lowCredits = lowCredits;
    return account.info;
  },
  usageFile: ({ account }) =>
    new FixtureFile('usage.csv', account.days.map((day) => `${day.day},${day.calls},${day.credits}\n`).join('')),

  overview: ({ account }) => overviewOf(account),
  feed: (call) => feedOf(call, call.account.info.id),
  tryAddress: ({ world, account }) => ({ ...world.tried, balance: (account.info.balance -= world.tried.credits) }),

  keys: ({ account }) => account.keys,
  addKey,
  changeKey: (call) => changeKey(call, call.body as KeyChange),
  approveOrigin: (call) => {
    const { origin } = call.body as OriginOrder;
    return changeKey(call, { origins: [...new Set([...keyOf(call).origins, origin])] });
  },
  rotateKey: (call) => ({ ...keyOf(call), key: `${keyOf(call).kind}_${'r0Tat'.repeat(5)}w3xz` }),
  revokeKey: (call) => {
    changeKey(call, { revokedAt: FIXTURE_NOW });
    return {};
  },

  ...listAnswers,
  lists: ({ account }) => account.lists,
  list: (call) => listOf(call),
  listRows: ({ account }) => ({ rows: account.rows }),
  startList: (call) => changeList(call, { state: 'running' }),
  pauseList: (call) => changeList(call, { state: 'paused' }),
  cancelList: (call) => changeList(call, { state: 'cancelled', endedAt: FIXTURE_NOW }),

  webhook: ({ account }) => account.webhook,
  setWebhook,
  rotateWebhook: ({ account }) => {
    account.webhook = { ...account.webhook, hasSecret: true, formerSecretUntil: FIXTURE_NOW + 86_400_000 };
    return { ...account.webhook, secret: `whsec_${'B'.repeat(43)}=` };
  },
  removeWebhook: ({ account }) => (account.webhook = { hasSecret: false }),
  testWebhook: ({ account }) => {
    const { url = '' } = account.webhook;
    const sent: DeliveryInfo = {
      ...{ id: account.deliveries.length + 1, event: `evt_${'7'.repeat(32)}`, type: 'test', url, tries: 0 },
      ...{ state: 'waiting', createdAt: FIXTURE_NOW, nextTryAt: FIXTURE_NOW },
    };
    account.deliveries = [sent, ...account.deliveries];
    return sent;
  },
  deliveries: ({ account }) => account.deliveries,
  sendDelivery: (call) => {
    const sent = { ...deliveryOf(call), state: 'waiting' as const, nextTryAt: FIXTURE_NOW };
    call.account.deliveries = call.account.deliveries.map((each) => (each.id === sent.id ? sent : each));
    return {};
  },
};
