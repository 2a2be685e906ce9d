import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ListError, readHostedList } from '../../../src/service/bulk/index.js';
import type { ListInfo } from '../../../src/wire/console/index.js';
import { Gate, stubEngine } from '../app/fixture.js';
import { startConsole, type ConsoleFixture, type Page } from './fixture.js';

const LINES = ['deliverable@shop.example', 'bounce@shop.example', 'bounce2@shop.example', 'unknown@shop.example'];
const FILE = `Name,Email,Other\n${LINES.map((email, index) => `N${index},${email},${email}`).join('\n')}\n`;

describe('lists of the console', () => {
  let fixture: ConsoleFixture;
  let page: Page;
  const gate = new Gate();

  before(async () => {
    fixture = await startConsole({
      engine: stubEngine(gate),
      listWork: {
        fetch: () => Promise.reject(new ListError('status', 'Not fetched here.')),
        verify: (address, signal) => stubEngine(gate).verify(address, { signal }),
        lists: 2,
        concurrency: 10,
        window: 20,
        pollMs: 20,
        retryDelayMs: 1,
      },
      console: {
        folder: '.',
        fetchList: (url, _signal, column) =>
          url.includes('missing')
            ? Promise.reject(new ListError('status', "The list's server answers with status 404: check the URL."))
            : readHostedList(Buffer.from(FILE), 'text/csv', column),
      },
    });
    page = await fixture.signIn(fixture.account);
  });
  after(async () => {
    gate.open();
    await fixture.end();
  });

  const parts = (list?: string) => ({ account: fixture.account, ...(list !== undefined && { list }) });
  const drop = (body: string, query: Record<string, string> = {}) =>
    page.ask('addListFile', { parts: parts(), body, query });

  /** A list in a state that is waited for, as an open page does. */
  const inState = async (id: string, state: ListInfo['state']): Promise<ListInfo> => {
    for (;;) {
      const list = await page.ask('list', { parts: parts(id) });
      if (list.state === state) return list;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  it('shows the start of a file, and what it costs, before anything is spent', async () => {
    const { list, preview } = await drop(FILE, { name: 'May' });
    equal(list.state, 'draft');
    equal(list.name, 'May');
    equal(list.isFromConsole, true);
    deepEqual(preview.columns, ['Name', 'Email', 'Other']);
    equal(preview.column, 1);
    equal(preview.rows.length, 4);
    equal(preview.cost, 4);
    equal(preview.balance, (await page.ask('account', { parts: parts() })).balance);
    equal((await drop(FILE, { column: 'Other' })).preview.column, 2);
    equal((await page.ask('list', { parts: parts(list.id) })).done, 0);
  });

  it('runs a draft, counts its verdicts, and gives its lines', async () => {
    const { list } = await drop(FILE);
    deepEqual(
      (await page.ask('listRows', { parts: parts(list.id) })).rows.map(({ email, result }) => [email, result]),
      LINES.map((email) => [email, '']),
    );
    equal((await page.refused('listFile', { parts: parts(list.id) })).status, 409);
    await page.ask('startList', { parts: parts(list.id) });
    const ended = await inState(list.id, 'completed');
    deepEqual((await page.ask('list', { parts: parts(list.id) })).results, {
      'Safe to Send': 1,
      Invalid: 2,
      Unknown: 1,
    });
    equal(ended.column, 'Email');
    const { rows } = await page.ask('listRows', { parts: parts(list.id) });
    deepEqual(rows[1], { email: 'bounce@shop.example', result: 'Invalid', reason: 'Bounce', didYouMean: '' });
    const file = async (query = {}) => {
      const response = await page.call('listFile', { parts: parts(list.id), query });
      equal(response.status, 200);
      match(response.headers.get('Content-Disposition') ?? '', /^attachment; filename="list-results\.csv"/);
      return (await response.text()).trim().split('\r\n');
    };
    equal((await file()).length, 5);
    deepEqual(
      (await file({ result: 'Invalid' })).map((line) => line.split(',')[0]),
      ['email', 'bounce@shop.example', 'bounce2@shop.example'],
    );
    equal((await page.refused('listFile', { parts: parts(list.id), query: { result: 'Nothing' } })).status, 400);
    equal((await page.refused('cancelList', { parts: parts(list.id) })).status, 409);
    equal((await page.refused('startList', { parts: parts(list.id) })).status, 409);
  });

  it('has no status by the interface for programs', async () => {
    const { list } = await drop(FILE);
    const response = await fixture.get('/v1/status/', { api: fixture.keys.private, list_id: list.id });
    match(await response.text(), /List ID is not valid/);
  });

  it('pauses a list, goes on with it, and cancels it', async () => {
    const { list } = await drop('waiting1@shop.example\nwaiting2@shop.example\n');
    await page.ask('startList', { parts: parts(list.id) });
    await gate.reached(2);
    const held = await page.ask('pauseList', { parts: parts(list.id) });
    ok(held.state === 'paused' || held.state === 'draft', held.state);
    const going = await page.ask('startList', { parts: parts(list.id) });
    ok(going.state === 'queued' || going.state === 'running', going.state);
    equal((await page.ask('cancelList', { parts: parts(list.id) })).state, 'cancelled');
  });

  it('takes a list from a URL at once, or says what is wrong with it', async () => {
    const ask = (url: string, more = {}) => page.ask('addListUrl', { parts: parts(), body: { url, ...more } });
    const { list, preview } = await ask('https://lists.example/may.csv', { column: 'Other' });
    equal(list.name, 'may.csv');
    equal(preview.column, 2);
    const refused = (url: string) => page.refused('addListUrl', { parts: parts(), body: { url } });
    match((await refused('https://lists.example/missing.csv')).error, /status 404/);
    equal((await refused('http://127.0.0.1/internal')).status, 400);
    equal((await refused('file:///etc/passwd')).status, 400);
    equal((await refused(`https://lists.example/${'x'.repeat(3_000)}`)).status, 400);
  });

  it('refuses files that are no lists, with what to do', async () => {
    const refused = (body: string, more: object = {}) => page.refused('addListFile', { parts: parts(), body, ...more });
    equal((await refused('no address here\n')).status, 400);
    equal((await refused('')).status, 400);
    equal((await refused(FILE, { query: { column: 'Nothing' } })).status, 400);
    equal((await refused(FILE, { query: { column: '0' } })).status, 400);
    equal((await refused(FILE, { query: { name: 'x'.repeat(201) } })).status, 400);
    equal((await refused(FILE, { headers: { 'Content-Type': 'application/pdf' } })).status, 415);
    equal((await refused(FILE, { headers: { 'Content-Encoding': 'br' } })).status, 415);
  });

  it('leaves the lists of programs alone, but for cancelling', async () => {
    const uploaded = await fetch(`${fixture.url}/v1/upload/?api=${fixture.keys.private}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
      body: 'waiting3@shop.example\n',
    });
    equal(uploaded.status, 200);
    const [list] = await page.ask('lists', { parts: parts() });
    equal(list?.isFromConsole, false);
    equal((await page.refused('pauseList', { parts: parts(list?.id) })).status, 409);
    equal((await page.refused('startList', { parts: parts(list?.id) })).status, 409);
    equal((await page.ask('cancelList', { parts: parts(list?.id) })).state, 'cancelled');
  });

  it('gives hostile names back as they are, as text', async () => {
    const names = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "'; DROP TABLE lists; --",
      '../../etc/passwd',
      '=cmd|calc',
    ];
    for (const name of names) {
      const { list } = await drop(FILE, { name });
      equal(list.name, name);
      await page.ask('cancelList', { parts: parts(list.id) });
    }
    const { list } = await drop(FILE, { name: 'a\u202eb' });
    equal(list.name, 'ab');
  });
});
