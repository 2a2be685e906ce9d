import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { after, afterEach, before, describe, it } from 'node:test';
import { run } from '../../../src/cli/run.js';
import { OutputError } from '../../../src/cli/standard-output.js';
import { json, refusal, startLoopback, type Answer, type Loopback } from '../../client/loopback.js';

const key = 'AbCdEfGhIjKlM';
const url = 'https://lists.shop.example/may.csv';
const folder = mkdtempSync(join(tmpdir(), 'email-check-bulk-words-'));
const at = (name: string): string => join(folder, name);
let service: Loopback;
before(async () => {
  service = await startLoopback();
  mkdirSync(at('folder'));
  mkdirSync(at('folder.csv'));
  writeFileSync(at('large.csv'), '');
  truncateSync(at('large.csv'), 20_000_000);
  writeFileSync(at('is-there.csv'), '');
  symlinkSync(at('nowhere'), at('dangling.csv'));
  writeFileSync(at('empty'), '\n');
  writeFileSync(at('two-words'), `${key} ${key}\n`);
  writeFileSync(at('huge'), 'x'.repeat(100_000));
  writeFileSync(at('key'), `\ufeff${key}\n`);
  writeFileSync(at('no-header'), `Cookie: a=b\n${key}\n`);
  writeFileSync(at('host'), 'Host: elsewhere.example\n');
});
after(async () => {
  rmSync(folder, { recursive: true });
  await service.end();
});
afterEach(() => service.answer((response) => response.end()));

/** Follows a command line in this process. */
const follow = async (
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  { isTerminal = false, stopped = new Promise<unknown>(() => undefined) } = {},
) => {
  const [said, complained, written, drawn]: [string[], string[], string[], string[]] = [[], [], [], []];
  const collect = (into: string[]) =>
    new Writable({ write: (piece: Buffer, _, done) => (into.push(String(piece)), done()) });
  const code = await run(['bulk', ...words], {
    environment: { EMAIL_CHECK_SERVICE: service.url, EMAIL_CHECK_KEY: key, ...environment },
    say: (line) => Promise.resolve(void said.push(line)),
    printError: (line) => complained.push(line),
    stopped: () => stopped,
    stdio: {
      stdin: Readable.from([]),
      stdout: collect(written),
      stderr: Object.assign(collect(drawn), { isTTY: isTerminal, columns: 80 }),
    },
  });
  const all = [said, complained, written, drawn].map((each) => each.join('\n'));
  assert.ok(
    all.every((text) => !text.includes(key)),
    'the key is nowhere',
  );
  const [saidText = '', complainedText = '', writtenText = '', drawnText = ''] = all;
  return { code, said: saidText, complained: complainedText, written: writtenText, drawn: drawnText };
};

const listed = (fields: Record<string, string>): Answer =>
  json({ service: { list_id: '77', percentage: '0', download_link: '', ...fields }, success: '1' });

describe('bulk upload with a standard output that cannot be written', () => {
  it('prints which list the service has', async () => {
    service.answer(listed({ status: 'queued' }));
    const complained: string[] = [];
    const code = await run(['bulk', 'upload', url], {
      environment: { EMAIL_CHECK_SERVICE: service.url, EMAIL_CHECK_KEY: key },
      say: () => Promise.reject(new OutputError(Object.assign(new Error('full'), { code: 'ENOSPC' }))),
      printError: (line) => complained.push(line),
      stopped: () => new Promise(() => undefined),
    });
    assert.equal(code, 1);
    assert.deepEqual(complained, [
      'The list is accepted. To see its progress: email-check bulk status 77',
      'Standard output cannot be written (ENOSPC). The result of the command: 77',
    ]);
  });
});

describe('the command line of lists', () => {
  const rows: readonly (readonly [
    words: readonly string[],
    complaint: RegExp,
    environment?: Record<string, string>,
  ])[] = [
    [['upload'], /^Write one URL or file after the command/],
    [['upload', url, key], /^Write one URL or file after the command/],
    [['upload', key], /^The argument is neither a URL nor a file: write one such as https:/],
    [['upload', 'may list.csv'], /^The file may list\.csv does not exist/],
    [['upload', at('folder.csv')], /folder\.csv is a folder: name one file in it\.$/],
    [['upload', at('large.csv')], /large\.csv has 20,000,000 bytes, and a list must have fewer than 20,000,000/],
    [['upload', url, '--column', '1'], /^--column is for a file that is sent/],
    [['upload', at('empty'), '--column', '0'], /^--column is "0": write a column's name or/],
    [
      ['status', '7'],
      /^Unknown variable EMAIL_CHECK_SERVISE\. Did you mean EMAIL_CHECK_SERVICE\?/,
      { EMAIL_CHECK_SERVISE: 'https://check.example.com' },
    ],
    [['status'], /^Write one id after the command/],
    [['status', '7', key], /^Write one id after the command/],
    [['upload', url, '--output', 'x.csv'], /^--output is for the results.*: add --wait\.$/],
    [['status', '7', '--output', 'x.csv'], /^--output is for the results.*: add --wait\.$/],
    [['upload', url, '--wait', '--output', at('is-there.csv')], /is-there\.csv exists already, and is not overwritten/],
    [['status', '7', '--wait', '--output', at('dangling.csv')], /dangling\.csv exists already/],
    [['status', '7', '--wait', '--output', at('folder')], /folder exists already/],
    [['status', '7', '--wait', '--output', `${at('folder')}/`], /^--output is not a file name/],
    [['status', '7', '--wait', '--output', ''], /^--output is not a file name/],
    [['status', '7', '--wait', '--output', at('none/x.csv')], /cannot be created: name a file in a folder that exists/],
    [['status', '7', '--wait', '--output', at('key/x.csv')], /cannot be created/],
    [['upload', url], /^The key is missing: set EMAIL_CHECK_KEY/, { EMAIL_CHECK_KEY: '' }],
    [
      ['upload', url],
      /^EMAIL_CHECK_KEY does not contain a key: a key is one word\.$/,
      { EMAIL_CHECK_KEY: `${key} ${key}` },
    ],
    [['upload', url, '--key-file', at('none')], /^The file of --key-file cannot be read \(ENOENT\)/],
    [['upload', url, '--key-file', at('folder')], /^The file of --key-file cannot be read \(not a file\)/],
    [['upload', url, '--key-file', '/dev/zero'], /^The file of --key-file cannot be read \(not a file\)/],
    [['upload', url, '--key-file', at('huge')], /^The file of --key-file cannot be read \(too long\)/],
    [['upload', url, '--key-file', at('empty')], /^The file of --key-file does not contain a key/],
    [
      ['upload', url, '--key-file', at('two-words')],
      /^The file of --key-file does not contain a key: a key is one word\.$/,
    ],
    [['upload', url, '--key', key], /^Unknown option '--key'/],
    [['upload', url, '--header', `Cookie: ${key}`], /^Unknown option '--header'/],
    [['upload', url, '--service', key], /^--service is not a web address/],
    [['upload', url, '--service', 'ftp://check.example.com'], /^--service is not a web address/],
    [['upload', url, '--service', `https://${key}@check.example.com`], /^--service must be the address alone/],
    [['upload', url, '--service', `https://check.example.com/?api=${key}`], /^--service must be the address alone/],
    [
      ['upload', url, '--service', 'http://check.example.com'],
      /^--service uses plain http to another machine.*--allow-http/,
    ],
    [
      ['upload', url],
      /^EMAIL_CHECK_SERVICE uses plain http to another machine/,
      { EMAIL_CHECK_SERVICE: 'http://check.example.com' },
    ],
    [['upload', url, '--proxy', 'http://shop.example/email-check'], /^--proxy uses plain http to another machine/],
    [
      ['upload', url, '--proxy', 'https://shop.example', '--service', 'https://check.example.com'],
      /^--service and --proxy cannot be combined/,
    ],
    [
      ['upload', url, '--proxy', 'https://shop.example', '--key-file', at('key')],
      /^--key-file and --proxy cannot be combined/,
    ],
    [['upload', url, '--header-file', at('key')], /^--header-file is for a key proxy/],
    [
      ['upload', url, '--proxy', 'https://shop.example', '--header-file', at('no-header')],
      /^Line 2 of the file of --header-file is not a header/,
    ],
    [
      ['upload', url, '--proxy', 'https://shop.example', '--header-file', at('host')],
      /^Line 1 of the file of --header-file sets a header that is not allowed/,
    ],
    [
      ['upload', url, '--proxy', 'https://shop.example'],
      /^Line 1 of EMAIL_CHECK_HEADERS is not a header/,
      { EMAIL_CHECK_HEADERS: key },
    ],
  ];
  for (const [words, complaint, environment] of rows)
    it(`ends with 2 at "${words.join(' ').replaceAll(folder, '…').replaceAll(key, 'KEY')}": ${complaint.source.slice(0, 40)}`, async () => {
      const { code, said, complained } = await follow(words, environment);
      assert.deepEqual([code, said], [2, '']);
      assert.match(complained, complaint);
      assert.deepEqual(service.asked, []);
    });

  it('prints its options in the help, and where secrets are read from', async () => {
    for (const command of ['upload', 'status']) {
      const { code, said } = await follow([command, '--help']);
      assert.equal(code, 0);
      for (const option of ['wait', 'output', 'service', 'key-file', 'envelope', 'proxy', 'header-file', 'allow-http'])
        assert.match(said, new RegExp(`\n  --${option} `));
      assert.match(said, /EMAIL_CHECK_KEY/);
    }
  });
});

describe('what a service answers to the command line of lists', () => {
  it('is shown in one line of columns', async () => {
    service.answer(listed({ status: 'processing', percentage: '42', reason: 'The account has no credits left.' }));
    assert.deepEqual(await follow(['status', '77']), {
      code: 0,
      said: 'processing\t42\tThe account has no credits left.',
      complained: '',
      written: '',
      drawn: '',
    });
    service.answer(listed({ status: 'failed' }));
    assert.deepEqual((await follow(['status', '77'])).said, 'failed\t0');
    assert.deepEqual(service.asked, [`/v1/status/?api=${key}&list_id=77`]);
  });

  it('has no control characters on the terminal, and no key', async () => {
    service.answer(
      listed({
        status: 'processing',
        reason: `a\u001b[2J\n\tb\u202e ${key}`,
        download_link: `https://x.example/\u001b]0;${key}`,
      }),
    );
    assert.equal((await follow(['status', '77'])).said, 'processing\t0\ta [2J b  …\thttps://x.example/ ]0;…');
    service.answer(refusal(`Bad \u001b[31m${key}\r\n`, 400));
    const { code, complained } = await follow(['upload', url]);
    assert.equal(code, 1);
    assert.match(complained, /^The service found a parameter invalid: .* It said: “Bad {2}\[31m… ”$/);
    service.answer(json({ service: { list_id: `7\u001b[2J\n${key}`, list_name: 'x' }, success: '1' }));
    assert.equal((await follow(['upload', url])).said, '7 [2J …');
  });

  it('has no control characters on the terminal in the reason that a list waits for', async () => {
    const answers = [
      listed({ status: 'processing', percentage: '5', reason: `a\u001b[2J ${key}` }),
      listed({ status: 'cancelled', reason: `b\u001b[2J ${key}` }),
    ];
    service.answer((response, request) => answers.shift()?.(response, request));
    const { code, complained, drawn } = await follow(
      ['status', '77', '--wait', '--output', at('r.csv')],
      {},
      { isTerminal: true },
    );
    assert.equal(code, 1);
    assert.match(drawn, /\] 5 % {2}0:0\d {2}processing: a \[2J …/);
    assert.doesNotMatch(drawn, /\u001b\[2J/);
    assert.equal(complained, 'The list is cancelled: b [2J ….');
  });

  it('is read in another envelope if the option names it', async () => {
    service.answer(
      json({ answer: { list_id: '77', status: 'queued', percentage: '0', download_link: '' }, success: '1' }),
    );
    assert.equal((await follow(['status', '77', '--envelope', 'answer'])).said, 'queued\t0');
  });

  it('does not count as the id of an existing list if that is unknown', async () => {
    for (const answer of [(response) => response.socket?.destroy(), json({}, 500), json('no')] as Answer[]) {
      service.answer(answer);
      const { code, complained } = await follow(['upload', url]);
      assert.equal(code, 1);
      assert.match(complained, / The service may have accepted the list anyway\. Upload it again/);
      assert.equal(service.asked.length, 1);
    }
    service.answer(refusal('Credits Low', 402));
    assert.doesNotMatch((await follow(['upload', url])).complained, /all the same/);
  });

  it('is waited for until the timeout, also in the middle of a body', async () => {
    let stop: (value: unknown) => void = () => undefined;
    const stopped = new Promise((resolve) => (stop = resolve));
    service.answer(() => stop(undefined));
    const { code, complained } = await follow(['upload', url], {}, { stopped });
    assert.equal(code, 130);
    assert.match(complained, /^Stopped\. The service may have accepted the list anyway/);
    const status = await follow(['status', '77'], {}, { stopped });
    assert.deepEqual([status.code, status.complained], [130, 'Stopped.']);
  });

  it('follows no redirect with the key', async () => {
    const elsewhere = await startLoopback();
    service.answer((response) => response.writeHead(302, { Location: `${elsewhere.url}/v1/status/` }).end());
    const { code, complained } = await follow(['status', '77']);
    assert.equal(code, 1);
    assert.match(complained, /^The service could not be reached/);
    assert.deepEqual(elsewhere.asked, []);
    await elsewhere.end();
  });

  it('may be a link that is not opened', async () => {
    for (const link of [
      'file:///etc/passwd',
      'http://elsewhere.example/r.csv',
      `${service.url.replace('http://', 'http://user:word@')}/r.csv`,
    ]) {
      service.answer(listed({ status: 'completed', percentage: '100', download_link: link }));
      const { code, complained } = await follow(['status', '77', '--wait', '--output', at('r.csv')]);
      assert.equal(code, 1);
      assert.match(complained, /The link of the results .*\. It was not opened\.$/);
      assert.equal(service.asked.length, 1);
    }
    service.answer(listed({ status: 'completed', percentage: '100' }));
    assert.match(
      (await follow(['status', '77', '--wait', '--output', at('r.csv')])).complained,
      /gave no link to its results/,
    );
  });

  it('is a file that is downloaded without the key, with a bar on a terminal and the counts at the end', async () => {
    service.answer((response, request) => {
      if (request.url === '/r.csv')
        return void response
          .writeHead(200, { 'Content-Type': 'text/csv' })
          .end('email,result\r\na@b.example,Risky\r\n');
      listed({ status: 'completed', percentage: '100', download_link: `${service.url}/r.csv` })(response, request);
    });
    const { code, said, complained, written } = await follow(
      ['status', '77', '--wait', '--output', '-'],
      {},
      { isTerminal: true },
    );
    assert.deepEqual([code, said, written], [0, '', 'email,result\r\na@b.example,Risky\r\n']);
    assert.equal(complained, '1 address: safe 0  risky 1  invalid 0  unknown 0. They are on standard output.');
    // It is asked how long the file is, since it did not say.
    assert.deepEqual(service.asked, [`/v1/status/?api=${key}&list_id=77`, '/r.csv', '/r.csv']);
  });

  it('is shown without the secrets of a key proxy, whole or in words', async () => {
    service.answer(
      listed({ status: 'processing', percentage: '10', reason: 'seen tok3n-of-mine and s3ssion and 12345' }),
    );
    const environment = {
      EMAIL_CHECK_HEADERS: 'Authorization: Bearer tok3n-of-mine\nCookie: session=s3ssion\nX-User: 12345',
    };
    const { said } = await follow(['status', '77', '--proxy', service.url], environment);
    assert.equal(said, 'processing\t10\tseen … and … and 12345');
  });

  it('prints how to resume a list whose results could not be downloaded: another upload would be paid again', async () => {
    service.answer((response, request) => {
      if (request.url === '/r.csv') return void response.writeHead(404).end();
      listed({ status: 'completed', percentage: '100', download_link: `${service.url}/r.csv` })(response, request);
    });
    const { code, complained } = await follow(['status', '77', '--wait', '--output', '-']);
    assert.equal(code, 1);
    assert.match(complained, /To continue: email-check bulk status .*--wait --output - 77/);
  });

  it('reports a missing answer at once, and retries', async () => {
    let asked = 0;
    service.answer((response, request) => {
      asked += 1;
      if (asked < 3) return void response.destroy();
      listed({ status: 'failed', percentage: '0', reason: 'It is empty.' })(response, request);
    });
    const { code, complained } = await follow(['status', '77', '--wait', '--output', '-']);
    assert.equal(code, 1);
    assert.equal(complained.split('Retrying.').length, 2, complained);
  });

  it("comes from a key proxy's own paths, called as a page of its origin, with the headers that its authorize needs", async () => {
    service.answer(listed({ status: 'queued' }));
    const environment = { EMAIL_CHECK_HEADERS: '# mine\r\nCookie: session=mine; b=c\r\nX-Token:  t : u ' };
    const { code } = await follow(['status', 'a b&c', '--proxy', `${service.url}/shop/email-check/`], environment);
    assert.equal(code, 0);
    assert.deepEqual(service.asked, ['/shop/email-check/lists/status?list_id=a+b%26c']);
    const { cookie, 'x-token': token, 'sec-fetch-site': site, 'email-check': mark } = service.headers[0] ?? {};
    assert.deepEqual([cookie, token, site, mark], ['session=mine; b=c', 't : u', 'same-origin', '1']);
    await follow(['upload', url, '--name', 'May', '--proxy', service.url]);
    assert.equal(service.asked[1], `/lists/upload?url=${encodeURIComponent(url)}&name=May`);
  });
});
