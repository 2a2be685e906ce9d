import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { looksRight } from '../../demo/axe.js';
import { openBrowser } from '../../demo/browser.js';
import { press, textOf, waitForText } from '../console-page.js';
import { dropFiles } from '../drop-files.js';
import type { ConsoleFixture } from '../fixture.js';
import { createFixtureWorld } from '../fixture-world.js';
import { longestTask } from '../longest-task.js';
import { tabTo, waitForFocus, withPageOf } from '../with-page.js';

let browser: Browser;
let folder: string;

before(async () => {
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), 'console-lists-'));
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const withPage = withPageOf(() => browser);

const contacts = `name,email,city,backup\n${Array.from({ length: 40 }, (_, at) => `Person ${at},p${at}@posteo.de,Köln,b${at % 9}@gmx.de\n`).join('')}`;

const fileOf = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const draftCalls = ({ calls }: ConsoleFixture): string[] => calls.filter((call) => call.startsWith('POST'));
const rowsOf = (page: Page): Promise<string[]> =>
  page.$$eval('.lists-all tbody tr', (rows) => rows.map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim()));

describe('a list that is given to the console', () => {
  it('is dropped anywhere, shows its rows, its column and its cost, and starts', () =>
    withPage('/accounts/1/lists', {}, async (page, fixture) => {
      await page.waitForSelector('.lists-all');
      await dropFiles(page, fileOf('contacts.csv', contacts));
      await page.waitForSelector('#lists-draft');
      assert.equal(await page.$('.lists-over'), null);
      await waitForFocus(page, '#lists-draft');
      assert.equal(await textOf(page, '#lists-draft'), 'contacts.csv');
      assert.equal(await textOf(page, '.lists-preview th.lists-chosen'), 'email addresses');
      assert.equal(await page.$$eval('.lists-preview tbody tr', ({ length }) => length), 5);
      assert.equal(
        await textOf(page, '.card .notice'),
        '40 addresses found, each counted once. It costs 40 credits at most: one for each verdict, and nothing for Unknown. You have 48,310 credits.',
      );
      assert.ok(!(await rowsOf(page)).some((row) => row.includes('contacts.csv')), 'it is shown once');
      await looksRight(page);
      await press(page, 'Start with 40 addresses');
      await waitForText(page, '.shell-told', 'contacts.csv has started.');
      await page.waitForSelector('.lists-drop');
      assert.match((await rowsOf(page))[0]!, /^contacts\.csv .* Running 0 of 40 addresses/);
      assert.deepEqual(draftCalls(fixture), ['POST addListFile', 'POST startList']);
      await waitForFocus(page, '[id^=list-]');
    }));

  it('is dropped on the page of another list', () =>
    withPage('/accounts/1/lists/a1b2c3d4e5f60718', {}, async (page) => {
      await page.waitForSelector('.lists-rows');
      await dropFiles(page, fileOf('contacts.csv', contacts));
      await page.waitForSelector('#lists-draft');
      assert.equal(new URL(page.url()).pathname, '/console/accounts/1/lists');
    }));

  it('is chosen with the file button, by keyboard alone', () =>
    withPage('/accounts/1/lists', {}, async (page) => {
      await page.waitForSelector('.lists-all');
      await tabTo(page, '.lists-file input');
      const [chooser] = await Promise.all([page.waitForFileChooser(), page.keyboard.press('Space')]);
      await chooser.accept([fileOf('contacts.csv', contacts)]);
      await page.waitForSelector('#lists-draft');
      await tabTo(page, '.button-primary');
      await page.keyboard.press('Enter');
      await waitForText(page, '.shell-told', 'contacts.csv has started.');
    }));

  it('says before it is sent that it is of another kind, too large, several or empty', () =>
    withPage('/accounts/1/lists', {}, async (page, fixture) => {
      await page.waitForSelector('.lists-all');
      const cases = [
        [['book.xlsx', 'PK\x03\x04 xl/workbook.xml'], /an Excel workbook \(XLSX\).*save the list as CSV/],
        [
          ['huge.csv', new Uint8Array(20_000_000).fill(97)],
          /^huge\.csv has 20 MB, and a list must have less than 20 MB/,
        ],
        [['empty.csv', ''], /^empty\.csv is empty/],
      ] as const;
      for (const [[name, content], words] of cases) {
        await dropFiles(page, fileOf(name, content));
        await page.waitForFunction(
          (source) => new RegExp(source).test(document.querySelector('#lists-fault')?.textContent ?? ''),
          {},
          words.source,
        );
      }
      await looksRight(page);
      await dropFiles(page, fileOf('one.csv', contacts), fileOf('two.csv', contacts));
      await waitForText(page, '#lists-fault', '2 files were dropped, and a list is one file: drop them one by one.');
      await dropFiles(page, folder);
      await waitForText(page, '#lists-fault', 'cannot be read: choose a file, not a folder');
      assert.deepEqual(draftCalls(fixture), []);
    }));

  it('is read by another column, and keeps its draft if that has no address', () =>
    withPage('/accounts/1/lists', {}, async (page, fixture) => {
      await page.waitForSelector('.lists-all');
      await dropFiles(page, fileOf('contacts.csv', contacts));
      await page.waitForSelector('#lists-column');
      await page.focus('#lists-column');
      await page.select('#lists-column', 'backup');
      await waitForText(page, '.card .notice', '9 addresses found');
      assert.equal(await textOf(page, '.lists-preview th.lists-chosen'), 'backup addresses');
      await waitForFocus(page, '#lists-column');
      assert.deepEqual(draftCalls(fixture), ['POST addListFile', 'POST addListFile', 'POST cancelList']);
      await page.select('#lists-column', 'city');
      await waitForText(page, '[role=alert]', 'There is no address in city');
      assert.equal(await textOf(page, '.lists-preview th.lists-chosen'), 'backup addresses');
      assert.equal(await page.$eval('#lists-column', (select) => (select as HTMLSelectElement).value), 'backup');
      await press(page, 'Discard');
      await waitForText(page, '.shell-told', 'contacts.csv is discarded.');
      await page.waitForSelector('.lists-drop');
      assert.ok(
        !(await rowsOf(page)).some((row) => row.includes('contacts.csv')),
        'drafts that were discarded are not listed',
      );
    }));

  it('says what happens if there are too few credits', () => {
    const world = createFixtureWorld();
    world.accounts.get(1)!.info.balance = 7;
    return withPage('/accounts/1/lists', world, async (page) => {
      await page.waitForSelector('.lists-all');
      await dropFiles(page, fileOf('contacts.csv', contacts));
      await waitForText(page, '.notice-warn', 'You have 7 credits. They may not be enough: then the list waits until');
      await looksRight(page);
    });
  });

  it('tells how much was sent, and is stopped', () =>
    withPage('/accounts/1/lists', {}, async (page, fixture) => {
      await page.waitForSelector('.lists-all');
      const devtools = await page.createCDPSession();
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 },
      });
      await dropFiles(page, fileOf('slow.csv', `email\n${'anna@posteo.de\n'.repeat(300_000)}`));
      await page.waitForFunction(() => Number(document.querySelector('progress.progress')?.getAttribute('value')) > 0);
      assert.equal(await textOf(page, '#lists-sending'), 'Sending slow.csv');
      assert.match(await textOf(page, '.lists-sending .number'), /^[\d.]+ [kM]B of 4\.6 MB$/);
      await looksRight(page);
      await press(page, 'Stop');
      await waitForText(page, '.shell-told', 'slow.csv was not sent.');
      await page.waitForSelector('.lists-drop');
      await waitForFocus(page, '#lists-give');
      assert.ok(!fixture.world.accounts.get(1)!.lists.some(({ name }) => name === 'slow.csv'));
      await devtools.send('Network.disable');
    }));

  it('never keeps the page from answering, even one of 10 MB', () =>
    withPage('/accounts/3/lists', {}, async (page) => {
      await page.waitForSelector('.lists-drop');
      const path = fileOf('large.csv', `email\n${'someone@posteo.de\n'.repeat(580_000)}`);
      const longest = await longestTask(page, async () => {
        await dropFiles(page, path);
        await page.waitForSelector('#lists-draft');
      });
      console.log(`measured: the longest task while a file of 10 MB is dropped takes ${longest.toFixed(1)} ms`);
      assert.ok(longest < 50, String(longest));
    }));
});

describe('addresses that are pasted, and URLs', () => {
  const choose = (page: Page, way: number) => page.click(`.segments label:nth-of-type(${way})`);

  it('are read', () =>
    withPage('/accounts/3/lists', {}, async (page) => {
      await waitForText(page, '.empty', 'No list yet');
      await looksRight(page);
      await dropFiles(page, fileOf('first.csv', contacts));
      await page.waitForSelector('#lists-draft');
      await page.waitForSelector('.empty', { hidden: true });
      await press(page, 'Discard');
      await waitForText(page, '.empty', 'No list yet');
      await choose(page, 2);
      await looksRight(page);
      await press(page, 'Read these addresses');
      await waitForText(page, '#lists-fault', 'There is no address: paste some first.');
      await waitForFocus(page, '#lists-paste');
      await page.type('#lists-paste', 'nobody at all');
      await press(page, 'Read these addresses');
      await waitForText(page, '#lists-fault', 'There is no address in');
      assert.equal(await page.$eval('#lists-paste', (field) => (field as HTMLTextAreaElement).value), 'nobody at all');
      await page.type('#lists-paste', '\nanna@posteo.de\nben@posteo.de');
      await press(page, 'Read these addresses');
      await page.waitForSelector('#lists-draft');
      assert.equal(await textOf(page, '#lists-draft'), 'Pasted addresses');
    }));

  it('are read at once if the text is long', () =>
    withPage('/accounts/3/lists', {}, async (page) => {
      await choose(page, 2);
      const field = await page.waitForSelector('#lists-paste');
      await field!.evaluate((element) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'anna@posteo.de\n'.repeat(5_000));
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      await page.waitForSelector('#lists-draft');
    }));

  it('are fetched from a URL, which stays in the field until it is right', () =>
    withPage('/accounts/3/lists', {}, async (page, fixture) => {
      await page.waitForSelector('.lists-drop');
      await tabTo(page, '.segments input');
      await page.keyboard.press('ArrowLeft');
      await page.waitForSelector('#lists-url');
      await looksRight(page);
      await tabTo(page, '#lists-url');
      await page.keyboard.type('http://lists.example/people.csv');
      await page.keyboard.press('Enter');
      await waitForText(page, '#lists-fault', 'The URL must begin with https:');
      await waitForFocus(page, '#lists-url');
      await page.keyboard.press('Home');
      for (let at = 0; at < 4; at += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.type('s');
      await page.keyboard.press('Enter');
      await waitForText(page, '#lists-draft', 'people.csv');
      assert.deepEqual(draftCalls(fixture), ['POST addListUrl', 'POST addListUrl']);
    }));
});
