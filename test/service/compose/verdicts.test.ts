import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { startDnsServer } from '../../../demo/world/index.js';
import { openEngine, openVerdicts } from '../../../src/service/compose/verdicts.js';
import { readConfig } from '../../../src/service/index.js';
import { openOwnFolder } from '../../../src/service/reputation/own-folder.js';
import { startProxy } from '../net/socks-proxy.js';
import { answering } from '../probe/raw-host.js';
import { scripted } from '../probe/scripted-host.js';
import { nothingKnown } from '../verdict/nothing-known.js';

it('reports an accepted mailbox if the random address is never answered', async () => {
  const host = await answering({ EHLO: '250 mx.acme.com', MAIL: '250 OK', RSET: '250 OK', RCPT: ['250 OK'] });
  const dns = await startDnsServer({
    answer: ({ type, name }) => ({
      rcode: 'NOERROR',
      answers: type === 'A' ? [{ type, name, data: '127.0.0.1' }] : [],
    }),
  });
  const config = readConfig({
    flags: {
      'dns-servers': dns.dns,
      canary: 'off',
      'smtp-port': String(host.port),
      'allow-loopback': 'on',
      helo: 'localhost',
      'verdict-timeout': '2000',
    },
  });
  const { engine } = openEngine(config, nothingKnown);
  const { evidence } = await engine.verify('jane@acme.com');
  await Promise.all([engine.close(), dns.close(), host.close()]);
  assert.ok(typeof evidence.probe === 'object' && evidence.probe.outcome === 'accepted');
  assert.equal(evidence.probe.random, 'inconclusive');
  assert.equal(evidence.gaveUp, undefined);
  assert.equal(host.lines.filter((line) => line.startsWith('RCPT')).length, 2);
});

/** A name server that has one address for everything. */
const dnsOf = (data: string) =>
  startDnsServer({
    answer: ({ type, name }) => ({ rcode: 'NOERROR', answers: type === 'A' ? [{ type, name, data }] : [] }),
  });

it('reaches mail hosts through the proxy that is configured', async () => {
  const [host, proxy, dns] = await Promise.all([
    scripted(),
    startProxy({ user: 'me', password: 'secret' }),
    dnsOf('192.0.3.1'),
  ]);
  const flags = {
    'dns-servers': dns.dns,
    canary: 'off',
    'smtp-port': String(host.port),
    socks5: `socks5://me:secret@127.0.0.1:${proxy.port}`,
    helo: 'localhost',
  };
  const { engine } = openEngine(readConfig({ flags }), nothingKnown);
  const { validation } = await engine.verify('user@acme.com');
  await engine.close();
  await Promise.all([dns.close(), host.close(), proxy.close()]);
  assert.deepEqual([validation.result, proxy.asked], ['Safe to Send', [`192.0.3.1 ${host.port}`]]);
});

for (const [helo, warnings] of [
  ['[IPv6:2001:db8::1]', 0],
  ['vm', 1],
] as const)
  it(`greets with ${helo}, and warns ${warnings} times`, async () => {
    const [host, dns] = await Promise.all([scripted(), dnsOf('127.0.0.1')]);
    const flags = {
      'dns-servers': dns.dns,
      canary: 'off',
      'smtp-port': String(host.port),
      'allow-loopback': 'on',
      helo,
    };
    const said: string[] = [];
    const { engine } = openEngine(readConfig({ flags }), nothingKnown, { onWarning: (words) => said.push(words) });
    await engine.verify('user1@acme.com');
    await engine.verify('user2@acme.com');
    await engine.close();
    await Promise.all([dns.close(), host.close()]);
    assert.deepEqual([host.connections[0]?.commands[0], said.length], [`EHLO ${helo}`, warnings]);
  });

for (const [detection, result] of [
  ['on', 'Safe to Send'],
  ['off', 'Unknown'],
] as const)
  it(`gives ${result} for a mailbox at a hosted workspace with detection ${detection}`, async () => {
    const workspace = 'acme-com.mail.protection.outlook.com';
    const dns = await startDnsServer({
      answer({ type, name }) {
        if (type === 'A') return { rcode: 'NOERROR', answers: [{ type, name, data: '127.0.0.1' }] };
        const isDomain = type === 'MX' && name === 'acme.com';
        return {
          rcode: 'NOERROR',
          answers: isDomain ? [{ type, name, data: { preference: 0, exchange: workspace } }] : [],
        };
      },
    });
    const host = await scripted();
    const flags = {
      'dns-servers': dns.dns,
      canary: 'off',
      'smtp-port': String(host.port),
      'allow-loopback': 'on',
      helo: 'check.own.com',
      'workspace-detection': detection,
    };
    const { engine } = openEngine(readConfig({ flags }), nothingKnown);
    const { validation } = await engine.verify('user1@acme.com');
    await engine.close();
    await Promise.all([dns.close(), host.close()]);
    assert.equal(validation.result, result);
  });

it('uses one connection for as many addresses as configured, and sends QUIT when it closes', async () => {
  const [host, dns] = await Promise.all([scripted(), dnsOf('127.0.0.1')]);
  const flags = {
    'dns-servers': dns.dns,
    canary: 'off',
    'smtp-port': String(host.port),
    'allow-loopback': 'on',
    'recipients-per-session': '2',
    helo: 'localhost',
  };
  const { engine } = openEngine(readConfig({ flags }), nothingKnown);
  for (const email of ['user1@acme.com', 'user2@acme.com', 'user3@acme.com']) await engine.verify(email);
  await engine.close();
  for (const { socket } of host.connections) if (!socket.closed) await once(socket, 'close');
  await Promise.all([dns.close(), host.close()]);
  assert.deepEqual(
    host.connections.map(({ recipients, commands }) => [
      recipients.filter((each) => each.startsWith('user')).length,
      commands.at(-1),
    ]),
    [
      [2, 'QUIT'],
      [1, 'QUIT'],
    ],
  );
});

it('names an invalid proxy without its password', () => {
  assert.throws(
    () => readConfig({ flags: { socks5: 'socks5://me:secret@:1' } }),
    (error: Error) => /--socks5 is not usable: write socks5:/.test(error.message) && !error.message.includes('secret'),
  );
});

it('watches no folder any more if the engine cannot be made', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'domains-'));
  // A watcher does not keep a process.
  const kept = setInterval(() => undefined, 1_000);
  t.after(() => {
    clearInterval(kept);
    return rm(folder, { recursive: true });
  });
  const faults: string[] = [];
  const onFault = (sentence: string) => void faults.push(sentence);
  const config = { ...readConfig({ flags: { 'domains-folder': folder } }), helo: 'not a name' };
  await assert.rejects(openVerdicts(config, onFault), TypeError);
  // Another one that watches the folder, from later on, is told of a change after those that watched it before.
  let tell = () => {};
  const told = new Promise<void>((resolve) => (tell = resolve));
  const other = await openOwnFolder({ folder, onFault: tell });
  await writeFile(join(folder, 'disposable.txt'), 'no domain at all\n');
  await told;
  other.close();
  assert.deepEqual(faults, []);
});
