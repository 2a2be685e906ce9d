import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { connect } from '../../../src/service/net/connect.js';
import { parseSocks5 } from '../../../src/service/net/socks5.js';
import { createMailboxProbe } from '../../../src/service/probe/index.js';
import { answering, listen } from '../probe/raw-host.js';
import { startProxy, type ProxyRules } from './socks-proxy.js';

describe('a proxy by its URL', () => {
  for (const [text, proxy] of [
    ['socks5://proxy.own.com:1081', { host: 'proxy.own.com', port: 1081 }],
    ['socks5://127.0.0.1', { host: '127.0.0.1', port: 1080 }],
    ['socks5://[::1]:9050/', { host: '::1', port: 9050 }],
    ['socks5://me:p%40ss%3A@own.com', { host: 'own.com', port: 1080, user: 'me', password: 'p@ss:' }],
    ...[
      '',
      'own.com:1080',
      'http://own.com:1080',
      'socks4://own.com',
      'socks5://',
      'socks5://own.com:0',
      'socks5://own.com:70000',
      'socks5://me@own.com',
      'socks5://own.com/path',
      'socks5://own.com?x',
      `socks5://me:${'x'.repeat(256)}@own.com`,
      'socks5://me:%zz@own.com',
    ].map((bad) => [bad, undefined] as const),
  ] as const) {
    it(text.slice(0, 60) || 'nothing', () => assert.deepEqual(parseSocks5(text), proxy));
  }
});

/** The first byte of a proxy's answer. */
const UNENDED = '\x05';

describe('connections through a proxy', () => {
  /** Asks a proxy for an address, and reads what the host behind it says first. */
  const hear = async (rules: ProxyRules, own: { user?: string; password?: string; address?: string } = {}) => {
    const proxy = await startProxy(rules);
    const host = await listen((socket) => socket.end('hello'));
    const { address = '192.0.3.1', ...login } = own;
    // Only what never answers is waited for to the end.
    const timeoutMs = rules.noise === UNENDED ? 500 : 10_000;
    try {
      const socket = await connect({
        address,
        port: host.port,
        timeoutMs,
        proxy: { host: '127.0.0.1', port: proxy.port, ...login },
      });
      const [bytes] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return { heard: bytes.toString(), asked: proxy.asked.map((each) => each.split(' ')[0]) };
    } catch (error) {
      return { heard: (error as { code?: string }).code, asked: proxy.asked.map((each) => each.split(' ')[0]) };
    } finally {
      await Promise.all([proxy.close(), host.close()]);
    }
  };

  it('request the IP address itself, IPv4 or IPv6', async () => {
    assert.deepEqual(await hear({}), { heard: 'hello', asked: ['192.0.3.1'] });
    assert.deepEqual(await hear({}, { address: '2606:4700::1111' }), {
      heard: 'hello',
      asked: ['26064700000000000000000000001111'],
    });
  });
  it("are opened if the proxy's answer comes in pieces", async () =>
    assert.deepEqual((await hear({ isSlow: true })).heard, 'hello'));
  it('log in', async () =>
    assert.equal((await hear({ user: 'me', password: 'sécret' }, { user: 'me', password: 'sécret' })).heard, 'hello'));

  for (const [name, rules, own, code] of [
    ['a wrong password', { user: 'me', password: 'right' }, { user: 'me', password: 'wrong' }, 'proxy'],
    ['no password if one is wanted', { user: 'me', password: 'right' }, {}, 'proxy'],
    ['a rule of the proxy', { reply: 2 }, {}, 'proxy'],
    ['a network without a way', { reply: 3 }, {}, 'unreachable'],
    ['a host that refuses', { reply: 5 }, {}, 'refused'],
    ['what is no proxy', { noise: 'HTTP/1.1 400 Bad Request\r\n\r\n' }, {}, 'proxy'],
    ['a proxy that never ends its answer', { noise: UNENDED }, {}, 'timeout'],
  ] as const) {
    it(`are not opened through ${name}`, async () => assert.equal((await hear(rules, own)).heard, code));
  }

  it('are not requested for a forbidden address', async () => {
    for (const address of ['127.0.0.1', '10.0.0.1', '::ffff:8.8.8.8', 'localhost'])
      assert.deepEqual(await hear({}, { address }), { heard: 'forbidden', asked: [] });
  });

  it('are not opened if no proxy listens at its port', async () => {
    const gone = await listen(() => undefined);
    await gone.close();
    await assert.rejects(
      connect({ address: '192.0.3.1', port: 25, timeoutMs: 500, proxy: { host: '127.0.0.1', port: gone.port } }),
      { code: 'proxy' },
    );
  });

  it('carry a whole probe', async () => {
    const proxy = await startProxy({ user: 'me', password: 'secret' });
    const host = await answering({
      EHLO: '250-mx\r\n250 PIPELINING',
      MAIL: '250 OK',
      RSET: '250 OK',
      RCPT: ['250 OK', '550 5.1.1 No such user'],
    });
    const probe = createMailboxProbe({
      ...{
        port: host.port,
        helo: 'check.own.com',
        mailFrom: '',
        randomLocalPart: () => 'r4nd0m',
        connectTimeoutMs: 500,
        replyTimeoutMs: 500,
      },
      proxy: { host: '127.0.0.1', port: proxy.port, user: 'me', password: 'secret' },
    });
    const evidence = await probe(
      [{ name: 'mx.acme.com', preference: 0, addresses: ['192.0.3.1'] }],
      { localPart: 'jane', asciiDomain: 'acme.com' },
      { timeoutMs: 2000 },
    );
    probe.close();
    await Promise.all([proxy.close(), host.close()]);
    assert.ok(evidence.outcome === 'accepted' && evidence.random === 'refused');
    assert.equal(evidence.ip, '192.0.3.1');
    assert.deepEqual(proxy.asked, [`192.0.3.1 ${host.port}`]);
  });
});
