import { equal, match, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, beforeEach, describe, it } from 'node:test';
import { consoleUrlOf } from '../../src/cli/console-url.js';
import { firstConsole } from '../../src/cli/first-console.js';
import { run } from '../../src/cli/run.js';
import { createService } from '../../src/service/index.js';
import { stubEngine } from '../service/app/fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-link-'));
after(() => rmSync(folder, { recursive: true }));
const secret = 'a secret of the test';
let databases = 0;
let database: string;

const follow = async (words: string, isTerminal = true) => {
  const said: string[] = [];
  const complained: string[] = [];
  const stream = () => Object.assign(new PassThrough(), { isTTY: isTerminal });
  const code = await run(words.split(' '), {
    environment: { EMAIL_CHECK_DATABASE: database, EMAIL_CHECK_SECRET: secret },
    say: (text) => Promise.resolve(void said.push(text)),
    printError: (text) => complained.push(text),
    stopped: () => Promise.resolve(),
    stdio: { stdin: stream(), stdout: stream(), stderr: stream() },
  });
  return { code, said: said.join('\n'), complained: complained.join('\n') };
};

const withService = async <Value>(work: (service: Awaited<ReturnType<typeof createService>>) => Promise<Value>) => {
  const service = await createService({
    ...{ database, secret, engine: stubEngine(), console: { folder } },
    reputation: { isDisposable: () => false },
  });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
};

/** The session that a link opens. */
const open = (link: string) =>
  withService(async (service) => {
    const { origin, hash } = new URL(link);
    const response = await service.fetch(
      new Request(`${origin}/console/api/sign-in`, {
        method: 'POST',
        headers: { Origin: origin, 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: hash.slice(1) }),
      }),
    );
    equal(response.status, 200);
    return (await response.json()) as { readonly account?: number };
  });

describe('email-check console link', () => {
  beforeEach(async () => {
    database = join(folder, `${++databases}.sqlite`);
    await follow('accounts add --name Shop --credits 5');
  });

  it('shows a link that opens the console of all accounts, or of one', async () => {
    const all = await follow('console link');
    equal(all.code, 0, all.complained);
    match(all.said, /^http:\/\/127\.0\.0\.1:8080\/console#[\w-]{43}$/);
    equal((await open(all.said)).account, undefined);
    const one = await follow('console link --account 1 --public-url https://check.example.com');
    match(one.said, /^https:\/\/check\.example\.com\/console#[\w-]{43}$/);
    equal((await open(one.said)).account, 1);
  });

  it('shows it on a terminal alone', async () => {
    const { code, said, complained } = await follow('console link', false);
    equal(code, 2);
    equal(said, '');
    match(complained, /on a terminal alone/);
  });

  it('refuses accounts that do not exist', async () => {
    const { code, said, complained } = await follow('console link --account 7');
    equal(code, 1);
    equal(said, '');
    match(complained, /no account 7/);
  });

  it('needs an address that is known', async () => {
    const { code, complained } = await follow('console link --port 0');
    equal(code, 2);
    match(complained, /--public-url/);
  });
});

describe('the address of the console', () => {
  const cases = [
    ['127.0.0.1', 'http://127.0.0.1:80'],
    ['::', 'http://localhost:80'],
    ['0.0.0.0', 'http://localhost:80'],
    ['::1', 'http://[::1]:80'],
    ['check.internal', 'http://check.internal:80'],
  ] as const;
  for (const [host, url] of cases)
    it(`is ${url} for a service at ${host}`, () => equal(consoleUrlOf({ host, port: 80, publicUrl: undefined }), url));

  it('is the public one if there is one', () => {
    equal(consoleUrlOf({ host: '::', port: 0, publicUrl: 'https://check.example.com' }), 'https://check.example.com');
  });
});

describe('the first start with the console', () => {
  it('makes an account with a key for this machine, and a link, once', async () => {
    database = join(folder, `${++databases}.sqlite`);
    const lines = await withService(async (service) => {
      const made = await firstConsole(service, 'http://127.0.0.1:8080');
      equal((await firstConsole(service, 'http://127.0.0.1:8080')).length, 0);
      const [account] = await service.accounts.listAccounts();
      equal(account?.balance, 1_000);
      const [key, ...others] = await service.accounts.listKeys(1);
      equal(others.length, 0);
      equal(key?.origins.join(), 'http://localhost:*');
      return made;
    });
    equal(lines.length, 2);
    match(lines[0] ?? '', /key for pages at http:\/\/localhost:\*: public_\w{22}$/);
    const [, link = ''] = /(http:\S+#[\w-]{43})$/.exec(lines[1] ?? '') ?? [];
    ok(link);
    equal((await open(link)).account, undefined);
  });
});
