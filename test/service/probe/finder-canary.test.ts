import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { after, describe, it } from 'node:test';
import { startDnsServer, type DnsServerOptions } from '../../../demo/world/index.js';
import { createMailHostFinder } from '../../../src/service/probe/index.js';

const hostsOf =
  (exchange: string): DnsServerOptions['answer'] =>
  ({ name, type }) => ({
    rcode: 'NOERROR',
    answers:
      type === 'MX' && name !== exchange
        ? [{ name, type, data: { preference: 10, exchange } }]
        : type === 'A' && name === exchange
          ? [{ name, type, data: '192.0.3.1' }]
          : [],
  });
const zone: Readonly<Record<string, DnsServerOptions['answer']>> = {
  'acme.com': hostsOf('mx.acme.com'),
  'mx.acme.com': hostsOf('mx.acme.com'),
  'null.com': hostsOf('.'),
  'implicit.com': hostsOf('implicit.com'),
  'empty.com': () => ({ rcode: 'NOERROR', answers: [] }),
};

const asking = new EventEmitter();
const server = await startDnsServer({
  answer(question) {
    asking.emit(question.name);
    return (
      zone[question.name]?.(question) ??
      (question.name === 'silent.com' ? 'silence' : { rcode: 'NXDOMAIN', answers: [] })
    );
  },
});
const opened: (() => void)[] = [];
after(async () => {
  for (const close of opened) close();
  await server.close();
});

/** A finder, and the canary that the test speaks for. */
const setUp = ({ isTrusted = false, isBlind = false, timeoutMs = 2_000 } = {}) => {
  const says = { isTrusted, isBlind, uses: 0 };
  const finder = createMailHostFinder({
    ...{ servers: [server.dns], timeoutMs, tries: 1, mayContact: (ip) => ip !== '10.0.0.1' },
    canary: {
      get isBlind() {
        return says.isBlind;
      },
      isTrusted: () => Promise.resolve(says.isTrusted),
      noteUse: () => void says.uses++,
    },
  });
  opened.push(() => finder.close());
  return { says, finder };
};
const blind = { kind: 'failed', why: 'blind' };

describe('a finder with a canary', () => {
  for (const [domain, kind] of [
    ['acme.com', 'hosts'],
    ['null.com', 'null-mx'],
  ] as const)
    it(`believes what a broken resolver does not say: ${kind}`, async () => {
      assert.equal((await setUp().finder.find(domain)).kind, kind);
    });

  for (const [domain, kind] of [
    ['nowhere.com', 'no-such-domain'],
    ['empty.com', 'no-mail-host'],
    ['implicit.com', 'hosts'],
  ] as const)
    it(`believes no ${kind} of ${domain} without the canary's word, and asks again once it has it`, async () => {
      const { says, finder } = setUp();
      assert.deepEqual(await finder.find(domain), blind);
      assert.equal(finder.cached(domain), undefined);
      says.isTrusted = true;
      assert.equal((await finder.find(domain)).kind, kind);
      assert.equal(finder.cached(domain)?.kind, kind);
    });

  it('asks nothing while the canary is blind, has no cached answers, and tells the canary of each use', async () => {
    const { says, finder } = setUp({ isTrusted: true });
    await finder.find('acme.com');
    says.isBlind = true;
    const before = server.questions.length;
    assert.deepEqual([await finder.find('acme.com'), finder.cached('acme.com')], [blind, blind]);
    assert.deepEqual([server.questions.length, says.uses], [before, 3]);
  });

  it('drops an answer that was asked for when the canary went blind', async () => {
    const { says, finder } = setUp({ isTrusted: true });
    const asked = once(asking, 'acme.com');
    const found = finder.find('acme.com');
    await asked;
    says.isBlind = true;
    assert.deepEqual(await found, blind);
  });

  it('forgets what it has found, and what it is being told', async () => {
    const { finder } = setUp({ isTrusted: true });
    await finder.find('nowhere.com');
    const asked = once(asking, 'acme.com');
    const found = finder.find('acme.com');
    await asked;
    finder.forget();
    assert.equal((await found).kind, 'hosts');
    assert.deepEqual([finder.cached('acme.com'), finder.cached('nowhere.com')], [undefined, undefined]);
  });
});
