import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startDnsServer } from '../../../demo/world/index.js';
import { startPortTrial, tryMailPort, type PortTrialOptions } from '../../../src/cli/check/port-trial.js';
import { readConfig } from '../../../src/service/config-sources.js';
import { connect } from '../../../src/service/net/connect.js';
import type { DnsEvidence } from '../../../src/service/verdict/index.js';
import { answering, listen } from '../../service/probe/raw-host.js';

const at = (name: string, ...addresses: string[]): DnsEvidence => ({
  kind: 'hosts',
  hosts: [{ name, preference: 10, addresses }],
  implicit: false,
});

const tryWith = (port: number, found: Readonly<Record<string, DnsEvidence>>, more: Partial<PortTrialOptions> = {}) =>
  tryMailPort({
    ...{ connect, connection: { port, allowLoopback: true }, timeoutMs: 400, signal: new AbortController().signal },
    findMailHosts: (domain) => Promise.resolve(found[domain] ?? { kind: 'no-such-domain' }),
    ...more,
  });

describe('the trial of mail hosts', () => {
  it('prints nothing if a host greets, and sends QUIT at once', async () => {
    const host = await answering({});
    // Nothing listens at 127.0.0.77.
    const said = await tryWith(host.port, {
      'gmail.com': at('mx.gmail.com', '127.0.0.77'),
      'outlook.com': at('mx.outlook.com', '127.0.0.1'),
    });
    assert.equal(said, undefined);
    while (host.lines.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await host.close();
    assert.deepEqual(host.lines, ['QUIT']);
  });

  it('prints nothing if a host refuses us: it is reachable', async () => {
    const host = await answering({}, '554 5.7.1 go away');
    assert.equal(await tryWith(host.port, { 'gmail.com': at('mx.gmail.com', '127.0.0.1') }), undefined);
    await host.close();
  });

  it('reports that all refuse the connection', async () => {
    const host = await answering({});
    await host.close();
    const said = await tryWith(host.port, {
      'gmail.com': at('mx.gmail.com', '127.0.0.1', '::1'),
      'outlook.com': at('mx.outlook.com', '127.0.0.1'),
    });
    assert.match(
      said ?? '',
      new RegExp(
        `^Port ${host.port} of mail hosts cannot be reached from here \\(mx\\.gmail\\.com and mx\\.outlook\\.com: the connection was refused\\): verdicts on existing mailboxes will be Unknown\\. .*--socks5`,
      ),
    );
  });

  it('reports a connection without a greeting', async () => {
    const host = await listen(() => undefined);
    assert.match(
      (await tryWith(host.port, { 'gmail.com': at('mx.gmail.com', '127.0.0.1') })) ?? '',
      /no greeting\): verdicts on existing mailboxes will be Unknown/,
    );
    await host.close();
  });

  it('reports that DNS gives no answer', async () => {
    const failed = { kind: 'failed', why: 'timeout' } as const;
    assert.match(
      (await tryWith(25, { 'gmail.com': failed, 'outlook.com': failed })) ?? '',
      /^DNS does not answer \(timeout\): most verdicts will be Unknown\..* --dns-servers\.$/,
    );
  });

  it('leaves it to the canary to say that the name servers do not know well-known domains', async () => {
    assert.equal(await tryWith(25, {}), undefined);
  });

  it('prints nothing after it is cancelled', async () => {
    const host = await listen(() => undefined);
    const off = new AbortController();
    const trying = tryWith(
      host.port,
      { 'gmail.com': at('mx.gmail.com', '127.0.0.1') },
      { signal: off.signal, connect: (options) => connect(options).finally(() => off.abort()) },
    );
    assert.equal(await trying, undefined);
    await host.close();
  });

  it('does not wait for a greeting after it is cancelled', { timeout: 10_000 }, async () => {
    const off = new AbortController();
    const host = await listen(() => setImmediate(() => off.abort()));
    const trying = tryWith(
      host.port,
      { 'gmail.com': at('mx.gmail.com', '127.0.0.1') },
      { signal: off.signal, timeoutMs: 60_000 },
    );
    assert.equal(await trying, undefined);
    await host.close();
  });

  for (const [name, flags] of [
    ['mail hosts are not asked', { probing: 'off' }],
    ['mail hosts are on this machine', { 'allow-loopback': 'on' }],
    ['their port is another', { 'smtp-port': '2525' }],
  ] as const)
    it(`is not made if ${name}`, async () => {
      const said: string[] = [];
      await startPortTrial(readConfig({ flags: { ...flags, 'dns-servers': '127.0.0.1:9' } }), (sentence) =>
        said.push(sentence),
      ).end({ isWanted: true });
      assert.deepEqual(said, []);
    });

  it('is made over the name servers in use', async () => {
    const said: string[] = [];
    await startPortTrial(readConfig({ flags: { 'dns-servers': '127.0.0.1:9' } }), (sentence) =>
      said.push(sentence),
    ).end({ isWanted: true });
    assert.match(said.join(), /^DNS does not answer/);
  });

  it('connects through the proxy if one is configured', async () => {
    const heard: Buffer[] = [];
    const proxy = await listen((socket) => socket.on('data', (bytes: Buffer) => (heard.push(bytes), socket.destroy())));
    const dns = await startDnsServer({
      answer: ({ name, type }) => ({
        rcode: 'NOERROR',
        answers:
          type === 'MX'
            ? [{ name, type, data: { preference: 10, exchange: 'mx.gmail.com' } }]
            : type === 'A'
              ? [{ name, type, data: '8.8.8.8' }]
              : [],
      }),
    });
    const said: string[] = [];
    const config = readConfig({ flags: { 'dns-servers': dns.dns, socks5: `socks5://127.0.0.1:${proxy.port}` } });
    await startPortTrial(config, (sentence) => said.push(sentence)).end({ isWanted: true });
    await Promise.all([proxy.close(), dns.close()]);
    assert.match(
      said.join(),
      /^Port 25 of mail hosts cannot be reached from here \(mx\.gmail\.com: the proxy does not allow it\): .* Use another proxy;/,
    );
    assert.equal(heard[0]?.[0], 5, 'SOCKS5');
  });
});
