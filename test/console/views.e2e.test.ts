import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { looksRight, violations } from '../demo/axe.js';
import { openBrowser } from '../demo/browser.js';
import { press, textOf, waitForText } from './console-page.js';
import { withPageOf } from './with-page.js';
import { createFixtureWorld, feedEntry, type FixtureWorld } from './fixture-world.js';

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const withPage = withPageOf(() => browser);

/** Views and their states: a path, how the service behaves, and what shows that the view is complete. */
const scenes: readonly (readonly [name: string, path: string, given: Partial<FixtureWorld>, shown: string])[] = [
  ['the overview', '/accounts/1', {}, '.overview-bars'],
  ['the overview of a new account', '/accounts/3', {}, '.overview-none'],
  ['the live feed', '/accounts/1/live', {}, 'tbody tr'],
  ['the live feed of all accounts', '/live', {}, 'tbody tr'],
  ['an empty live feed', '/accounts/3/live', {}, '.empty'],
  ['the sessions', '/sessions', {}, 'tbody tr'],
  ['a view that failed', '/accounts/1', { mode: 'failing' }, '[role=alert]'],
  ['a view that is loading', '/accounts/1', { mode: 'slow' }, '[role=status]'],
  ['the page to sign in', '', { mode: 'signed-out' }, '.copyable'],
  ['a wrong path', '/nowhere', {}, '.empty'],
];

describe('how the console looks', () => {
  for (const [name, path, given, shown] of scenes)
    it(`${name} has no fault that axe finds, and nothing sticks out, in light and dark, wide and narrow`, () =>
      withPage(path, given, async (page) => {
        await page.waitForSelector(shown);
        await looksRight(page);
      }));

  for (const [name, path, , shown] of scenes.slice(0, 6))
    it(`${name} fits every width between narrow and wide`, () =>
      withPage(path, {}, async (page) => {
        await page.waitForSelector(shown);
        for (const width of [360, 479, 480, 600, 719, 720, 899, 900, 1024, 1151, 1152]) {
          await page.setViewport({ width, height: 900 });
          const found = await page.evaluate(() =>
            [document.documentElement, ...document.querySelectorAll('.card')].map(
              (each) => each.scrollWidth - each.clientWidth,
            ),
          );
          assert.ok(
            found.every((sticksOut) => sticksOut <= 0),
            `at ${width}: ${found.join(', ')}`,
          );
        }
      }));

  it('has none with the menu and all tables open either', () =>
    withPage('/accounts/1', {}, async (page) => {
      await page.waitForSelector('.overview-bars');
      await page.$$eval('details', (each) => each.forEach((details) => (details.open = true)));
      await page.setViewport({ width: 320, height: 900 });
      await page.click('.shell-menu');
      await looksRight(page);
    }));

  it('shows what is chosen, how far things are and where one is in forced colours', () =>
    withPage('/accounts/1', {}, async (page) => {
      await page.waitForSelector('.overview-bars');
      const devtools = await page.createCDPSession();
      await devtools.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
      assert.deepEqual(await violations(page), []);
      const outline = await page.$eval('[aria-current=page]', (link) => getComputedStyle(link).outlineStyle);
      assert.equal(outline, 'solid');
      const [bar, ground] = await page.evaluate(() => [
        getComputedStyle(document.querySelector('.overview-bar')!).fill,
        getComputedStyle(document.body).backgroundColor,
      ]);
      assert.notEqual(bar, ground);
    }));

  it('has targets of at least 24 px, and of 44 px under a finger', () =>
    withPage('/accounts/1/live', {}, async (page) => {
      await page.waitForSelector('tbody tr');
      const least = () =>
        page.$$eval('button, select, .shell-nav a, .segments label', (each) =>
          Math.min(...each.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height)),
        );
      assert.ok((await least()) >= 24);
      await page.setViewport({ width: 1280, height: 900, hasTouch: true, isMobile: true });
      await page.reload();
      await page.waitForSelector('tbody tr');
      assert.ok((await least()) >= 44);
    }));
});

describe('texts that others chose', () => {
  const markup = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script>';
  const hostile = [markup, '\u202egnp.exe\u2066', 'x'.repeat(10_000), '\'"></td></table>${1}'];

  for (const text of hostile)
    it(`are shown as text: ${JSON.stringify(text.slice(0, 40))}`, () => {
      const world = createFixtureWorld();
      const account = world.accounts.get(1)!;
      account.info.name = text;
      account.keys = account.keys.map((key) => ({ ...key, label: text }));
      account.lists = account.lists.map((list) => ({ ...list, name: text }));
      account.results = { ...account.results, [text]: 5 };
      world.machine = { ...world.machine, sentence: text, remedy: text };
      world.sessions = world.sessions.map((session) => ({ ...session, agent: text }));
      world.audit = world.audit.map((entry) => ({ ...entry, action: text, detail: text }));
      world.feed = [9, 10].map((number) => ({
        ...{ ...feedEntry(number, number, 1), keyName: text, domain: text, reason: text, result: text },
        ...(number === 10 && { status: 403, refusal: text, origin: text }),
      }));
      return withPage('/accounts/1', world, async (page, { url }) => {
        for (const [path, shown] of [
          ['/accounts/1', '.overview-bars'],
          ['/accounts/1/live', 'tbody tr'],
          ['/live', 'tbody tr'],
          ['/sessions', 'tbody tr'],
        ] as const) {
          await page.goto(`${url}/console${path}`);
          await page.waitForSelector(shown);
          for (const width of [1280, 320]) {
            await page.setViewport({ width, height: 900 });
            const found = await page.evaluate(() => ({
              sticksOut: document.documentElement.scrollWidth - document.documentElement.clientWidth,
              images: document.images.length,
              scripts: document.scripts.length,
              title: document.title,
            }));
            assert.equal(found.sticksOut, 0, `nothing sticks out of ${path} at ${width}`);
            assert.deepEqual([found.images, found.scripts], [0, 1]);
            assert.ok(found.title.endsWith('email-check') && found.title.length < 200);
          }
          assert.ok((await textOf(page, 'main')).includes(text.slice(0, 50).replace(/\s+/g, ' ')), path);
        }
      });
    });
});

describe('the overview', () => {
  it('says first what the machine can do, with the remedy', () =>
    withPage('/accounts/1', {}, async (page) => {
      await page.waitForSelector('.overview-bars');
      const first = await page.$eval('main', (main) => main.querySelector('.stack > *')?.textContent ?? '');
      assert.match(first, /Port 25 is closed/);
      assert.match(first, /Ask the host of this machine/);
    }));

  it('has the same numbers in the chart and in its table', () =>
    withPage('/accounts/1', {}, async (page, { world }) => {
      await page.waitForSelector('.overview-bars');
      const rows = await page.$$eval('.overview-table tbody tr', (each) =>
        each.map((row) => [...row.cells].map((cell) => cell.textContent?.trim())),
      );
      const { days } = world.accounts.get(1)!;
      assert.deepEqual(
        rows.map(([day, calls]) => [day, Number(calls?.replace(',', ''))]),
        [...days].reverse().map(({ day, calls }) => [day, calls]),
      );
      assert.equal(await page.$$eval('.overview-bar', (bars) => bars.length), 30);
      const busiest = Math.max(...days.map(({ calls }) => calls));
      const label = await page.$eval('.overview-bars', (svg) => svg.getAttribute('aria-label') ?? '');
      assert.ok(label.includes(busiest.toLocaleString('en')), label);
    }));

  it('tells the day under the pointer', () =>
    withPage('/accounts/1', {}, async (page, { world }) => {
      const chart = await page.waitForSelector('.overview-bars');
      const { x, y, width, height } = (await chart!.boundingBox())!;
      await page.mouse.move(x + width / 60, y + height / 2);
      await waitForText(page, '.card-header p', world.accounts.get(1)!.days[0]!.calls.toLocaleString('en'));
      await waitForText(page, '.card-header p', '1 Nov:');
    }));

  it('keeps itself up to date', () =>
    withPage('/accounts/1', {}, async (page, { world }) => {
      await waitForText(page, '.overview-figure', '48,310');
      world.accounts.get(1)!.info.balance = 7;
      await waitForText(page, '.overview-figure', '7 credits');
    }));

  it('shows a new account what to do, and how to count what the element does', () =>
    withPage('/accounts/3', {}, async (page) => {
      await waitForText(page, '.notice', 'This account has no key');
      assert.match(await textOf(page, '.copyable code'), /email-check-counts\.js/);
      assert.equal(await textOf(page, '[aria-labelledby=overview-balance] .badge'), 'None left');
    }));

  it('says what failed, and shows the numbers after another try', () =>
    withPage('/accounts/1', { mode: 'failing' }, async (page, { world }) => {
      await waitForText(page, '[role=alert]', 'The service has a fault');
      world.mode = 'normal';
      await press(page, 'Try again');
      await page.waitForSelector('.overview-bars');
      assert.equal(await page.$('[role=alert]'), null);
    }));
});

describe('the sessions', () => {
  it('ends another, and says so', () =>
    withPage('/sessions', {}, async (page) => {
      await press(page, 'End session: Safari 26 on macOS');
      await waitForText(page, '.shell-told', 'The session has ended.');
      assert.equal(await page.$$eval('section:first-of-type tbody tr', (each) => each.length), 1);
    }));

  it('signs out with this one', () =>
    withPage('/sessions', {}, async (page) => {
      await press(page, 'End session: Firefox 142 on Linux');
      await waitForText(page, 'h1', 'Your session has ended');
    }));

  it('shows what was changed, by whom', () =>
    withPage('/sessions', {}, async (page, { world }) => {
      await waitForText(page, 'section:first-of-type tbody th', `Session ${world.sessions[0]!.id}`);
      await waitForText(page, '.sessions-audit', 'Origin approved');
      await waitForText(page, '.sessions-audit', 'Command line');
    }));
});

describe('a table whose rows are cards', () => {
  it('names no field that is empty', () => {
    const world = createFixtureWorld();
    world.audit = world.audit.map(({ id, at, action }) => ({ id, at, action, detail: '' }));
    return withPage('/sessions', world, async (page) => {
      await page.waitForSelector('.sessions-audit td');
      await page.setViewport({ width: 320, height: 900 });
      const empty = await page.$$eval('.sessions-audit td', (cells) =>
        cells.filter((cell) => cell.checkVisibility() && !cell.textContent?.trim()).map((cell) => cell.dataset.label),
      );
      assert.deepEqual(empty, []);
    });
  });
});

describe('the files of the console', () => {
  const names = ['index.html', 'console.js', 'console.css'];

  it('have at most 80 kB in all, compressed', () => {
    const size = names.reduce((sum, name) => sum + statSync(`dist/console/${name}.gz`).size, 0);
    console.log(`measured: the console has ${size} bytes gzip`);
    assert.ok(size <= 80_000);
    for (const name of names) assert.ok(statSync(`dist/console/${name}.br`).size > 0);
  });

  it('name no other host', () => {
    const links = names.flatMap(
      (name) => readFileSync(`dist/console/${name}`, 'utf8').match(/https?:\/\/[\w.-]+/g) ?? [],
    );
    // A namespace, and what a reader may write.
    const known = ['http://www.w3.org', 'http://localhost', 'https://www.example.com'];
    assert.deepEqual(
      links.filter((link) => !known.includes(link)),
      [],
    );
  });
});
