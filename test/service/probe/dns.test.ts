import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Answer, Question } from 'dns-packet';
import { startDnsServer, type DnsAnswer } from '../../../demo/world/index.js';
import { mayContact } from '../../../src/service/net/reachable.js';
import { createMailHostFinder, type MailHostFinderOptions } from '../../../src/service/probe/dns.js';
import { judgeAddresses } from '../../../src/service/probe/host-addresses.js';
import { inOrder, isRefusedName } from '../../../src/service/probe/mail-exchanges.js';

const records = (answers: readonly Answer[]): DnsAnswer => ({ rcode: 'NOERROR', answers });
const none = records([]);
const nowhere: DnsAnswer = { rcode: 'NXDOMAIN', answers: [] };
const failing: DnsAnswer = { rcode: 'SERVFAIL', answers: [] };

const mx = (...exchanges: readonly (readonly [number, string])[]) => ({ name }: Question) =>
  records(exchanges.map(([preference, exchange]) => ({ name, type: 'MX', ttl: 1, data: { preference, exchange } })));
const a = (...ips: readonly string[]) => ({ name }: Question) => records(ips.map((data) => ({ name, type: 'A', ttl: 1, data })));
const aaaa = (...ips: readonly string[]) => ({ name }: Question) => records(ips.map((data) => ({ name, type: 'AAAA', ttl: 1, data })));
const cname = (data: string) => ({ name }: Question) => records([{ name, type: 'CNAME', ttl: 1, data }]);

/** Empty at first, as an answer looks that was cut short. */
const emptyOnce = (then: (question: Question) => DnsAnswer) => {
  let isFirst = true;
  return (question: Question) => {
    const answer = isFirst ? none : then(question);
    isFirst = false;
    return answer;
  };
};

type Given = DnsAnswer | ((question: Question) => DnsAnswer);

/** Names, and what they answer by type; `*` for every type. A type that is not listed is NODATA, a name that is not is NXDOMAIN. */
const zone: Readonly<Record<string, Readonly<Record<string, Given>>>> = {
  'acme.com': { MX: mx([20, 'Mx2.acme.com'], [10, 'mx1.acme.com']) },
  'mx1.acme.com': { A: a('127.0.0.2'), AAAA: aaaa('::1') },
  'mx2.acme.com': { A: a('127.0.0.3') },
  'implicit.com': { A: a('127.0.0.4') },
  'six.com': { AAAA: aaaa('::1') },
  'null.com': { MX: mx([0, '.']) },
  'empty.com': {},
  'lost.com': { MX: mx([10, 'gone.lost.com'], [20, 'bare.lost.com']) },
  'bare.lost.com': {},
  'inside.com': { MX: mx([10, 'mx.inside.com']) },
  'mx.inside.com': { A: a('10.0.0.1', '169.254.169.254'), AAAA: aaaa('64:ff9b::7f00:1') },
  'self.com': { MX: mx([10, 'localhost'], [20, '127.0.0.1']) },
  'servfail.com': { '*': failing },
  'silent.com': { '*': 'silence' },
  'broken.com': { '*': 'broken' },
  'half.com': { MX: mx([10, 'gone.lost.com'], [20, 'servfail.com']) },
  'mixed.com': { MX: mx([10, 'mx.inside.com'], [20, 'servfail.com'], [30, 'mx2.acme.com']) },
  'cut-short.com': { MX: emptyOnce(mx([10, 'mx.cut-short.com'])) },
  'mx.cut-short.com': { A: emptyOnce(a('127.0.0.7')) },
  'late.com': { MX: failing, A: a('127.0.0.4') },
  'loop.com': { '*': cname('loop.com') },
  'thousand.com': { MX: mx(...Array.from({ length: 1000 }, (_, at) => [at, 'mx2.acme.com'.replace('2', `2-${at}`)] as const)) },
  'thousand-good.com': { MX: mx(...Array.from({ length: 1000 }, (_, at) => [at, `mx${at}.good.com`] as const)) },
  'xn--bckerei-5wa.de': { MX: mx([10, 'mx2.acme.com']) },
};

const answerTo = (question: Question): DnsAnswer => {
  const name = question.name.toLowerCase();
  if (name.endsWith('.good.com')) return question.type === 'A' ? a('127.0.0.5', '127.0.0.6')(question) : none;
  const types = zone[name];
  if (!types) return nowhere;
  const given = types[question.type] ?? types['*'] ?? none;
  return typeof given === 'function' ? given(question) : given;
};

const server = await startDnsServer({ answer: answerTo });
const finderWith = (options: Partial<MailHostFinderOptions> = {}) =>
  createMailHostFinder({
    ...{ servers: [server.dns], timeoutMs: 300, tries: 1, random: () => 0 },
    ...{ mayContact: (ip: string) => mayContact(ip, { allowLoopback: true }), ...options },
  });
const finder = finderWith();
const found = async (domain: string) => {
  const evidence = await finder.find(domain);
  if (evidence.kind === 'failed') return `failed: ${evidence.why}`;
  if (evidence.kind !== 'hosts') return evidence.kind;
  return `${evidence.implicit ? 'implicit: ' : ''}${evidence.hosts.map(({ name, addresses }) => `${name} ${addresses.join(' ')}`).join(', ')}`;
};
const asked = (name: string) => server.questions.filter((question) => question.name.toLowerCase() === name).map(({ type }) => type);

after(async () => {
  finder.close();
  await server.close();
});

describe('where a domain takes mail', () => {
  for (const [domain, evidence] of [
    ['acme.com', 'mx1.acme.com 127.0.0.2 ::1, mx2.acme.com 127.0.0.3'],
    ['implicit.com', 'implicit: implicit.com 127.0.0.4'],
    ['six.com', 'implicit: six.com ::1'],
    ['xn--bckerei-5wa.de', 'mx2.acme.com 127.0.0.3'],
    ['nowhere.com', 'no-such-domain'],
    ['null.com', 'null-mx'],
    ['empty.com', 'no-mail-host'],
    ['cut-short.com', 'mx.cut-short.com 127.0.0.7'],
    ['lost.com', 'unresolvable-hosts'],
    ['inside.com', 'forbidden-hosts'],
    ['self.com', 'forbidden-hosts'],
    ['mixed.com', 'mx2.acme.com 127.0.0.3'],
    ['servfail.com', 'failed: servfail'],
    ['silent.com', 'failed: timeout'],
    ['half.com', 'failed: servfail'],
    ['late.com', 'failed: servfail'],
    ['thousand.com', 'failed: too-many'],
  ] as const) {
    it(`${domain}: ${evidence}`, async () => assert.equal(await found(domain), evidence));
  }

  it('proves nothing by a broken answer', async () => assert.match(await found('broken.com'), /^failed: (broken|timeout)$/));

  it('ends on an alias of itself', async () => assert.match(await found('loop.com'), /^(no-mail-host|failed: .*)$/));

  it('looks at ten of a thousand mail hosts, and keeps sixteen addresses', async () => {
    const evidence = await finder.find('thousand-good.com');
    assert.ok(evidence.kind === 'hosts');
    assert.deepEqual(evidence.hosts.map(({ name }) => name), Array.from({ length: 8 }, (_, at) => `mx${at}.good.com`));
    assert.equal(evidence.hosts.flatMap(({ addresses }) => addresses).length, 16);
    assert.equal(asked('mx10.good.com').length, 0);
  });
});

describe('what is asked again', () => {
  it('is emptiness, once, and another name server first', async () => {
    const second = await startDnsServer({ answer: answerTo });
    const own = finderWith({ servers: [server.dns, second.dns] });
    const before = asked('empty.com').length;
    assert.equal((await own.find('empty.com')).kind, 'no-mail-host');
    assert.deepEqual(asked('empty.com').slice(before).sort(), ['A', 'AAAA', 'MX']);
    assert.deepEqual(second.questions.map(({ type }) => type).sort(), ['A', 'AAAA', 'MX']);
    own.close();
    await second.close();
  });
});

describe("a mail host's addresses", () => {
  it('are the first sixteen that may be contacted', () => {
    const inside = Array.from({ length: 20 }, (_, at) => `10.0.0.${at}`);
    const outside = Array.from({ length: 1000 }, (_, at) => `127.0.${at >> 8}.${at & 255}`);
    const judged = judgeAddresses([{ kind: 'records', records: [...inside, ...outside] }, { kind: 'none' }], (ip) => mayContact(ip, { allowLoopback: true }));
    assert.deepEqual(judged, { kind: 'found', addresses: outside.slice(0, 16) });
  });
});

describe('what is remembered', () => {
  it('one question for many who ask at once, and for who asks again in five minutes', async () => {
    let time = 1;
    const own = finderWith({ now: () => time });
    const before = asked('acme.com').length;
    await Promise.all(Array.from({ length: 50 }, () => own.find('acme.com')));
    time += 299_000;
    await own.find('acme.com');
    assert.equal(asked('acme.com').length - before, 1);
    time += 2_000;
    await own.find('acme.com');
    assert.equal(asked('acme.com').length - before, 2);
    own.close();
  });

  it('a negative for a minute, a failure not at all', async () => {
    let time = 1;
    const own = finderWith({ now: () => time });
    const [nothing, failure] = [asked('nowhere.com').length, asked('servfail.com').length];
    for (const step of [0, 59_000, 2_000]) {
      time += step;
      await own.find('nowhere.com');
      await own.find('servfail.com');
    }
    assert.equal(asked('nowhere.com').length - nothing, 2);
    assert.equal(asked('servfail.com').length - failure, 3);
    own.close();
  });
});

describe('a caller who leaves', () => {
  it('is answered at once, and others still get theirs', async () => {
    const own = finderWith();
    const controller = new AbortController();
    const [left, stayed] = [own.find('acme.com', controller.signal), own.find('acme.com')];
    controller.abort();
    assert.deepEqual(await left, { kind: 'failed', why: 'aborted' });
    assert.equal((await stayed).kind, 'hosts');
    own.close();
    assert.deepEqual(await own.find('implicit.com'), { kind: 'failed', why: 'aborted' });
  });
});

describe('mail exchanges', () => {
  it('of one preference are drawn by lot, and none is named twice', () => {
    const lots = [0.9, 0.1, 0.5, 0.2];
    const names = ['a.', 'B', 'c', 'b'].map((exchange, at) => ({ exchange, priority: at === 2 ? 1 : 5, type: 'MX' as const }));
    assert.deepEqual(inOrder(names, () => lots.shift() ?? 0).map(({ name }) => name), ['c', 'b', 'a']);
  });

  for (const name of ['localhost', 'a.localhost', '10.0.0.1', '::1', 'a b', 'a..b', '', '[1.2.3.4]']) {
    it(`${name || 'nothing'} is no name to contact`, () => assert.equal(isRefusedName(name), true));
  }
  for (const name of ['mx.acme.com', 'mx_1.acme.com', 'xn--bckerei-5wa.de', 'mx.localhost.com']) {
    it(`${name} is a name to contact`, () => assert.equal(isRefusedName(name), false));
  }
});
