import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { consoleRoutes, type ConsoleRoute, type ConsoleRouteName } from '../../../src/wire/console/index.js';
import { serverForTests } from '../../suites/postgres-server.js';
import { startConsole, type ConsoleFixture, type Page } from './fixture.js';

const names = Object.keys(consoleRoutes) as ConsoleRouteName[];
const routeOf = (name: ConsoleRouteName): ConsoleRoute => consoleRoutes[name];

/** What belongs to one account, by the names that paths have for it. */
interface Owned {
  readonly page: Page;
  readonly parts: Readonly<Record<string, string | number>>;
}

const postgres = serverForTests();
const stores = [
  { name: 'SQLite', skip: false, more: () => Promise.resolve({}) },
  { name: 'PostgreSQL', skip: postgres.skip, more: async () => ({ database: await postgres.server().newDatabase() }) },
] as const;

for (const { name: store, skip, more } of stores)
  describe(`who reaches what, on ${store}`, { skip }, () => {
    let fixture: ConsoleFixture;
    let operator: Page;
    let owned: { readonly own: Owned; readonly other: Owned };

    const openAccount = async (name: string): Promise<Owned> => {
      const { accounts } = fixture.service;
      const { id: account } = await accounts.createAccount({ name, credits: 1_000 });
      await accounts.createKey({ account, kind: 'private' });
      const page = await fixture.signIn(account);
      const key = await page.ask('addKey', {
        parts: { account },
        body: { kind: 'public', origins: [`https://${name}.example`] },
      });
      await page.ask('setWebhook', { parts: { account }, body: { url: `https://${name}-shop.com/hook` } });
      const { list: cancelled } = await page.ask('addListFile', { parts: { account }, body: `a@${name}.example\n` });
      for (const name of ['startList', 'cancelList'] as const)
        await page.ask(name, { parts: { account, list: cancelled.id } });
      const [delivery] = await page.ask('deliveries', { parts: { account } });
      ok(delivery, 'the end of a list that was started is told');
      const { list } = await page.ask('addListFile', { parts: { account }, body: `b@${name}.example\n` });
      const { id: session } = await page.ask('session');
      return { page, parts: { account, key: key.id, list: list.id, session, delivery: delivery.id } };
    };

    /** All that an account has, as its owner sees it. */
    const stateOf = async ({ page, parts }: Owned) => ({
      account: await page.ask('account', { parts }),
      keys: await page.ask('keys', { parts }),
      lists: await page.ask('lists', { parts }),
      webhook: await page.ask('webhook', { parts }),
      sessions: (await page.ask('sessions')).map(({ id }) => id),
    });

    before(async () => {
      fixture = await startConsole({ ...(await more()) });
      operator = await fixture.signIn();
      owned = { own: await openAccount('own'), other: await openAccount('other') };
    });
    after(() => fixture.end());

    for (const name of names.filter((each) => routeOf(each).scope !== 'anyone'))
      it(`refuses ${name} without a session`, async () => {
        const { status, code } = await fixture.visitor.refused(name, { parts: owned.own.parts });
        deepEqual({ status, code }, { status: 401, code: 'session' });
      });

    for (const name of names.filter((each) => routeOf(each).scope === 'operator'))
      it(`refuses ${name} to the session of an account`, async () => {
        const { own, other } = owned;
        const before = [await stateOf(own), await stateOf(other)];
        for (const parts of [own.parts, other.parts]) equal((await own.page.refused(name, { parts })).status, 403);
        deepEqual([await stateOf(own), await stateOf(other)], before);
      });

    for (const name of names.filter(
      (each) => routeOf(each).path.includes('{account}') && routeOf(each).scope === 'account',
    ))
      it(`refuses ${name} for another account`, async () => {
        const { own, other } = owned;
        const before = await stateOf(other);
        equal((await own.page.refused(name, { parts: other.parts })).status, 404);
        equal((await own.page.refused(name, { parts: { ...other.parts, account: 99 } })).status, 404);
        deepEqual(await stateOf(other), before);
      });

    const parts = ['key', 'list', 'session', 'delivery'] as const;
    for (const part of parts)
      for (const name of names.filter((each) => routeOf(each).path.includes(`{${part}}`)))
        it(`does not reach another account's ${part} with ${name}`, async () => {
          const { own, other } = owned;
          const before = await stateOf(other);
          const stranger = { ...own.parts, [part]: other.parts[part] ?? '' };
          equal((await own.page.refused(name, { parts: stranger })).status, 404);
          deepEqual(await stateOf(other), before);
        });

    it('shows the session of an account that account alone', async () => {
      const { own } = owned;
      const session = await own.page.ask('session');
      deepEqual(
        session.accounts.map(({ id }) => id),
        [own.parts['account']],
      );
      equal(session.account, own.parts['account']);
      ok((await own.page.ask('audit')).every(({ account }) => account === own.parts['account']));
      ok((await own.page.ask('sessions')).every(({ account }) => account === own.parts['account']));
      const all = await operator.ask('session');
      equal(all.accounts.length, 3);
      equal(all.account, undefined);
    });

    it('answers 404 to the operator for accounts that do not exist', async () => {
      for (const name of names.filter((each) => routeOf(each).path.includes('{account}')))
        equal((await operator.refused(name, { parts: { ...owned.own.parts, account: 99 } })).status, 404, name);
    });

    const last: readonly ConsoleRouteName[] = ['removeWebhook', 'closeAccount', 'signOut'];
    const called = names.filter(
      (each) => routeOf(each).scope !== 'anyone' && each !== 'endSession' && !last.includes(each),
    );
    for (const name of [...called, ...last])
      it(`lets those call ${name} whom it is for`, async () => {
        const { own, other } = owned;
        const isOperators = routeOf(name).scope === 'operator';
        const callers = [...(isOperators ? [] : [[own.page, own] as const]), [operator, other] as const];
        for (const [page, { parts }] of callers) {
          const response = await page.call(name, { parts });
          const words = await response.text();
          // A body that lacks something is refused by the route itself.
          const isReached = ![401, 403, 404, 405].includes(response.status) && response.status < 500;
          ok(isReached || words.includes('no usage'), `${response.status} ${words}`);
        }
      });

    it('leaves a closed account without a session', async () => {
      equal((await owned.other.page.refused('session')).code, 'session');
    });
  });
