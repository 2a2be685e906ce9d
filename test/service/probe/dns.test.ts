import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Answer, Question } from 'dns-packet';
import { startDnsServer, type DnsAnswer } from '../../../demo/world/index.js';
import { mayContact } from '../../../src/service/net/reachable.js';
import { createMailHostFinder, type MailHostFinderOptions } from '../../../src/service/probe/dns.js';
import { judgeAddresses } from '../../../src/service/probe/host-addresses.js';
import { message, startRawDns, type RawAnswer } from './raw-dns.js';
import { inPreferenceOrder, isForbiddenHostName } from '../../../src/service/probe/mail-exchanges.js';

const records = (answers: readonly Answer[]): DnsAnswer => ({ rcode: 'NOERROR', answers });
const none = records([]);
const nowhere: DnsAnswer = { rcode: 'NXDOMAIN', answers: [] };
const failing: DnsAnswer = { rcode: 'SERVFAIL', answers: [] };

const mx =
  (...exchanges: readonly (readonly [number, string])[]) =>
  ({ name }: Question) =>
    records(exchanges.map(([preference, exchange]) => ({ name, type: 'MX', ttl: 1, data: { preference, exchange } })));
const a =
  (...ips: readonly string[]) =>
  ({ name }: Question) =>
    records(ips.map((data) => ({ name, type: 'A', ttl: 1, data })));
const aaaa =
  (...ips: readonly string[]) =>
  ({ name }: Question) =>
    records(ips.map((data) => ({ name, type: 'AAAA', ttl: 1, data })));
const cname =
  (data: string) =>
  ({ name }: Question) =>
    records([{ name, type: 'CNAME', ttl: 1, data }]);
/** An alias, and what stands at its end, as a resolver answers. */
const cnameTo = (end: string) => (question: Question) => {
  const answer = answerTo({ ...question, name: end });
  return typeof answer === 'string'
    ? answer
    : { ...answer, answers: [{ name: question.name, type: 'CNAME' as const, ttl: 1, data: end }, ...answer.answers] };
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
  'half-silent.com': { A: 'silence', AAAA: nowhere },
  'half-failing.com': { A: failing, AAAA: nowhere },
  'no-six.com': { A: a('127.0.0.4'), AAAA: nowhere },
  'late.com': { MX: failing, A: a('127.0.0.4') },
  'alias.com': { '*': cnameTo('acme.com') },
  'alias-of-host.com': { '*': cnameTo('implicit.com') },
  'host-alias.com': { MX: mx([10, 'mx.host-alias.com']) },
  'mx.host-alias.com': { '*': cnameTo('mx1.acme.com') },
  'mx-six.com': { MX: mx([10, 'mx.mx-six.com']) },
  'mx.mx-six.com': { AAAA: aaaa('::1') },
  'alias-of-nothing.com': { '*': cnameTo('nowhere.com') },
  'loop.com': { '*': cname('loop.com') },
  'loop-a.com': { '*': cname('loop-b.com') },
  'loop-b.com': { '*': cname('loop-a.com') },
  'host-loop.com': { MX: mx([10, 'loop-a.com']) },
  'thousand.com': {
    MX: mx(...Array.from({ length: 1000 }, (_, at) => [at, 'mx2.acme.com'.replace('2', `2-${at}`)] as const)),
  },
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
const asked = (name: string) =>
  server.questions.filter((question) => question.name.toLowerCase() === name).map(({ type }) => type);

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
    ['alias.com', 'mx1.acme.com 127.0.0.2 ::1, mx2.acme.com 127.0.0.3'],
    ['alias-of-host.com', 'implicit: alias-of-host.com 127.0.0.4'],
    ['host-alias.com', 'mx.host-alias.com 127.0.0.2 ::1'],
    ['mx-six.com', 'mx.mx-six.com ::1'],
    ['alias-of-nothing.com', 'no-such-domain'],
    ['loop.com', 'failed: alias'],
    ['loop-a.com', 'failed: alias'],
    ['host-loop.com', 'failed: alias'],
    ['lost.com', 'unresolvable-hosts'],
    ['inside.com', 'forbidden-hosts'],
    ['self.com', 'forbidden-hosts'],
    ['mixed.com', 'mx2.acme.com 127.0.0.3'],
    ['servfail.com', 'failed: servfail'],
    ['silent.com', 'failed: timeout'],
    ['half.com', 'failed: servfail'],
    ['half-silent.com', 'failed: timeout'],
    ['half-failing.com', 'failed: servfail'],
    ['no-six.com', 'implicit: no-six.com 127.0.0.4'],
    ['late.com', 'failed: servfail'],
    ['thousand.com', 'failed: too-many'],
  ] as const) {
    it(`${domain}: ${evidence}`, async () => assert.equal(await found(domain), evidence));
  }

  it('fails for a broken answer', async () => assert.match(await found('broken.com'), /^failed: (broken|timeout)$/));

  it('looks up eight of a thousand mail hosts, and keeps sixteen addresses', async () => {
    const evidence = await finder.find('thousand-good.com');
    assert.ok(evidence.kind === 'hosts');
    assert.deepEqual(
      evidence.hosts.map(({ name }) => name),
      Array.from({ length: 8 }, (_, at) => `mx${at}.good.com`),
    );
    assert.equal(evidence.hosts.flatMap(({ addresses }) => addresses).length, 16);
    assert.equal(asked('mx10.good.com').length, 0);
  });
});

describe('with one address enough, the finder', () => {
  const one = finderWith({ isOneEnough: true });
  after(() => one.close());

  it('does not look up the other hosts, and still names them', async () => {
    const before = server.questions.length;
    const evidence = await one.find('acme.com');
    assert.ok(evidence.kind === 'hosts');
    assert.deepEqual(
      evidence.hosts.map(({ name, addresses }) => [name, ...addresses]),
      [['mx1.acme.com', '127.0.0.2'], ['mx2.acme.com']],
    );
    assert.deepEqual(
      server.questions.slice(before).map(({ type, name }) => `${type} ${name}`),
      ['MX acme.com', 'A mx1.acme.com'],
    );
  });

  for (const [domain, kind] of [
    ['mx-six.com', 'hosts'],
    ['mixed.com', 'hosts'],
    ['half.com', 'failed'],
    ['lost.com', 'unresolvable-hosts'],
    ['inside.com', 'forbidden-hosts'],
    ['implicit.com', 'hosts'],
    ['empty.com', 'no-mail-host'],
    ['host-loop.com', 'failed'],
  ] as const) {
    it(`is looked for at ${domain}: ${kind}`, async () => assert.equal((await one.find(domain)).kind, kind));
  }
});

describe('an answer that is no good', () => {
  const exchange = ({ name }: Question): Answer => ({
    name,
    type: 'MX',
    ttl: 1,
    data: { preference: 10, exchange: 'mx.acme.com' },
  });
  const rows: readonly (readonly [what: string, answer: RawAnswer, evidence: RegExp])[] = [
    [
      'cut short over UDP is asked for over TCP',
      ({ id, question, over }) =>
        message(id, question, over === 'tcp' ? [exchange(question)] : [], { isTruncated: over === 'udp' }),
      /^hosts$/,
    ],
    [
      'cut short over UDP, with the connection closed, proves nothing',
      ({ id, question, over }) =>
        over === 'tcp' ? undefined : message(id, question, [exchange(question)], { isTruncated: true }),
      /^failed: refused$/,
    ],
    [
      'to another question is waited past',
      ({ id, question }) =>
        message(id, question, [exchange(question)], { questions: [{ ...question, name: 'elsewhere.com' }] }),
      /^failed: timeout$/,
    ],
    [
      'with another number is waited past',
      ({ id, question }) => message(id ^ 1, question, [exchange(question)]),
      /^failed: timeout$/,
    ],
    [
      'without its question proves nothing',
      ({ id, question }) => message(id, question, [exchange(question)], { questions: [] }),
      /^failed: broken$/,
    ],
    [
      'of garbage proves nothing',
      ({ id, question }) => Buffer.concat([message(id, question, []).subarray(0, 12), Buffer.alloc(500, 0xff)]),
      /^failed: (broken|timeout)$/,
    ],
  ];
  for (const [what, answer, expected] of rows) {
    it(what, async () => {
      const raw = await startRawDns((query) =>
        query.question.type === 'MX'
          ? answer(query)
          : message(query.id, query.question, [{ name: query.question.name, type: 'A', ttl: 1, data: '127.0.0.1' }]),
      );
      const own = finderWith({ servers: [raw.dns] });
      const evidence = await own.find('acme.com');
      assert.match(evidence.kind === 'failed' ? `failed: ${evidence.why}` : evidence.kind, expected);
      own.close();
      await raw.close();
    });
  }

  it('about a thousand mail hosts is too long for UDP, and comes over TCP', async () => {
    await finder.find('thousand-good.com');
    assert.deepEqual(
      server.questions.filter(({ name }) => name === 'thousand-good.com').map(({ over }) => over),
      ['udp', 'tcp'],
    );
  });
});

describe('another name server', () => {
  it('is asked if the first does not answer', async () => {
    const second = await startDnsServer({ answer: () => 'silence' });
    const own = finderWith({ servers: [second.dns, server.dns], tries: 3, timeoutMs: 2_100 });
    assert.equal((await own.find('acme.com')).kind, 'hosts');
    own.close();
    await second.close();
  });
});

describe('an empty answer', () => {
  /** What becomes of `servers` in the order given, each with the domains that it knows. */
  const askedOf = async (answers: readonly ((question: Question) => DnsAnswer)[], domain: string) => {
    const servers = await Promise.all(answers.map((answer) => startDnsServer({ answer })));
    const own = finderWith({ servers: servers.map(({ dns }) => dns) });
    const { kind } = await own.find(domain);
    own.close();
    await Promise.all(servers.map((each) => each.close()));
    return { kind, asked: servers.map(({ questions }) => questions.map(({ type }) => type)) };
  };
  const every = ['MX', 'A', 'AAAA'];

  it('is checked at the other name server, which may have records', async () => {
    assert.deepEqual(await askedOf([() => none, answerTo], 'implicit.com'), { kind: 'hosts', asked: [every, every] });
    assert.deepEqual(await askedOf([() => none, answerTo], 'acme.com'), {
      kind: 'hosts',
      asked: [every, ['MX', 'A', 'AAAA', 'A', 'AAAA']],
    });
  });

  it('is inconclusive if the other server does not answer', async () =>
    assert.equal((await askedOf([() => none, () => failing], 'implicit.com')).kind, 'failed'));

  it('counts if one server gives it twice', async () =>
    assert.deepEqual(await askedOf([answerTo], 'empty.com'), { kind: 'no-mail-host', asked: [[...every, ...every]] }));

  it('about a mail host is checked without the cache, and inconclusive if the other server does not answer', async () => {
    const empty = (question: Question) => (question.type === 'MX' ? answerTo(question) : none);
    const kindOf = async (second: (question: Question) => DnsAnswer) =>
      (await askedOf([empty, second], 'mx-six.com')).kind;
    assert.deepEqual(
      [await kindOf(answerTo), await kindOf(() => failing), await kindOf(empty)],
      ['hosts', 'failed', 'unresolvable-hosts'],
    );
  });

  it('about one mail host is checked if another host is internal', async () => {
    const domain = 'two.com';
    const two = ({ type, name }: Question, bare: DnsAnswer) => {
      if (type === 'MX')
        return records(
          [
            [10, 'mx.inside.com'],
            [20, 'mx2.acme.com'],
          ].map(([preference, exchange]) => ({
            name,
            type,
            ttl: 1,
            data: { preference: Number(preference), exchange: String(exchange) },
          })),
        );
      return name === 'mx.inside.com' ? answerTo({ type, name }) : bare;
    };
    const { kind } = await askedOf(
      [(question) => two(question, none), (question) => two(question, answerTo(question))],
      domain,
    );
    assert.equal(kind, 'hosts');
  });

  it('is not checked if other records exist', async () =>
    assert.deepEqual(await askedOf([answerTo, answerTo], 'implicit.com'), { kind: 'hosts', asked: [every, []] }));
});

describe("a mail host's addresses", () => {
  for (const [name, answers, kind] of [
    [
      'are not proved missing by a name that does not exist, if another question failed',
      [{ kind: 'failed', why: 'timeout' }, { kind: 'no-such-name' }],
      'failed',
    ],
    ['are missing if the name does not exist', [{ kind: 'none' }, { kind: 'no-such-name' }], 'unresolvable'],
  ] as const satisfies readonly (readonly [string, Parameters<typeof judgeAddresses>[0], string])[])
    it(name, () => assert.equal(judgeAddresses(answers, () => true).kind, kind));

  it('are the first sixteen allowed ones', () => {
    const inside = Array.from({ length: 20 }, (_, at) => `10.0.0.${at}`);
    const outside = Array.from({ length: 1000 }, (_, at) => `127.0.${at >> 8}.${at & 255}`);
    const judged = judgeAddresses([{ kind: 'records', records: [...inside, ...outside] }, { kind: 'none' }], (ip) =>
      mayContact(ip, { allowLoopback: true }),
    );
    assert.deepEqual(judged, { kind: 'found', addresses: outside.slice(0, 16) });
  });
});

describe('the cache', () => {
  it('answers without a question, until the entry expires', async () => {
    let time = 1;
    const own = finderWith({ now: () => time });
    assert.equal(own.cached('null.com'), undefined);
    const evidence = await own.find('null.com');
    assert.equal(own.cached('null.com'), evidence);
    time += 61_000;
    assert.equal(own.cached('null.com'), undefined);
    own.close();
  });

  it('answers concurrent callers with one question, and later callers for five minutes', async () => {
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

  it('keeps a negative answer for a minute, and no failure', async () => {
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

describe('a finder that is closed', () => {
  it('finishes questions in progress, and asks none afterwards', async () => {
    const own = finderWith({ timeoutMs: 60_000 });
    const underWay = own.find('silent.com');
    own.close();
    assert.deepEqual(
      [await underWay, await own.find('implicit.com')],
      [
        { kind: 'failed', why: 'aborted' },
        { kind: 'failed', why: 'aborted' },
      ],
    );
  });
});

describe('mail exchanges', () => {
  it('of equal preference are shuffled, and none is named twice', () => {
    const lots = [0.9, 0.1, 0.5, 0.2];
    const names = ['a.', 'B', 'c', 'b'].map((exchange, at) => ({
      exchange,
      priority: at === 2 ? 1 : 5,
      type: 'MX' as const,
    }));
    assert.deepEqual(
      inPreferenceOrder(names, () => lots.shift() ?? 0).map(({ name }) => name),
      ['c', 'b', 'a'],
    );
  });

  for (const name of ['localhost', 'a.localhost', '10.0.0.1', '::1', 'a b', 'a..b', '', '[1.2.3.4]']) {
    it(`${name || 'an empty name'} is not a valid mail host`, () => assert.equal(isForbiddenHostName(name), true));
  }
  for (const name of ['mx.acme.com', 'mx_1.acme.com', 'xn--bckerei-5wa.de', 'mx.localhost.com']) {
    it(`${name} is a name to contact`, () => assert.equal(isForbiddenHostName(name), false));
  }
});
