import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { LOOPBACK, onFreePort } from '../../demo/world/loopback.js';
import { createKeyProxy, createNonces, type KeyProxy, type Nonces } from '../../src/proxy/index.js';
import type { VerifiedReceipt } from '../../src/proxy/receipt.js';
import { withoutRedis, RedisServer } from '../suites/redis-server.js';
import { load, samplesUnder, startProxySite, type ProxySite } from './proxy-site.js';

const secret = 'a secret of the test, of thirty-two octets';
const page = { 'Sec-Fetch-Site': 'same-origin', 'email-check': '1' };

/** What is printed, as the page shows it: `…` for what is different each time. */
const asShown = (shown: string): RegExp =>
  new RegExp(
    `^${shown
      .split('…')
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^\n]+')}$`,
  );

const freePort = (): Promise<number> =>
  onFreePort(async (port) => {
    const server = createServer().listen(port, LOOPBACK);
    await once(server, 'listening');
    await once(server.close(), 'close');
    return port;
  });

const only = (heading: string, kind: string): string => {
  const [sample, ...others] = samplesUnder(heading, kind);
  assert.ok(sample && others.length === 0, `${heading}: ${kind}`);
  return sample.code;
};

describe('docs/proxy.md', () => {
  let site: ProxySite;
  let child: ChildProcess | undefined;

  before(async () => {
    site = await startProxySite();
    Object.assign(process.env, {
      EMAIL_CHECK_KEY: site.key,
      EMAIL_CHECK_URL: site.serviceUrl,
      RECEIPT_SECRET: secret,
      LIMITER_SECRET: secret,
    });
  });

  after(async () => {
    if (child?.exitCode === null) {
      child.kill();
      await once(child, 'exit');
    }
    await site.close();
  });

  /** A sample's module. */
  const sample = async <Module>(heading: string): Promise<Module> =>
    (await load(await site.file(samplesUnder(heading, 'ts')[0]!))) as Module;

  const ask = (proxy: KeyProxy, path: string, headers: Record<string, string> = {}): Promise<Response> =>
    proxy(new Request(`https://www.example.com/email-check/${path}`, { headers: { ...page, ...headers } }), {
      address: LOOPBACK,
    });

  const askNonce = (proxy: KeyProxy): Promise<Response> =>
    proxy(new Request('https://www.example.com/email-check/nonce', { method: 'POST', headers: page }), {
      address: LOOPBACK,
    });

  const receiptFor = async (proxy: KeyProxy, email: string): Promise<string> =>
    ((await (await ask(proxy, `validate?email=${encodeURIComponent(email)}`)).json()) as { receipt: string }).receipt;

  it('has commands with the documented answers, behind the mount in Node', async () => {
    const port = await freePort();
    child = spawn(process.execPath, [await site.file(samplesUnder('Node', 'ts')[0]!)], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const url = `http://${LOOPBACK}:${port}`;
    execFileSync('curl', ['-s', '--retry', '10', '--retry-delay', '1', '--retry-connrefused', '-o', '/dev/null', url]);
    const commands = only('See whether it answers', 'sh').trim().split('\n');
    const shown = only('See whether it answers', 'json').trim().split('\n');
    assert.equal(commands.length, shown.length);
    for (const [index, command] of commands.entries()) {
      const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('http://localhost:3000', url)]);
      assert.match(stdout, asShown(shown[index]!));
    }
  });

  it('opens account calls to the people that the sample names', async () => {
    const { proxy, sessions } = await sample<{ proxy: KeyProxy; sessions: Map<string, 'owner' | 'editor'> }>(
      'Who may call what',
    );
    sessions.set('one', 'owner').set('two', 'editor');
    const statuses = [
      ['balance', ''],
      ['balance', 'session=three'],
      ['balance', 'theme=dark; session=two'],
      ['usage?start=20-08-14&end=20-08-15', 'session=two'],
      ['usage?start=20-08-14&end=20-08-15', 'session=one'],
    ] as const;
    const answered = await Promise.all(
      statuses.map(async ([path, cookie]) => (await ask(proxy, path, { Cookie: cookie })).status),
    );
    assert.deepEqual(answered, [403, 403, 200, 403, 200]);
  });

  it('counts in Redis', { skip: withoutRedis() }, async () => {
    const redis = await RedisServer.start();
    process.env['REDIS_URL'] = redis.url;
    try {
      const { proxy, client } = await sample<{
        proxy: KeyProxy;
        client: { keys(pattern: string): Promise<string[]>; quit(): Promise<unknown> };
      }>('Several machines');
      try {
        assert.equal((await ask(proxy, 'validate?email=jane.doe@gmail.com')).status, 200);
        assert.equal((await client.keys('email-check:*')).length, 3, 'a minute, a day and the budget');
      } finally {
        await client.quit();
      }
    } finally {
      await redis.kill();
    }
  });

  it('gives and takes nonces in Redis', { skip: withoutRedis() }, async () => {
    const redis = await RedisServer.start();
    process.env['REDIS_URL'] = redis.url;
    try {
      const { proxy, nonces, client } = await sample<{
        proxy: KeyProxy;
        nonces: Nonces;
        client: { quit(): Promise<unknown> };
      }>('Nonces in Redis');
      try {
        const response = await askNonce(proxy);
        const { nonce } = (await response.json()) as { nonce: string };
        const [, session = ''] = /=([\w-]{22});/.exec(response.headers.get('Set-Cookie') ?? '') ?? [];
        assert.deepEqual([await nonces.take(nonce, session), await nonces.take(nonce, session)], [true, false]);
      } finally {
        await client.quit();
      }
    } finally {
      await redis.kill();
    }
  });

  it('gives nonces as it says', async () => {
    const proxy = createKeyProxy({ apiKey: site.key, baseUrl: site.serviceUrl, nonces: createNonces() });
    const [, shown = ''] = /answers `(\{"nonce".*?)`/.exec(readFileSync('docs/proxy.md', 'utf8')) ?? [];
    assert.match(await (await askNonce(proxy)).text(), asShown(shown));
  });

  it('decides of a sign-up whose browser proves nothing by its receipt', async () => {
    const { signUp } = await sample<{ signUp: (request: Request) => Promise<string> }>('Verify a sign-up');
    const proxy = createKeyProxy({ apiKey: site.key, baseUrl: site.serviceUrl, receiptSecret: secret });
    const decide = async (email: string): Promise<string> => {
      const body = new FormData();
      body.set('email', email);
      body.set('email_check_receipt', await receiptFor(proxy, email));
      body.set('email_check_token', '');
      return signUp(new Request('https://www.example.com/sign-up', { method: 'POST', body }));
    };
    assert.deepEqual(
      [await decide('jane.doe@gmail.com'), await decide('nobody@gmail.com')],
      ['mail a code', 'ask again'],
    );
  });

  describe('decides of a sign-up', () => {
    type SignUp = (request: Request) => Promise<string>;
    let module: { readonly signUp: SignUp; readonly signUpByJson: SignUp };
    let proxy: KeyProxy;
    const warned: unknown[] = [];
    const { warn } = console;

    before(async () => {
      module = await sample('Verify one');
      proxy = createKeyProxy({
        apiKey: site.key,
        baseUrl: site.serviceUrl,
        receiptSecret: secret,
        dailyPerVisitor: 1_000,
      });
      console.warn = (code) => void warned.push(code);
    });
    after(() => (console.warn = warn));

    const post = (body: FormData | string): Request =>
      new Request('https://www.example.com/sign-up', { method: 'POST', body });

    const byForm = (email: string, receipt?: string): Promise<string> => {
      const form = new FormData();
      form.set('email', email);
      if (receipt !== undefined) form.set('email_check_receipt', receipt);
      return module.signUp(post(form));
    };

    for (const [email, decision] of [
      ['jane.doe@gmail.com', 'accept'],
      ['nobody@gmail.com', 'ask again'],
      ['jane.doe@no-such-domain.com', 'ask again'],
    ] as const)
      it(`with ${email}: ${decision}, by form and by JSON`, async () => {
        assert.equal(await byForm(email, await receiptFor(proxy, email)), decision);
        assert.equal(
          await module.signUpByJson(post(JSON.stringify({ email, receipt: await receiptFor(proxy, email) }))),
          decision,
        );
      });

    it('with no receipt, one for another address, a used one, and an invalid one', async () => {
      const receipt = await receiptFor(proxy, 'jane.doe@gmail.com');
      warned.length = 0;
      assert.equal(await byForm('jane.doe@gmail.com'), 'check later');
      assert.equal(await byForm('john.smith@gmail.com', receipt), 'check later');
      assert.equal(await byForm('jane.doe', receipt), 'ask again');
      assert.equal(await byForm('jane.doe@gmail.com', receipt), 'accept');
      assert.equal(await byForm('jane.doe@gmail.com', receipt), 'check later');
      assert.equal(await byForm('jane.doe@gmail.com', 'made up'), 'check later');
      assert.deepEqual(warned, ['missing', 'other-address', 'not-an-address', 'used', 'malformed']);
    });
  });

  it('makes a key pair, whose private key signs and whose public key verifies', async () => {
    const printed = execFileSync('sh', ['-c', only('A key pair', 'sh')], { encoding: 'utf8' });
    assert.match(printed, asShown(only('A key pair', 'text')));
    const [privateKey, publicKey] = printed.split('\n');
    Object.assign(process.env, { RECEIPT_PRIVATE_KEY: privateKey, RECEIPT_PUBLIC_KEY: publicKey });
    const { proxy, verify } = await sample<{
      proxy: KeyProxy;
      verify: (receipt: unknown, email: unknown) => Promise<VerifiedReceipt>;
    }>('A key pair');
    const receipt = await receiptFor(proxy, 'jane.doe@gmail.com');
    const verified = await verify(receipt, 'jane.doe@gmail.com');
    assert.equal(verified.ok && verified.found.result, 'Safe to Send');
    assert.equal((await verify(receipt, 'john.smith@gmail.com')).ok, false);
  });
});
