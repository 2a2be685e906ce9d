import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { onFreePort } from '../../demo/world/loopback.js';
import { run } from '../../src/cli/run.js';
import { openAccounts } from '../../src/service/index.js';
import { startServing } from './serving.js';

const secret = 'a secret of the test';
const folder = mkdtempSync(join(tmpdir(), 'email-check-serve-'));
after(() => rmSync(folder, { recursive: true }));
let databases = 0;
const newDatabase = () => join(folder, `${++databases}.sqlite`);

const serve = async (...words: string[]) => {
  const said: string[] = [];
  const complained: string[] = [];
  const given = words.includes('--database') ? words : ['--database', newDatabase(), ...words];
  const code = await run(['serve', ...given], {
    environment: { EMAIL_CHECK_HELO: 'check.own.com' },
    say: (text) => Promise.resolve(void said.push(text)),
    printError: (text) => complained.push(text),
    stopped: () => Promise.resolve(),
  });
  return { code, said: said.join('\n'), complained: complained.join('\n') };
};

/** A name server that hears and never answers. */
const silentNameServer = async () => {
  const socket = await onFreePort(async (port) => {
    const bound = createSocket('udp4').bind(port, '127.0.0.1');
    await once(bound, 'listening');
    return bound.unref();
  });
  const asked = new Promise<void>((resolve) => socket.on('message', () => resolve()));
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
};

const newKeyIn = async (database: string) => {
  const { accounts, close } = await openAccounts({ database, secret });
  const { id: account } = await accounts.createAccount({ name: 'Shop', credits: 5 });
  const { key } = await accounts.createKey({ account, kind: 'private' });
  await close();
  return key;
};

describe('email-check serve refuses', () => {
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  mkdirSync(join(folder, 'a-folder'));
  const rows: [string, () => string[], number, RegExp][] = [
    [
      'a port that is none',
      () => ['--port', '70000'],
      2,
      /^--port is "70000": write a whole number from 0 to 65535\.$/,
    ],
    [
      'a log level that is none',
      () => ['--log-level', 'loud'],
      2,
      /^--log-level is "loud": write one of silent, error, warn, info, debug\.$/,
    ],
    [
      'readers of metrics that are none',
      () => ['--metrics', 'some'],
      2,
      /^--metrics is "some": write one of local, all, off\.$/,
    ],
    [
      'too many hops',
      () => ['--trusted-hops', '11'],
      2,
      /^--trusted-hops is "11": write a whole number from 0 to 10\.$/,
    ],
    [
      'a name that answers have for something else',
      () => ['--envelope', 'success'],
      2,
      /^--envelope is "success": write a name of letters, digits, - and _, other than success, error, message, balance\.$/,
    ],
    [
      'a name that calls have for something else',
      () => ['--workspace-param', 'email'],
      2,
      /^--workspace-param is "email": write a name .*, other than api, api_key, email, photo, append\.$/,
    ],
    ['a name server that is none', () => ['--dns-servers', 'dns'], 2, /^--dns-servers is "dns": write IP addresses/],
    [
      'a name that is no host',
      () => ['--host', 'nowhere.invalid'],
      1,
      /^The service cannot listen at nowhere\.invalid, port \d+: .*choose another --host/,
    ],
    [
      'an address of another machine',
      () => ['--host', '192.0.2.1'],
      1,
      /this machine does not have the address: choose another --host\.$/,
    ],
    [
      'a database that is a folder',
      () => ['--database', join(folder, 'a-folder')],
      1,
      /a-folder cannot be opened: .*Check that its folder exists and may be written to\.$/,
    ],
    [
      'a database of another program',
      () => ['--database', file('foreign.sqlite', 'no database '.repeat(100))],
      1,
      /foreign\.sqlite is not a database: name another file/,
    ],
    [
      'a configuration file that is missing',
      () => ['--config', join(folder, 'none.json')],
      2,
      /none\.json cannot be read \(ENOENT\)/,
    ],
    [
      'a configuration file that is no JSON',
      () => ['--config', file('broken.json', '{"port": 8080,}')],
      2,
      /broken\.json is not JSON at line 1, column \d+/,
    ],
    [
      'a configuration file with an option that there is not',
      () => ['--config', file('unknown.json', '{"prot": 1}')],
      2,
      /unknown\.json has unknown options: prot \(did you mean port\?\)\. The options are: host,/,
    ],
    [
      'a configuration file with a bad value',
      () => ['--config', file('bad.json', '{"port": "high"}')],
      2,
      /^"port" in .*bad\.json is "high": write a whole number/,
    ],
    [
      'a script that is missing',
      () => ['--script-file', join(folder, 'none.js')],
      2,
      /the script-tag file .*none\.js cannot be read \(ENOENT\)\. Name/,
    ],
    [
      'a script that is a folder',
      () => ['--script-file', join(folder, 'a-folder')],
      2,
      /the script-tag file .*a-folder is not a file\. Name/,
    ],
    [
      'a folder of domains that is a file',
      () => ['--domains-folder', file('a-file', '')],
      2,
      /the folder of domains .*a-file is not a folder\. Name one/,
    ],
    [
      'a folder of newer lists that is a file',
      () => ['--data-folder', file('another-file', '')],
      2,
      /the folder of newer lists .*another-file is not a folder\. Name one/,
    ],
    [
      'a database that is not there, with a password that is not well encoded',
      () => ['--database', 'postgres://shop:a%zzpassword@127.0.0.1:9/shop', '--secret', secret],
      1,
      /^The database 127\.0\.0\.1:9\/shop cannot be opened: .*its host, port and password in the URL\.$/,
    ],
    [
      'a secret that is short',
      () => ['--secret', 'hush'],
      2,
      /^--secret is not usable: write at least 16 characters\.$/,
    ],
  ];
  for (const [name, words, code, sentence] of rows)
    it(name, async () => {
      const refused = await serve(...words());
      assert.match(refused.complained, sentence);
      assert.deepEqual([refused.code, refused.complained.split('\n').length, refused.said], [code, 1, '']);
    });

  it('a port that another program uses, and starts when the port is free', async () => {
    const other = await onFreePort(async (free) => {
      const listening = createServer().listen(free, '127.0.0.1');
      await once(listening, 'listening');
      return listening;
    });
    const port = String((other.address() as AddressInfo).port);
    const refused = await serve('--port', port);
    assert.equal(
      refused.complained,
      `The service cannot listen at 127.0.0.1, port ${port}: another program listens there: stop it, or choose another --port.`,
    );
    other.close();
    await once(other, 'close');
    assert.equal((await serve('--port', port, '--log-level', 'silent')).complained, '');
  });

  it(
    'a folder of domains that it may not read',
    { skip: process.getuid?.() === 0 && 'root may read all' },
    async () => {
      const closed = join(folder, 'closed');
      mkdirSync(closed, { mode: 0 });
      assert.match((await serve('--domains-folder', closed)).complained, /closed cannot be read \(EACCES\)/);
      chmodSync(closed, 0o700);
    },
  );
});

describe('email-check serve', () => {
  it('writes nothing to standard error with the log level silent', async () => {
    const { child, exited, logged, said, url } = await startServing({
      database: newDatabase(),
      secret,
      'log-level': 'silent',
      probing: 'off',
    });
    assert.equal((await fetch(`${url}/v1/`)).status, 401);
    child.kill();
    assert.deepEqual(await exited, { code: 0, signal: null });
    assert.equal(logged(), '');
    assert.match(said(), /^Listening on \S+\nThere is no account yet\..*\nStopped\.\n$/);
  });

  it('warns of a name to greet with that is not fully qualified', async () => {
    const { child, exited, logged } = await startServing({ database: newDatabase(), secret, helo: 'vm' });
    child.kill();
    await exited;
    assert.match(logged(), /"level":"warn".*greeted with \\"vm\\", which is not .* Set --helo to /);
  });

  it('prints how to make the first account and its key, while there is no key', async () => {
    const flags = { database: newDatabase(), secret, 'log-level': 'silent' };
    const words = Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, value]);
    const listening = async () => (await serve(...words, '--port', '0')).said.split('\n').slice(1, -1);
    const command = (text: string) =>
      run([...text.split(' '), '--database', flags.database, '--secret', secret], {
        environment: {},
        ...{ say: () => Promise.resolve(), printError: () => undefined, stopped: () => Promise.resolve() },
      });
    assert.deepEqual(await listening(), [
      'There is no account yet. Make the first one and its key in another terminal with the same database and secret: email-check accounts add --name "My site" --credits 1000 && email-check keys add --account 1 --kind private',
    ]);
    await command('accounts add --name Shop');
    assert.deepEqual(await listening(), [
      'No key opens this service yet. Make the first one in another terminal with the same database and secret: email-check keys add --account 1 --kind private',
    ]);
    await command('keys add --account 1 --kind private');
    assert.deepEqual(await listening(), []);
  });

  it('answers calls with 503 while the disk is full, is not ready, and still answers reads', async () => {
    const database = newDatabase();
    const key = await newKeyIn(database);
    const { accounts, close } = await openAccounts({ database, secret });
    await accounts.grantCredits(1, 1_000);
    await close();
    const flags = { database, secret, probing: 'off', 'domains-folder': join(folder, 'none') };
    const { child, exited, logged, url } = await startServing(flags, { fileKilobytes: 400 });
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    const ask = () => fetch(`${url}/v1/?api=${key}&email=jane@mailinator.com`);
    let last = await ask();
    let ready = await fetch(`${url}/readyz`);
    // What was found before is kept for some seconds, and a small write may still find room where a larger one does not.
    while (last.status === 200 || ready.status === 200) {
      last = await ask();
      if (last.status !== 503) continue;
      ready = await fetch(`${url}/readyz`);
      await setTimeout(50);
    }
    assert.deepEqual([last.status, last.headers.get('retry-after')], [503, '5']);
    assert.match(await last.text(), /ask again in a few seconds/);
    assert.match(logged(), /"type":"StoreError","message":"The disk of .* (?:is full|fails)/);
    assert.equal((await fetch(`${url}/v1/balance/?api=${key}`)).status, 200);
    assert.match(await ready.text(), /"store":"down"/);
    child.kill();
    await exited;
  });

  it('starts while the disk is full, and is not ready', async () => {
    const database = newDatabase();
    const key = await newKeyIn(database);
    const { accounts, close } = await openAccounts({ database, secret });
    await accounts.grantCredits(1, 1_000);
    await close();
    const flags = { database, secret, probing: 'off', 'domains-folder': join(folder, 'none') };
    const before = await startServing(flags);
    // What it wrote stays in the log beside the file, and with it the place where the next write goes.
    while (statSync(`${database}-wal`).size < 70_000)
      assert.equal((await fetch(`${before.url}/v1/?api=${key}&email=jane@mailinator.com`)).status, 200);
    before.child.kill('SIGKILL');
    await before.exited;
    const { child, exited, logged, url } = await startServing(flags, { fileKilobytes: 64 });
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
    const ready = await fetch(`${url}/readyz`);
    assert.equal(ready.status, 503);
    assert.match(await ready.text(), /"store":"down"/);
    assert.equal((await fetch(`${url}/v1/balance/?api=${key}`)).status, 200);
    assert.equal((await fetch(`${url}/v1/?api=${key}&email=jane@mailinator.com`)).status, 503);
    assert.match(
      logged(),
      /The disk of .* (?:is full|fails).* Calls are answered with 503 until it can be written to\./,
    );
    child.kill();
    assert.deepEqual(await exited, { code: 0, signal: null });
  });

  for (const output of ['stdout', 'stderr'] as const)
    it(`keeps running when the reader of its ${output} ends`, async () => {
      const { child, exited, url, said, logged } = await startServing({ database: newDatabase(), secret });
      child[output]!.destroy();
      // Some lines, since a fault of one was heard of at the next.
      for (const path of ['/v1/', '/v1/balance/', '/v1/', '/nothing'])
        assert.equal((await fetch(`${url}${path}`)).status, path === '/nothing' ? 404 : 401);
      child.kill();
      assert.deepEqual(await exited, { code: 0, signal: null });
      if (output === 'stderr') assert.match(said(), /\nStopped\.\n$/);
      else assert.match(logged(), /"stopped"}\n$/);
    });

  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const)
    it(`ignores ${signal}`, async () => {
      const { child, exited, url, logged } = await startServing({ database: newDatabase(), secret });
      child.kill(signal);
      for (let calls = 0; calls < 20; calls++) assert.equal((await fetch(`${url}/healthz`)).status, 200);
      child.kill();
      assert.deepEqual(await exited, { code: 0, signal: null });
      assert.doesNotMatch(logged(), /[Dd]ebugger/);
    });

  for (const signals of [['SIGTERM'], ['SIGHUP'], ['SIGHUP', 'SIGHUP'], ['SIGTERM', 'SIGHUP']] as const)
    it(`finishes calls in progress at ${signals.join(' and ')}, and accepts no new ones`, async () => {
      const names = await silentNameServer();
      const database = newDatabase();
      const key = await newKeyIn(database);
      const { child, exited, url, said } = await startServing({
        database,
        secret,
        'dns-servers': names.address,
        canary: 'off',
        'dns-timeout': '1500',
      });
      const underWay = fetch(`${url}/v1/?api=${key}&email=jane@slow.example.com`);
      await names.asked;
      for (const signal of signals) child.kill(signal);
      const response = await underWay;
      assert.equal(response.status, 200);
      assert.match(await response.text(), /"Unknown"/);
      assert.deepEqual(await exited, { code: 0, signal: null });
      await assert.rejects(fetch(`${url}/healthz`));
      assert.match(said(), /Stopped\.\n$/);
      names.close();
    });

  for (const [first, second] of [
    ['SIGTERM', 'SIGTERM'],
    ['SIGTERM', 'SIGINT'],
  ] as const)
    it(`ends at once at ${second} after ${first}`, async () => {
      const names = await silentNameServer();
      const database = newDatabase();
      const key = await newKeyIn(database);
      const { child, exited, url, logged } = await startServing({
        database,
        secret,
        'dns-servers': names.address,
        canary: 'off',
        'dns-timeout': '600000',
        'verdict-timeout': '600000',
      });
      const underWay = assert.rejects(fetch(`${url}/v1/?api=${key}&email=jane@slow.example.com`));
      await names.asked;
      child.kill(first);
      while (!logged().includes('"stopping"')) await once(child.stderr!, 'data');
      child.kill(second);
      assert.deepEqual(await exited, { code: null, signal: second });
      await underWay;
      names.close();
    });
});
