import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, beforeEach, describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { commandProgram } from '../programs.js';
import { run } from '../../src/cli/run.js';

const command = await commandProgram();

const folder = mkdtempSync(join(tmpdir(), 'email-check-cli-'));
after(() => rmSync(folder, { recursive: true }));
let databases = 0;
let database: string;
beforeEach(() => (database = join(folder, `${++databases}.sqlite`)));

const follow = async (
  line: string,
  environment: Record<string, string> = { EMAIL_CHECK_DATABASE: database, EMAIL_CHECK_HELO: 'check.own.com' },
) => {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await run(line.split(' ').filter(Boolean), {
    environment,
    say: (text) => Promise.resolve(void said.push(text)),
    printError: (text) => complained.push(text),
    stopped: () => Promise.resolve(),
  });
  return { code, said: said.join('\n'), complained: complained.join('\n') };
};

describe('email-check', () => {
  it('administers accounts, keys and credits', async () => {
    assert.deepEqual(await follow('accounts add --name Shop --credits 5'), {
      code: 0,
      said: 'Account 1 (Shop) has 5 credits.',
      complained: '',
    });
    assert.equal((await follow('credits add --account 1 --credits 7')).said, 'Account 1 has 12 credits.');
    assert.equal((await follow('accounts list')).said, '1\t12\tShop');
    const hidden = await follow('keys add --account 1 --kind private');
    assert.match(hidden.said, /^[A-Za-z0-9]{13}$/);
    assert.match(hidden.complained, /cannot be shown again/);
    const shown = await follow(
      'keys add --account 1 --kind public --origin https://shop.example --origin https://*.example.com --shows-balance',
    );
    assert.match(shown.said, /^public_/);
    const next = await follow('keys rotate --key 2');
    assert.match(next.said, /^public_/);
    assert.notEqual(next.said, shown.said);
    assert.equal(
      next.complained,
      'Key 3, public, for account 1, follows key 2. Keep it now: it cannot be shown again. Key 2 stays good until email-check keys revoke --key 2.',
    );
    const last = await follow('keys rotate --key 1 --revoke-old');
    assert.match(last.said, /^[A-Za-z0-9]{13}$/);
    assert.equal(
      last.complained,
      'Key 4, private, for account 1, follows key 1. Keep it now: it cannot be shown again. Key 1 is revoked.',
    );
    assert.equal((await follow('keys revoke --key 2')).said, 'Key 2 is revoked.');
    assert.match((await follow('keys rotate --key 2')).complained, /There is no valid key 2/);
    assert.equal(
      (await follow('keys list --account 1')).said,
      [
        `1\t1\tprivate\t…${hidden.said.slice(-4)}\trevoked`,
        `2\t1\tpublic\t…${shown.said.slice(-4)}\trevoked\thttps://shop.example https://*.example.com`,
        `3\t1\tpublic\t…${next.said.slice(-4)}\tgood\thttps://shop.example https://*.example.com`,
        `4\t1\tprivate\t…${last.said.slice(-4)}\tgood`,
      ].join('\n'),
    );
    assert.equal((await follow('keys list --account 2')).said, '');
    await follow('keys add --account 1 --kind public --origin http://localhost:* --daily-limit 5 --daily-budget off');
    await follow(
      'keys add --account 1 --kind public --origin https://shop.example --daily-budget 500 --answers domain',
    );
    assert.match(
      (await follow('keys list')).said,
      /\tgood\thttp:\/\/localhost:\*\tdaily-limit=5 daily-budget=off\n.*\tgood\thttps:\/\/shop\.example\tdaily-budget=500 answers=domain$/,
    );
    const everywhere = readdirSync(folder)
      .filter((name) => name.startsWith(basename(database)))
      .map((name) => readFileSync(join(folder, name), 'latin1'));
    for (const { said: key } of [hidden, shown, next, last])
      for (const kept of everywhere) assert.equal(kept.includes(key), false, 'no key is kept');
  });

  it("prints its commands, and each command's options, in the help", async () => {
    for (const line of ['', '--help', 'help', 'dance --help'])
      assert.match((await follow(line)).said, /keys revoke {2,}revoke a key.* {2}forget /s);
    for (const line of ['keys --help', 'keys -h', 'keys help', 'help keys'])
      assert.deepEqual(
        [...(await follow(line)).said.matchAll(/^ {2}(\w+ \w+)/gm)].map(([, words]) => words),
        ['keys add', 'keys list', 'keys rotate', 'keys revoke'],
      );
    assert.match((await follow('help keys add')).said, /^email-check keys add: /);
    const { code, said } = await follow('serve --help');
    assert.equal(code, 0);
    assert.match(said, /--smtp-port <value> +port of mail hosts \(default 25\) \[EMAIL_CHECK_SMTP_PORT\]/);
    for (const words of [
      'accounts add',
      'accounts list',
      'keys add',
      'keys list',
      'keys rotate',
      'keys revoke',
      'credits add',
    ])
      assert.match((await follow(`${words} -h`)).said, new RegExp(`^email-check ${words}: .*\n\nOptions:\n`));
  });

  it('has a version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    assert.deepEqual(await follow('--version'), { code: 0, said: version, complained: '' });
  });

  const rows: [string, number, RegExp][] = [
    [
      'keys',
      2,
      /^Write a command in full: email-check keys add, .*, email-check keys revoke\. See email-check keys --help\.$/,
    ],
    ['keys dance', 2, /^Unknown command: see email-check keys --help\.$/],
    ['key list', 2, /^Unknown command\. Did you mean email-check keys list\? Otherwise see email-check --help\.$/],
    ['chekc jane@example.com', 2, /Did you mean email-check check\?/],
    ['serve --prot 1', 2, /^Unknown option '--prot'\. Did you mean --port\? Otherwise see email-check serve --help\.$/],
    ['dance', 2, /Unknown command: see email-check --help/],
    ['accounts add', 2, /--name is missing: see email-check accounts add --help/],
    ['accounts add --name Shop --prot 1', 2, /Unknown option '--prot': see email-check accounts add --help\.$/],
    ['accounts add --name Shop again', 2, /Too many arguments: .* see email-check accounts add --help\.$/],
    ['accounts add --name', 2, /'--name <value>' argument missing/],
    ['accounts add --name Shop --credits many', 2, /--credits is not a whole number: write digits only\.$/],
    ['keys add --account 1 --kind secret', 2, /--kind is invalid: write private or public\.$/],
    ['keys add --account 1 --kind public', 2, /needs the origins/],
    ['keys add --account 1 --kind public --origin https://shop.example --daily-limit 0', 2, /from 1 to/],
    [
      'keys add --account 1 --kind public --origin https://shop.example --daily-budget none',
      2,
      /--daily-budget .*or off/,
    ],
    ['keys add --account 1 --kind public --origin https://shop.example --answers all', 2, /mailbox or domain/],
    ['keys add --account 1 --kind private --daily-limit 5', 2, /A private key has no daily limit/],
    ['keys add --account 1 --kind public --origin shop', 2, /"shop" is not an origin/],
    ['keys add --account 9 --kind private', 1, /There is no account 9/],
    ['keys revoke --key 9', 1, /There is no valid key 9/],
    ['keys rotate --key 9', 1, /There is no valid key 9/],
    ['keys rotate', 2, /--key is missing/],
    ['credits add --account 9 --credits 1', 1, /There is no account 9/],
    ['credits add --account 1 --credits 0', 2, /0 is not a number of credits/],
    [
      'accounts add --name Shop --credits -5',
      2,
      /'--credits' has no value, or one that begins with -: see email-check accounts add --help\.$/,
    ],
    [
      'accounts add --name Shop --database /nowhere/x.sqlite',
      1,
      /x\.sqlite\.secret can be neither read nor made \(ENOENT\)\. Check that its folder exists,/,
    ],
    [
      'accounts list --database /nowhere/x.sqlite',
      2,
      /There is no database at \/nowhere\/x\.sqlite: name another with --database/,
    ],
    [
      'accounts list --database mysql://user:hidden@127.0.0.1/none',
      2,
      /There is no database at mysql:\/\/…@127(?!.*hidden)/,
    ],
    [
      'accounts list --database postgres://user:hidden@127.0.0.1:9/none',
      1,
      /A database on a server has no file beside it: give its secret with --secret(?!.*hidden)/,
    ],
    [
      'serve --host 192.0.2.1 --port 20000',
      1,
      /cannot listen at 192\.0\.2\.1, port 20000: this machine does not have the address: choose another --host\./,
    ],
    [
      'serve --admin-port 20001',
      2,
      /The admin API has a port and no token to open it: give one with EMAIL_CHECK_ADMIN_TOKEN or --admin-token, or leave the port out\./,
    ],
    ['serve --admin-port 20001 --admin-token short', 2, /--admin-token is not usable: write at least 16 letters/],
    ['serve --admin-port 20001 --admin-token', 2, /'--admin-token <value>' argument missing/],
    [
      'serve --port 20000 --admin-host 192.0.2.1 --admin-port 20001 --admin-token 0123456789abcdef',
      1,
      /The admin API cannot listen at 192\.0\.2\.1, port 20001: this machine does not have the address: choose another --admin-host\./,
    ],
    ['serve --port high', 2, /--port is "high"/],
    ['serve --config /nowhere.json', 2, /nowhere\.json cannot be read/],
    ['accounts list --secret short', 2, /--secret is not usable/],
  ];
  for (const [line, code, words] of rows)
    it(`ends with ${code} at "${line}"`, async () => {
      await follow('accounts add --name First');
      const followed = await follow(line);
      assert.equal(followed.code, code);
      assert.match(followed.complained, words);
      assert.equal(followed.complained.split('\n').length, 1, 'one sentence');
      assert.equal(followed.said, '');
    });

  it('prints how to make the first one if there is nothing to list', async () => {
    new Database(database).close();
    assert.deepEqual(await follow('accounts list'), {
      code: 0,
      said: '',
      complained: 'There are no accounts in this database: email-check accounts add opens one.',
    });
    assert.match((await follow('keys list')).complained, /email-check keys add makes one/);
  });

  for (const line of [
    'accounts list',
    'keys list',
    'keys add --account 1 --kind private',
    'keys rotate --key 1',
    'keys revoke --key 1',
    'credits add --account 1 --credits 1',
  ])
    it(`makes no database if one is mistyped, nor a secret: ${line}`, async () => {
      const { code, said, complained } = await follow(line);
      assert.deepEqual(
        [code, said, complained],
        [
          2,
          '',
          `There is no database at ${database}: name another with --database, or make this one with email-check accounts add.`,
        ],
      );
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.startsWith(basename(database))),
        [],
      );
    });

  for (const line of [
    'keys rotate --key',
    'keys rotate',
    'keys revoke --key',
    'keys revoke',
    'revoke',
    'keys list',
    'keys list --account',
    'keys add --account 1 --kind',
    'credits add --credits 1 --account',
  ])
    it(`does not repeat a key if one is written by mistake: ${line}`, async () => {
      const { code, said, complained } = await follow(`${line} AbCdEfGhIjKlM`);
      assert.equal(code, 2);
      assert.match(complained, /email-check|write/);
      assert.doesNotMatch(said + complained, /AbCdEfGhIjKlM/);
    });

  it('refuses another secret than the one the keys were made under', async () => {
    await follow('accounts add --name Shop');
    const { code, complained } = await follow('accounts list --secret 0123456789abcdef');
    assert.equal(code, 1);
    assert.match(complained, /another secret/);
  });
});

describe('email-check serve', () => {
  const start = (...words: string[]) => {
    const child = spawn(process.execPath, [command, ...words], {
      env: { ...process.env, EMAIL_CHECK_DATABASE: database, EMAIL_CHECK_HELO: 'check.own.com' },
    });
    let complained = '';
    child.stderr.on('data', (text) => (complained += String(text)));
    return {
      child,
      exited: once(child, 'exit').then(([code]) => ({ code: code as number | null, complained })),
      lines: createInterface(child.stdout),
    };
  };
  const somePort = () => String(20_000 + Math.floor(Math.random() * 12_000));

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`uses its configuration until ${signal}`, async () => {
      const config = join(folder, 'config.json');
      writeFileSync(
        config,
        JSON.stringify({
          probing: false,
          dnsServers: ['127.0.0.1:9'],
          canary: false,
          doctor: false,
          envelope: 'answer',
        }),
      );
      await follow('accounts add --name Shop --credits 5');
      const { said: key } = await follow('keys add --account 1 --kind private');
      const { child, exited, lines } = start('serve', '--config', config, '--port', somePort());
      const [line] = (await once(lines, 'line')) as [string];
      const url = /^Listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
      const response = await fetch(`${url}/v1/?api=${key}&email=a@@b`);
      assert.deepEqual(await response.json(), {
        answer: {
          email: 'a@@b',
          code: '1',
          role: 'false',
          free_email: 'false',
          result: 'Invalid',
          reason: 'Syntax',
          send_transactional: '0',
          did_you_mean: '',
        },
        success: '1',
        balance: '4',
      });
      const second = start('serve', '--port', somePort());
      const refused = await second.exited;
      assert.equal(refused.code, 1);
      assert.match(refused.complained, /is in use by another service/);
      assert.equal(
        (await follow('credits add --account 1 --credits 1')).said,
        'Account 1 has 5 credits.',
        'while it serves',
      );
      child.kill(signal);
      const { code, complained } = await exited;
      const logged = complained
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each) as Record<string, unknown>);
      assert.deepEqual([code, logged.map(({ msg }) => msg)], [0, ['started', 'call', 'stopping', 'stopped']]);
      assert.doesNotMatch(complained, new RegExp(`${key}|a@@b|127\\.0\\.0\\.1(?!:)`));
    });

  it('serves the admin API on its own port if configured', async () => {
    const token = 'a-token-of-the-test-alone';
    const config = join(folder, 'admin.json');
    writeFileSync(
      config,
      JSON.stringify({
        probing: false,
        dnsServers: ['127.0.0.1:9'],
        canary: false,
        adminPort: Number(somePort()),
        adminToken: token,
      }),
    );
    const { child, exited, lines } = start('serve', '--config', config, '--port', somePort());
    const said: string[] = [];
    for await (const line of lines) if (said.push(line) === 2) break;
    const [url, admin] = said.map((line) => /^(?:Listening|Admin API) on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1]);
    assert.notEqual(url, admin);
    const ask = async (path: string, body: unknown) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      return (await (
        await fetch(`${admin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      ).json()) as Record<string, unknown>;
    };
    const { id } = await ask('/admin/accounts', { name: 'Shop', credits: 5 });
    const { key } = await ask('/admin/keys', { account: id, kind: 'private' });
    const balance = await fetch(`${url}/v1/balance/?api=${String(key)}`);
    assert.deepEqual(await balance.json(), { balance: '5', success: '1' });
    assert.equal((await fetch(`${url}/admin/accounts`, { headers: { Authorization: `Bearer ${token}` } })).status, 404);
    child.kill('SIGTERM');
    const { code, complained } = await exited;
    assert.equal(code, 0);
    assert.match(complained, /"route":"POST \/admin\/keys","status":201/);
    for (const hidden of [token, String(key)]) assert.equal(complained.includes(hidden), false);
  });
});
