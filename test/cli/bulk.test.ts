import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer, request as forward, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { toNodeListener } from '../../src/proxy/adapters/node.js';
import { createKeyProxy, type KeyProxyOptions } from '../../src/proxy/index.js';
import { ListError } from '../../src/service/bulk/index.js';
import { createService, type ServiceOptions } from '../../src/service/index.js';
import { Gate, secret, startService, stubEngine, type Fixture } from '../service/app/fixture.js';
import { startCommand } from './bulk/command.js';
import { lines, results, summary, url, workOn } from './bulk/lists.js';

const home = mkdtempSync(join(tmpdir(), 'email-check-bulk-'));
after(() => rmSync(home, { recursive: true }));
let folders = 0;
let folder: string;
let service: Fixture;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(() => mkdirSync((folder = join(home, String(++folders)))));
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const begin = async (more: Partial<ServiceOptions> = { listWork: workOn(lines) }): Promise<void> => {
  service = await startService(more);
  ends.push(() => service.end());
};
const start = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  startCommand(folder, ['bulk', ...words], {
    EMAIL_CHECK_SERVICE: service.url,
    EMAIL_CHECK_KEY: service.keys.private,
    ...environment,
  });
const saved = (name: string) => readFileSync(join(folder, name), 'utf8');

const listenBelow = async (server: Server): Promise<string> => {
  let port = 0;
  while (!server.listening) {
    port = 20_000 + Math.floor(Math.random() * 12_000);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening').catch(() => undefined);
  }
  ends.push(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${port}`;
};

const inFolder = async (name: string, octets: number): Promise<void> => {
  while ((statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) < octets)
    await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Passes all on to the service, but for so many downloads in turn: of those it sends `octets`, and `then` is done when they have been saved. */
const beginFront = async (octets: number, ...thens: ((socket: Socket) => void)[]) => {
  const ranges: (string | undefined)[] = [];
  const front = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', service.url);
    const isDownload = pathname === '/v1/download/';
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (isDownload) ranges.push(request.headers.range);
    const then = isDownload ? thens.shift() : undefined;
    forward(`${service.url}${request.url ?? ''}`, { headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!then) return void answer.pipe(response);
      const pieces: Buffer[] = [];
      answer
        .on('data', (piece: Buffer) => pieces.push(piece))
        .on('end', () => {
          response.write(Buffer.concat(pieces).subarray(0, octets));
          void inFolder('may-results.csv.part', start + octets).then(() => then(request.socket));
        });
    }).end();
  });
  return { url: await listenBelow(front), ranges };
};
const many = Array.from({ length: 900 }, (_, index) => `deliverable${index}@shop.example`);
const resultsOfMany = [
  results.slice(0, results.indexOf('\n') + 1),
  ...many.map((email) => `${email},Safe to Send,Deliverable,5,false,false,1,,\r\n`),
].join('');

/** A key proxy in front of the service; its place is the mount's address. */
const beginProxy = async (more: Partial<KeyProxyOptions> = {}): Promise<string> => {
  const proxy = createKeyProxy({
    apiKey: service.keys.private,
    baseUrl: service.url,
    authorize: ({ headers }) => headers.get('Cookie') === 'session=of-the-owner',
    ...more,
  });
  return `${await listenBelow(createServer(toNodeListener(proxy)))}/email-check`;
};

describe('email-check bulk', () => {
  it('uploads a list, and prints the command that asks for it', async () => {
    const gate = new Gate();
    await begin({ listWork: workOn(lines, gate) });
    const { code, said, complained } = await start(['upload', url]).exited;
    assert.equal(code, 0);
    assert.match(said, /^[\da-f]{32}\n$/);
    const list = said.trim();
    assert.equal(complained, `The list is accepted. To see its progress: email-check bulk status ${list}\n`);
    assert.match((await start(['status', list]).exited).said, /^(?:queued|processing)\t0\n$/);
    gate.open();
    const { code: waited, said: line, complained: told } = await start(['status', list, '--wait']).exited;
    assert.equal(waited, 0, told);
    assert.match(line, /^completed\t100\t\thttp:\/\/127\.0\.0\.1:\d+\/v1\/download\/\?file=\S+\n$/);
    assert.match(told, new RegExp(`\n5 addresses: ${summary}\\. They are in ${list}-results\\.csv\\.\n$`));
    assert.equal(saved(`${list}-results.csv`), results);
  });

  it("waits for a list, prints each change of state once, and saves the results under the list's name", async () => {
    const gate = new Gate();
    await begin({ listWork: workOn(lines, gate) });
    const { complains, exited } = start(['upload', url, '--wait']);
    await complains(/processing/);
    gate.open();
    const { code, said, complained } = await exited;
    assert.equal(code, 0, complained);
    assert.match(said, /^[\da-f]{32}\n$/);
    assert.match(
      complained,
      new RegExp(
        `^The list is accepted as ${said.trim()}\\.\n(?:The list is queued\\.\n)?The list is processing\\.\nThe list is completed\\.\n5 addresses in [\\d.]+ s: ${summary}\\. They are in may-results\\.csv\\.\n$`,
      ),
    );
    assert.equal(saved('may-results.csv'), results);
    assert.deepEqual(readdirSync(folder), ['may-results.csv']);
  });

  it('sends a file, or standard input, and saves the results under its name', async () => {
    await begin();
    writeFileSync(join(folder, 'june.csv'), lines.join('\n'));
    const { code, said, complained } = await start(['upload', 'june.csv', '--wait']).exited;
    assert.equal(code, 0, complained);
    assert.match(said, /^[\da-f]{32}\n$/);
    assert.equal(saved('june-results.csv'), results);
    const piped = start(['upload', '-', '--name', 'July.txt', '--column', '1', '--wait']);
    piped.child.stdin?.end(lines.join('\n'));
    const ended = await piped.exited;
    assert.equal(ended.code, 0, ended.complained);
    assert.equal(saved('July-results.csv'), results);
    writeFileSync(join(folder, 'none.txt'), 'nothing\n');
    const refused = await start(['upload', 'none.txt']).exited;
    assert.equal(refused.code, 1);
    assert.match(refused.complained, /no line with an address/);
  });

  it('writes results and nothing else to standard output', async () => {
    await begin();
    const { code, said, complained } = await start(['upload', url, '--wait', '--output', '-']).exited;
    assert.deepEqual([code, said], [0, results]);
    assert.match(complained, new RegExp(`${summary}\\. They are on standard output\\.\n$`));
    assert.deepEqual(readdirSync(folder), []);
  });

  it('ends the waiting at SIGINT; the printed command resumes it', async () => {
    const gate = new Gate();
    await begin({ listWork: workOn(lines, gate) });
    const { child, complains, exited } = start(
      ['upload', url, '--wait', '--name', "it's May", '--service', service.url],
      { EMAIL_CHECK_SERVICE: '' },
    );
    await complains(/processing/);
    child.kill('SIGINT');
    const { code, said, complained } = await exited;
    assert.equal(code, 130);
    const [, line] =
      /\nStopped waiting: the list goes on\. To wait for it again:\nemail-check (.*)\n$/.exec(complained) ?? [];
    assert.equal(
      line,
      `bulk status --service ${service.url} --wait --output 'it'\\''s May-results.csv' ${said.trim()}`,
    );
    gate.open();
    const { spawnargs } = child;
    const command = spawnargs.slice(0, spawnargs.indexOf('bulk')).join(' ');
    await promisify(execFile)('sh', ['-c', `${command} ${line ?? ''}`], {
      cwd: folder,
      env: { PATH: process.env['PATH'], EMAIL_CHECK_KEY: service.keys.private },
    });
    assert.equal(saved("it's May-results.csv"), results);
  });

  it('keeps waiting while the service restarts', async () => {
    const gate = new Gate();
    await begin({ listWork: workOn(lines, gate) });
    const { complains, exited } = start(['upload', url, '--wait']);
    await complains(/processing/);
    const { database } = service;
    const port = Number(new URL(service.url).port);
    await service.service.close();
    const next = await createService({
      database,
      secret,
      engine: stubEngine(),
      reputation: { isDisposable: () => false },
      listWork: workOn(lines),
    });
    await next.listen({ host: '127.0.0.1', port });
    const { code, complained } = await exited;
    await next.close();
    assert.equal(code, 0, complained);
    assert.equal(saved('may-results.csv'), results);
  });

  it('resumes a download where its connection broke', async () => {
    await begin({ listWork: workOn(many) });
    const { url: front, ranges } = await beginFront(
      20_000,
      (socket) => socket.destroy(),
      (socket) => socket.destroy(),
    );
    const { code, complained } = await start(['upload', url, '--wait'], { EMAIL_CHECK_SERVICE: front }).exited;
    assert.equal(code, 0, complained);
    assert.deepEqual(ranges, [undefined, 'bytes=20000-', 'bytes=40000-']);
    assert.match(complained, /\n(?:The connection to the results broke: trying again\.\n){2}900 addresses in /);
    assert.equal(saved('may-results.csv'), resultsOfMany);
    assert.deepEqual(readdirSync(folder), ['may-results.csv']);
  });

  it('ends a download at SIGINT, and the command that it shows resumes it', async () => {
    await begin({ listWork: workOn(many) });
    let isHalf: (value: unknown) => void = () => undefined;
    const half = new Promise((resolve) => (isHalf = resolve));
    const { url: front, ranges } = await beginFront(20_000, isHalf);
    const { child, exited } = start(['upload', url, '--wait'], { EMAIL_CHECK_SERVICE: front });
    await half;
    child.kill('SIGINT');
    const { code, complained } = await exited;
    assert.equal(code, 130);
    const [, line = ''] =
      /\nStopped: the download is incomplete\. To continue it:\nemail-check bulk (.*)\n$/.exec(complained) ?? [];
    assert.equal((await start(line.split(' '), { EMAIL_CHECK_SERVICE: front }).exited).code, 0);
    assert.deepEqual(ranges, [undefined, 'bytes=20000-']);
    assert.equal(saved('may-results.csv'), resultsOfMany);
    assert.deepEqual(readdirSync(folder), ['may-results.csv']);
  });

  it('ends quietly if its reader leaves', async () => {
    await begin({ listWork: workOn(many) });
    const { child, exited } = start(['upload', url, '--wait', '--output', '-']);
    child.stdout?.destroy();
    const { code, complained } = await exited;
    assert.equal(code, 0, complained);
    assert.match(complained, /\nThe list is completed\.\n$/);
  });

  it('loads no database driver, and leaves no file but the results', async () => {
    await begin();
    const report =
      "process.on('exit',()=>console.error(JSON.stringify(process.report.getReport().sharedObjects.filter((name)=>/sqlite|sharp/.test(name)))))";
    const { code, complained } = await start(['upload', url, '--wait'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(report)}`,
    }).exited;
    assert.equal(code, 0, complained);
    assert.match(complained, /\n\[\]\n$/);
    assert.deepEqual(readdirSync(folder), ['may-results.csv']);
  });

  it('does not overwrite a file, and then uploads nothing', async () => {
    await begin();
    writeFileSync(join(folder, 'may-results.csv'), 'of last year');
    const { code, said, complained } = await start(['upload', url, '--wait']).exited;
    assert.deepEqual([code, said], [2, '']);
    assert.equal(
      complained,
      'may-results.csv exists already, and is not overwritten: name another file with --output, or move that one.\n',
    );
    assert.equal(saved('may-results.csv'), 'of last year');
    assert.deepEqual(service.entries, []);
  });

  it('does not overwrite a file that appears while it waits', async () => {
    const gate = new Gate();
    await begin({ listWork: workOn(lines, gate) });
    const { complains, exited } = start(['upload', url, '--wait']);
    await complains(/processing/);
    writeFileSync(join(folder, 'may-results.csv'), 'mine');
    gate.open();
    const { code, said, complained } = await exited;
    assert.equal(code, 1);
    assert.match(
      complained,
      /may-results\.csv was created in the meantime, and is not overwritten: move it\. The complete results are in may-results\.csv\.part\.\n$/,
    );
    assert.deepEqual([saved('may-results.csv'), saved('may-results.csv.part')], ['mine', results]);
    rmSync(join(folder, 'may-results.csv'));
    assert.equal((await start(['status', said.trim(), '--wait', '--output', 'may-results.csv']).exited).code, 0);
    assert.equal(saved('may-results.csv'), results);
    assert.deepEqual(readdirSync(folder), ['may-results.csv']);
  });

  it('prints why a list failed', async () => {
    await begin({
      listWork: workOn(
        new ListError('status', "The list's server answers with status 404: it has nothing there: check the URL."),
      ),
    });
    const { code, complained } = await start(['upload', url, '--wait']).exited;
    assert.equal(code, 1);
    assert.match(
      complained,
      /\nThe list is failed: The list's server answers with status 404: it has nothing there: check the URL\.\n$/,
    );
    assert.deepEqual(readdirSync(folder), []);
  });

  it('prints where the results of a cancelled list are', async () => {
    const gate = new Gate();
    const thousand = Array.from({ length: 1_000 }, (_, index) => `deliverable${index}@shop.example`);
    const work = workOn(thousand);
    await begin({
      listWork: {
        ...work,
        leaseMs: 300,
        verify: async (address, signal) =>
          /e[5-9]\d\d@/.test(address) ? workOn(thousand, gate).verify(address, signal) : work.verify(address, signal),
      },
    });
    const { complains, exited, child } = start(['upload', url, '--wait']);
    let said = '';
    child.stdout?.on('data', (text) => (said += String(text)));
    await complains(/processing/);
    const list = said.trim();
    while ((await service.service.lists.find(service.account, list))?.done !== 500)
      await new Promise((resolve) => setTimeout(resolve, 5));
    assert.ok(await service.service.lists.cancel(service.account, list));
    const { code, complained } = await exited;
    assert.equal(code, 1);
    assert.match(
      complained,
      /\nThe list is cancelled\. The results up to then are at http:\/\/127\.0\.0\.1:\d+\/v1\/download\/\?file=\S+\n$/,
    );
    gate.open();
  });

  it('shows the rule that a URL breaks', async () => {
    await begin();
    const { code, said, complained } = await start(['upload', 'https://lists.shop.example/may.xlsx']).exited;
    assert.deepEqual([code, said], [1, '']);
    assert.match(complained, /ends in \.csv or \.txt/);
  });

  it('explains what is wrong with a key, and never shows the key', async () => {
    await begin();
    const file = join(folder, 'key');
    writeFileSync(file, 'WrongKey12345\n');
    const wrong = await start(['upload', url, '--key-file', file]).exited;
    assert.equal(wrong.code, 1);
    assert.match(wrong.complained, /^The service does not know this key: check EMAIL_CHECK_KEY or --key-file/);
    assert.doesNotMatch(wrong.complained, /WrongKey12345/);
    const open = await start(['upload', url], { EMAIL_CHECK_KEY: service.keys.public }).exited;
    assert.equal(open.code, 1);
    assert.match(open.complained, /^This key cannot be used for lists/);
    writeFileSync(file, `${service.keys.private}\r\n`);
    assert.equal(
      (await start(['upload', url, '--key-file', file], { EMAIL_CHECK_KEY: 'WrongKey12345' }).exited).code,
      0,
    );
  });

  it('goes through a key proxy if its authorize allows the caller', async () => {
    await begin();
    const proxy = await beginProxy();
    const file = join(folder, 'headers');
    writeFileSync(file, '# of the owner\n\nCookie: session=of-the-owner\n');
    const withProxy = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
      startCommand(folder, ['bulk', ...words, '--proxy', proxy], environment).exited;
    const { code, said, complained } = await withProxy([
      'upload',
      'https://lists.shop.com/may.csv',
      '--wait',
      '--header-file',
      file,
    ]);
    assert.equal(code, 0, complained);
    assert.equal(saved('may-results.csv'), results);
    const status = await withProxy(['status', said.trim()], { EMAIL_CHECK_HEADERS: 'Cookie: session=of-the-owner' });
    assert.match(status.said, /^completed\t100\t\thttp/);
    const stranger = await withProxy(['status', said.trim()], { EMAIL_CHECK_HEADERS: 'Cookie: session=of-nobody' });
    assert.equal(stranger.code, 1);
    assert.match(
      stranger.complained,
      /^The key proxy refused this call: .* It said: “The key proxy's authorize does not allow this call\.”\n$/,
    );
    assert.doesNotMatch(stranger.complained, /session=of-nobody/);
    writeFileSync(join(folder, 'june.csv'), lines.join('\n'));
    const sent = await withProxy(['upload', 'june.csv', '--wait', '--header-file', file]);
    assert.equal(sent.code, 0, sent.complained);
    assert.equal(saved('june-results.csv'), results);
    const refused = await withProxy(['upload', 'https://www.dropbox.com/may.csv', '--header-file', file]);
    assert.equal(refused.code, 1);
    assert.match(refused.complained, /file-sharing/);
    assert.equal(existsSync(join(folder, 'may-results.csv.part')), false);
  });
});
