import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { createClient } from '../../../src/client/index.js';
import { openAccounts } from '../../../src/service/index.js';
import { BULK_BYTES } from '../../../src/wire/index.js';
import { openBrowser } from '../../demo/browser.js';
import { freePort } from '../../free-port.mjs';
import { openNursery, type Nursery } from '../../service/app/children.js';
import { secret } from '../../service/app/fixture.js';
import { isSoak } from '../../soak.js';
import { PostgresServer, withoutPostgres } from '../../suites/postgres-server.js';
import { openConsolePage, press, textOf, waitForText } from '../console-page.js';
import { download } from '../download.js';
import { dropFiles } from '../drop-files.js';
import { longestTask } from '../longest-task.js';
import { mixedList, resultsIn } from './mixed-list.js';
import type { PeakMemory } from './peak-memory.js';
import { Site } from './site.js';

const ADDRESSES = isSoak ? 200_000 : 5_000;
const CREDITS = 2 * ADDRESSES;
/** How long a verdict takes, in milliseconds: short, and so long that a list of this length can be watched. */
const QUICK = 20;
const WATCHED = isSoak ? QUICK : 400;
/** How many verdicts a service gives that is killed, and how many the page shows by then, at least. */
const GIVEN = 0.4 * ADDRESSES;
const SHOWN = [0.2 * ADDRESSES, 0.45 * ADDRESSES] as const;
/** No task of the page takes longer, in milliseconds. */
const LONGEST = 50;
/** In milliseconds. */
const PATIENCE = isSoak ? 600_000 : 60_000;

const { file, expected } = mixedList(ADDRESSES);
const words = ADDRESSES.toLocaleString('en');
const known = expected.filter(({ result }) => result !== 'Unknown').length;

const say = (name: string, sentence: string) => console.log(`measured: ${words} addresses, ${name}: ${sentence}`);
/** Of a short list it says nothing. */
const sayMemory = (name: string, { peak, before }: PeakMemory, when: string) =>
  isSoak && say(name, `the service takes ${peak} MB ${when}, ${before} MB before it`);
const secondsSince = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/** Waits until the page shows so many addresses of the list as done. */
const waitForDone = (page: Page, least: number) =>
  page.waitForFunction(
    (wanted) => {
      const [done = ''] = document.querySelector('.lists-progress .number')?.textContent?.match(/[\d,]+(?= of )/) ?? [];
      return done !== '' && Number(done.replaceAll(',', '')) >= wanted;
    },
    { timeout: PATIENCE },
    least,
  );

const rowsInDocument = (page: Page): Promise<number> => page.$$eval('.lists-rows tbody tr', ({ length }) => length);

interface Place {
  readonly database: string;
  end(): Promise<void>;
}

// Most of the time is waiting: one store's waits for nothing of the other's. A long list is measured, and has the machine for itself.
describe('a large list in the console', { concurrency: isSoak ? 1 : 2 }, () => {
  let folder: string;
  let nursery: Nursery;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'email-check-large-list-'));
    writeFileSync(join(folder, 'people.csv'), file);
    nursery = await openNursery('test/console/service/large-list-child.ts');
  });
  after(async () => {
    await nursery.end();
    rmSync(folder, { recursive: true });
  });

  /** Gives the same list to the service by a program, for the memory that it takes then. */
  const measureProgram = async (name: string, site: Site, apiKey: string): Promise<void> => {
    await site.start(QUICK);
    const client = createClient({ baseUrl: site.url, apiKey });
    const { listId } = await client.uploadList({ file });
    sayMemory(name, site.memory, 'while a program uploads them');
    site.measure();
    const { status } = await client.waitForList(listId);
    assert.equal(status, 'completed');
    sayMemory(name, site.memory, 'while it works on them');
    await site.kill();
  };

  /** Drops the list, and starts it. */
  const give = async (name: string, site: Site, page: Page): Promise<void> => {
    const since = performance.now();
    await dropFiles(page, join(folder, 'people.csv'));
    await page.waitForSelector('#lists-draft', { timeout: PATIENCE });
    say(name, `${secondsSince(since)} from the drop to the draft`);
    sayMemory(name, site.memory, 'from the drop to the draft');
    site.measure();
    assert.equal(await page.$$eval('.lists-preview tbody tr', ({ length }) => length), 5);
    assert.equal(await textOf(page, '.lists-preview th.lists-chosen'), 'email addresses');
    assert.equal(
      await textOf(page, '.card .notice'),
      `${words} addresses found, each counted once. It costs ${words} credits at most: one for each verdict, and nothing for Unknown. You have ${CREDITS.toLocaleString('en')} credits.`,
    );
    await press(page, `Start with ${words} addresses`);
    await waitForText(page, '.shell-told', 'people.csv has started.');
  };

  /** Waits until the page says how fast the list goes and how long it takes. */
  const waitForPace = (page: Page) =>
    page.waitForFunction(
      () =>
        /^[\d,]+ addresses a second, .* left$/.test(
          document.querySelector('.lists-progress .small')?.textContent ?? '',
        ),
      { timeout: PATIENCE },
    );

  /**
   * Kills the service, starts it again, and waits until the page shows that the list goes on. `done`: how many addresses of the list have
   * their verdict in the database. `verdicts`: how many the next service gives.
   */
  const killWhileWatched = async (
    name: string,
    site: Site,
    page: Page,
    done: () => Promise<number>,
    verdicts?: number,
  ) => {
    sayMemory(name, site.memory, 'until it is killed');
    await site.kill();
    const since = performance.now();
    const before = await done();
    assert.ok(before < ADDRESSES);
    await waitForText(page, '.shell-down', 'The service does not answer. What is shown here may be old.');
    await site.start(WATCHED, verdicts);
    await page.waitForFunction(() => !document.querySelector('.shell-down, .notice-error'), { timeout: PATIENCE });
    say(name, `the page goes on ${secondsSince(since)} after the kill`);
    await waitForDone(page, before + 1);
    say(name, `the list goes on ${secondsSince(since)} after the kill`);
  };

  const looksComplete = async (page: Page): Promise<void> => {
    await waitForText(page, '.lists-turn [role=status]', 'Rows 1 to 100 of 500');
    assert.equal(await rowsInDocument(page), 100);
    await page.select('#lists-result', 'Risky');
    const risky = expected.slice(0, 500).filter(({ result }) => result === 'Risky').length;
    assert.equal(await textOf(page, '.lists-turn [role=status]'), `Rows 1 to ${risky} of ${risky}`);
    await page.type('#lists-text', expected[5]!.email);
    assert.equal(await rowsInDocument(page), 1);
  };

  const proves = (name: string, open: () => Promise<Place>, skip: string | false = false): void => {
    describe(name, { skip }, () => {
      let place: Place;
      let browser: Browser;
      let site: Site;
      // A browser for each: only the tab in front is up to date.
      before(async () => {
        [place, browser] = await Promise.all([open(), openBrowser()]);
        site = new Site(nursery, place.database, await freePort());
      });
      after(async () => {
        await browser.close();
        await site.kill();
        await place.end();
      });

      it('is dropped, watched through two kills of the service, and downloaded whole', async () => {
        assert.ok(Buffer.byteLength(file) < BULK_BYTES);
        const administration = await openAccounts({ database: place.database, secret });
        const { accounts, links, lists } = administration;
        const { id: program } = await accounts.createAccount({ name: 'Program', credits: CREDITS });
        await measureProgram(name, site, (await accounts.createKey({ account: program, kind: 'private' })).key);

        const { id: account } = await accounts.createAccount({ name: 'Shop', credits: CREDITS });
        const done = async () => (await lists.latest(1, account))[0]?.done ?? 0;
        await site.start(WATCHED, GIVEN);
        const { page, close } = await openConsolePage(browser, site.url, `#${await links.make(account)}`);
        await waitForText(page, 'h1', 'Overview');
        await page.evaluate(() => (document.body.dataset['since'] = 'the beginning'));
        await press(page, 'Lists');
        await waitForText(page, '.empty', 'No list yet');
        const tasks = [await longestTask(page, () => give(name, site, page))];
        const since = performance.now();
        tasks.push(
          await longestTask(page, async () => {
            await waitForPace(page);
            await waitForDone(page, SHOWN[0]);
            await killWhileWatched(name, site, page, done, GIVEN);
          }),
        );
        await press(page, 'people.csv');
        await page.waitForSelector('.lists-rows');
        tasks.push(
          await longestTask(page, async () => {
            await waitForDone(page, SHOWN[1]);
            await killWhileWatched(name, site, page, done);
          }),
        );
        tasks.push(
          await longestTask(page, async () => {
            await waitForText(page, 'main .badge', 'Completed', PATIENCE);
            say(name, `${secondsSince(since)} from the start to the end`);
            sayMemory(name, site.memory, 'until the end');
            await looksComplete(page);
          }),
        );
        assert.equal(
          await page.evaluate(() => document.body.dataset['since']),
          'the beginning',
          'it was not loaded again',
        );

        site.measure();
        const all = await download(page, folder, () => press(page, 'Download all'));
        say(name, `the file of all has ${(Buffer.byteLength(all.text) / 1e6).toFixed(1)} MB`);
        assert.deepEqual(resultsIn(all.text), expected);
        const risky = await download(page, folder, () => page.click('a[href$="?result=Risky"]'));
        assert.deepEqual(
          resultsIn(risky.text),
          expected.filter(({ result }) => result === 'Risky'),
        );
        assert.equal((await accounts.account(account)).balance, CREDITS - known);
        assert.equal((await accounts.account(program)).balance, CREDITS - known);
        const longest = Math.max(...tasks);
        say(name, `the longest task of the page takes ${longest.toFixed(1)} ms`);
        assert.ok(longest < LONGEST, `${tasks.join(', ')} ms`);
        await close();
        await administration.close();
      });
    });
  };

  proves('SQLite', () => Promise.resolve({ database: join(folder, 'test.sqlite'), end: () => Promise.resolve() }));
  proves(
    'PostgreSQL',
    async () => {
      const server = await PostgresServer.start({ isDurable: true });
      return { database: await server.newDatabase(), end: () => server.stop() };
    },
    withoutPostgres(),
  );
});
