import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startDnsServer, type DnsServer, type DnsServerOptions } from '../../demo/world/index.js';
import { openAccounts } from '../../src/service/index.js';
import { commandProgram } from '../programs.js';
import { startServing, type Serving } from './serving.js';

// Two rounds of questions are five seconds apart, in real processes: the tests wait side by side.

type Answer = DnsServerOptions['answer'];

const KNOWN = ['gmail.com', 'outlook.com', 'yahoo.com'];
const CREDITS = 10_000;
const secret = 'a secret of the test';

const isWellKnown = (name: string) => KNOWN.includes(name);
const nothing: Answer = () => ({ rcode: 'NXDOMAIN', answers: [] });

/** The internet, as far as it goes here: mail hosts of well-known domains, and no other name. */
const healthy: Answer = (question) => {
  const { name, type } = question;
  if (isWellKnown(name) && type === 'MX')
    return { rcode: 'NOERROR', answers: [{ name, type, data: { preference: 10, exchange: `mx.${name}` } }] };
  if (name.startsWith('mx.') && type === 'A') return { rcode: 'NOERROR', answers: [{ name, type, data: '192.0.3.1' }] };
  if (isWellKnown(name) || name.startsWith('mx.')) return { rcode: 'NOERROR', answers: [] };
  return nothing(question);
};

/** What has no address gets that of a page for logging in, at a private address. */
const rewriting: Answer = (question) => {
  const answer = healthy(question);
  if (typeof answer === 'string' || answer.rcode !== 'NXDOMAIN') return answer;
  const { name, type } = question;
  return { rcode: 'NOERROR', answers: type === 'A' ? [{ name, type, data: '10.0.0.1' }] : [] };
};

const broken = {
  'answers NXDOMAIN for everything': {
    answer: nothing,
    asked: 'jane.doe@gmail.com',
    says: /The name servers find no mail hosts of gmail\.com, outlook\.com, yahoo\.com/,
  },
  'rewrites NXDOMAIN to an address': {
    answer: rewriting,
    asked: 'jane.doe@no-such-firm.com',
    says: /The name servers have an answer for a random name that does not exist/,
  },
  'does not answer': {
    answer: () => 'silence',
    asked: 'jane.doe@no-such-firm.com',
    says: /The name servers find no mail hosts of .*timeout/,
  },
} as const satisfies Record<string, { answer: Answer; asked: string; says: RegExp }>;

const folder = mkdtempSync(join(tmpdir(), 'email-check-canary-'));
const ending: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
after(async () => {
  for (const end of ending.reverse()) await end();
});

/** A name server whose answers the test changes. */
const startDns = async (first: Answer): Promise<DnsServer & { become(answer: Answer): void }> => {
  let current = first;
  const server = await startDnsServer({ answer: (question) => current(question) });
  ending.push(() => server.close());
  return { ...server, become: (answer) => (current = answer) };
};

const flagsFor = (dns: DnsServer) => ({ 'dns-servers': dns.dns, 'dns-timeout': '700', probing: 'off' });

interface Asked {
  readonly result: string;
  readonly balance: string;
}

let databases = 0;
const startServer = async (dns: DnsServer, more: Readonly<Record<string, string>> = {}) => {
  const database = join(folder, `${++databases}.sqlite`);
  const { accounts, close } = await openAccounts({ database, secret });
  const { id: account } = await accounts.createAccount({ name: 'Shop', credits: CREDITS });
  const { key } = await accounts.createKey({ account, kind: 'private' });
  await close();
  const serving: Serving = await startServing({ database, secret, doctor: 'off', ...flagsFor(dns), ...more });
  ending.push(async () => {
    serving.child.kill();
    await serving.exited;
  });
  const ask = async (email: string): Promise<Asked> => {
    const answer = (await (await fetch(`${serving.url}/v1/?api=${key}&email=${email}`)).json()) as {
      readonly service: { readonly result: string };
      readonly balance: string;
    };
    return { result: answer.service.result, balance: answer.balance };
  };
  const ready = async () => {
    const response = await fetch(`${serving.url}/readyz`);
    return { status: response.status, ...((await response.json()) as { readonly resolver: string }) };
  };
  const figures = async () => (await fetch(`${serving.url}/metrics`)).text();
  const warnings = () =>
    serving
      .logged()
      .split('\n')
      .filter((line) => line.includes('"level":"warn"'));
  return { ask, ready, figures, warnings };
};

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await setTimeout(100);
};

describe('the canary of email-check serve', { concurrency: true }, () => {
  for (const [name, { answer, asked, says }] of Object.entries(broken))
    it(`does not trust a name server that ${name}, charges nothing, reports it once, and trusts it again later`, async () => {
      const dns = await startDns(answer);
      const { ask, ready, figures, warnings } = await startServer(dns);
      const free = { result: 'Unknown', balance: String(CREDITS) };
      assert.deepEqual(await ask(asked), free, 'at first');
      await until(async () => {
        assert.deepEqual(await ask(asked), free);
        return (await ready()).resolver === 'blind';
      });
      assert.deepEqual(await ready(), { status: 200, success: '1', store: 'up', resolver: 'blind' });
      for (const each of [asked, 'someone@gmail.com', 'someone@no-such-other.com'])
        assert.deepEqual(await ask(each), free);
      assert.match(await figures(), /^email_check_resolver_blind 1$/m);
      const [warning = '', ...others] = warnings();
      assert.match(warning, says);
      assert.match(warning, /--dns-servers/);
      assert.deepEqual(others, []);
      dns.become(healthy);
      await until(async () => (await ask('someone@no-such-other.com')).result === 'Invalid');
      await until(async () => (await ready()).resolver === 'up');
      assert.equal(warnings().length, 2);
      assert.match(warnings()[1] ?? '', /The name servers answer as they should again/);
      assert.match(await figures(), /^email_check_resolver_blind 0$/m);
      assert.match(await figures(), /^email_check_resolver_rounds_total\{outcome="good"\} [1-9]/m);
    });

  it('notices a name server that breaks later, and drops its latest answers', async () => {
    const dns = await startDns(healthy);
    const { ask, ready } = await startServer(dns);
    assert.equal((await ask('someone@no-such-firm.com')).result, 'Invalid');
    dns.become(nothing);
    await until(async () => {
      await ask('someone@gmail.com');
      return (await ready()).resolver === 'blind';
    });
    const before = (await ask('someone@no-such-firm.com')).balance;
    assert.deepEqual(await ask('someone@no-such-firm.com'), { result: 'Unknown', balance: before });
  });

  it('sends no questions while no calls arrive', async () => {
    const dns = await startDns(nothing);
    const { ready } = await startServer(dns);
    assert.equal((await ready()).resolver, 'up');
    assert.deepEqual(
      dns.questions.filter(({ type }) => type === 'MX'),
      [],
    );
  });

  it('is not asked if it is off', async () => {
    const dns = await startDns(nothing);
    const { ask } = await startServer(dns, { canary: 'off' });
    assert.deepEqual(await ask('jane.doe@gmail.com'), { result: 'Invalid', balance: String(CREDITS - 1) });
    assert.deepEqual(
      dns.questions.filter(({ name }) => name !== 'gmail.com'),
      [],
    );
  });

  it('asks for the domains that are configured', async () => {
    const dns = await startDns(nothing);
    const { ask } = await startServer(dns, { 'canary-domains': 'one.com,two.com' });
    assert.equal((await ask('jane.doe@gmail.com')).result, 'Unknown');
    const asked = dns.questions.map(({ name }) => name);
    assert.ok(['one.com', 'two.com'].every((each) => asked.includes(each)));
    assert.ok(!asked.includes('yahoo.com'));
  });
});

const runFile = promisify(execFile);
const command = await commandProgram();

const check = async (dns: DnsServer, ...words: string[]) => {
  const flags = ['--dns-servers', dns.dns];
  const environment = { ...process.env, EMAIL_CHECK_DNS_TIMEOUT: '700' };
  const { stdout, stderr } = await runFile(process.execPath, [command, 'check', ...flags, ...words], {
    env: environment,
  });
  const results = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { readonly result: string }).result);
  return { results, complaints: stderr.split('\n').filter(Boolean) };
};

describe('the canary of email-check check', { concurrency: true }, () => {
  for (const [name, { answer, asked, says }] of Object.entries(broken))
    for (const probing of ['on', 'off'])
      it(`does not trust a name server that ${name}, with --probing ${probing}, and says what to do`, async () => {
        const dns = await startDns(answer);
        const { results, complaints } = await check(dns, '--probing', probing, asked);
        assert.deepEqual(results, ['Unknown']);
        const [words = '', ...others] = complaints.filter((line) => line.startsWith('The name servers'));
        assert.match(words, says);
        assert.match(words, /--dns-servers/);
        assert.deepEqual(others, []);
      });

  it('gives Invalid for a name that does not exist, after the name servers have passed the test', async () => {
    const dns = await startDns(healthy);
    assert.deepEqual(await check(dns, '--probing', 'off', 'jane.doe@no-such-firm.com'), {
      results: ['Invalid'],
      complaints: [],
    });
  });

  it('is not asked if it is off', async () => {
    const dns = await startDns(nothing);
    const { results } = await check(dns, '--probing', 'off', '--canary', 'off', 'jane.doe@gmail.com');
    assert.deepEqual(results, ['Invalid']);
  });
});
