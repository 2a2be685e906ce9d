import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createVerdictEngine,
  type DnsEvidence,
  type ProbeEvidence,
  type VerdictParts,
} from '../../../src/service/verdict/index.js';
import type { DomainProof } from '../../../src/service/reputation/index.js';
import { nothingKnown } from './nothing-known.js';

const hosts: DnsEvidence = {
  kind: 'hosts',
  implicit: false,
  hosts: [{ name: 'mx.acme.com', preference: 10, addresses: ['192.0.2.1'] }],
};
const accepted: ProbeEvidence = {
  ...{ host: 'mx.acme.com', ip: '192.0.2.1', startTls: true, outcome: 'accepted', random: 'refused' },
  reply: { code: 250, status: '2.1.5', text: 'OK' },
};

/** An engine that finds jane.doe@acme.com, and notes which questions were asked. */
function engineWith(parts: Partial<VerdictParts> = {}) {
  const asked: string[] = [];
  const engine = createVerdictEngine({
    reputation: {
      ...nothingKnown,
      isDisposable: (domain) => domain === 'mailinator.com',
      isDisposableHost: (name, domain) => name === 'mx.mailinator.com' && domain !== 'spared.com',
      isSpamTrap: (localPart, domain) => `${localPart}@${domain}` === 'trap@acme.com',
      isRelay: (domain) => domain === 'duck.com',
      isFree: (domain) => domain === 'gmail.com',
      isRole: (localPart) => localPart === 'sales',
      suggest: (address) => (address.endsWith('@gmial.com') ? address.replace('gmial', 'gmail') : ''),
    },
    findMailHosts: (domain) => {
      asked.push(`dns ${domain}`);
      return Promise.resolve(hosts);
    },
    probeMailbox: (_, { localPart }) => {
      asked.push(`probe ${localPart}`);
      return Promise.resolve(accepted);
    },
    deadlineMs: 20_000,
    ...parts,
  });
  return { engine, asked };
}

const never = () => new Promise<never>(() => undefined);

describe('the verdict engine', () => {
  it('runs all stages for an existing mailbox', async () => {
    const { engine, asked } = engineWith();
    const { validation, evidence } = await engine.verify('jane.doe@acme.com');
    assert.deepEqual(validation, {
      ...{ email: 'jane.doe@acme.com', result: 'Safe to Send', code: 5, reasons: ['Deliverable'], role: false },
      ...{ freeEmail: false, sendTransactional: true, didYouMean: '' },
    });
    assert.deepEqual(asked, ['dns acme.com', 'probe jane.doe']);
    assert.equal(evidence.dns?.kind, 'hosts');
  });

  it('asks no host if the text decides', async () => {
    const { engine, asked } = engineWith();
    const reasons: string[] = [];
    for (const email of ['jane', 'jane@[192.0.2.1]', 'jane@acme.test', 'jane@mailinator.com', 'trap@acme.com', '']) {
      reasons.push((await engine.verify(email)).validation.reasons.join());
    }
    assert.deepEqual(reasons, ['Syntax', 'Syntax', 'Bounce', 'Disposable', 'Spam Trap', 'Syntax']);
    assert.deepEqual(asked, []);
  });

  it('asks for the quoted form of an old telephone address, and shows what was typed', async () => {
    const { engine, asked } = engineWith();
    for (const email of ['a..b@docomo.ne.jp', 'ab.@ezweb.ne.jp']) {
      const { validation } = await engine.verify(email);
      assert.deepEqual([validation.email, validation.reasons, validation.didYouMean], [email, ['Deliverable'], '']);
    }
    assert.deepEqual(asked, ['dns docomo.ne.jp', 'probe "a..b"', 'dns ezweb.ne.jp', 'probe "ab."']);
  });

  it('asks for an address with joiners as it was typed, and offers one without those that stand nowhere', async () => {
    const { engine, asked } = engineWith();
    const { validation } = await engine.verify('ශ්\u200dරී@ශ්\u200dරී.lk');
    assert.deepEqual([validation.reasons, validation.didYouMean], [['Deliverable'], '']);
    assert.deepEqual(asked, ['dns xn--10cl1a0b660p.lk', 'probe ශ්\u200dරී']);
    const joined = await engine.verify('pay\u200dpal@acme.com');
    assert.deepEqual([joined.validation.reasons, joined.validation.didYouMean], [['Syntax'], 'paypal@acme.com']);
  });

  it('offers the address of a text that has more than it, and leaves the verdict at its syntax', async () => {
    const { engine, asked } = engineWith();
    for (const [email, offered] of [
      ['Jane <jane@acme.com>', 'jane@acme.com'],
      [' jane@acme.com', 'jane@acme.com'],
      ['mailto:jane@gmial.com', 'jane@gmail.com'],
      ['jane\u200b@acme.com', 'jane@acme.com'],
      ['\uff4aane@acme.com', 'jane@acme.com'],
      ['jane@acme.com, joe@acme.com', ''],
      ['jane,doe@acme.com', ''],
    ] as const) {
      const { validation, evidence } = await engine.verify(email);
      assert.deepEqual([validation.reasons, validation.didYouMean], [['Syntax'], offered], email);
      assert.ok(evidence.syntax);
    }
    assert.deepEqual(asked, []);
  });

  it('checks an address with a prefix that may be part of it, and suggests the address without it', async () => {
    const { engine } = engineWith();
    const { validation } = await engine.verify("'jane@acme.com");
    assert.deepEqual([validation.result, validation.didYouMean], ['Safe to Send', 'jane@acme.com']);
    assert.equal((await engine.verify('jane@acme\u3002com')).validation.didYouMean, '');
  });

  it('asks no mail host for a verdict on the domain, cached or not', async () => {
    for (const parts of [{}, { cachedMailHosts: () => hosts }]) {
      const { engine, asked } = engineWith(parts);
      const { validation } = await engine.verify('jane.doe@acme.com', { isDomainOnly: true });
      assert.deepEqual([validation.result, validation.code, validation.sendTransactional], ['Unknown', 7, true]);
      assert.equal((await engine.verify('jane@mailinator.com', { isDomainOnly: true })).validation.result, 'Invalid');
      assert.deepEqual(
        asked.filter((each) => each.startsWith('probe')),
        [],
      );
      assert.equal((await engine.verify('jane.doe@acme.com')).validation.result, 'Safe to Send');
    }
  });

  it('asks no mail host of a domain without one, and none with probing off', async () => {
    const dead = engineWith({ findMailHosts: () => Promise.resolve({ kind: 'null-mx' }) });
    assert.equal((await dead.engine.verify('a@acme.com')).validation.result, 'Invalid');
    assert.deepEqual(dead.asked, []);
    const off = engineWith({ probeMailbox: undefined });
    const { validation, evidence } = await off.engine.verify('a@acme.com');
    assert.deepEqual([validation.result, validation.reasons, evidence.probe], ['Unknown', ['Unknown'], 'off']);
  });

  it('asks no mail host that serves only disposable domains', async () => {
    const several: DnsEvidence = {
      kind: 'hosts',
      implicit: false,
      hosts: ['mx.acme.com', 'mx.mailinator.com'].map((name) => ({ name, preference: 10, addresses: ['192.0.2.1'] })),
    };
    const { engine, asked } = engineWith({ findMailHosts: () => Promise.resolve(several) });
    const { validation, evidence } = await engine.verify('a@new-every-day.com');
    assert.deepEqual([validation.reasons, evidence.disposableHost], [['Disposable'], 'mx.mailinator.com']);
    assert.deepEqual(asked, []);
    const spared = await engine.verify('a@spared.com');
    assert.deepEqual(
      [spared.validation.result, spared.evidence.disposableHost, asked],
      ['Safe to Send', undefined, ['probe a']],
    );
  });

  it('asks no mail host of a parked domain, which is Risky, and asks one that has another mail host too', async () => {
    const hostsAt = (...names: string[]): DnsEvidence => ({
      kind: 'hosts',
      implicit: false,
      hosts: names.map((name, at) => ({ name, preference: at, addresses: ['192.0.2.1'] })),
    });
    for (const name of ['park-mx.above.com', 'mail.h-email.net', 'mx156.hostedmxserver.com', 'mx.sedoparking.com']) {
      const { engine, asked } = engineWith({ findMailHosts: () => Promise.resolve(hostsAt(name)) });
      const { validation, evidence } = await engine.verify('jane.doe@acme.com');
      const { result, reasons, code, sendTransactional } = validation;
      assert.deepEqual([result, reasons, code, sendTransactional], ['Risky', ['Accept All'], 4, true]);
      assert.deepEqual([evidence.parked, asked], [name, []]);
    }
    for (const names of [
      ['mx.acme.com', 'park-mx.above.com'],
      ['above.com'],
      ['mx.h-email.net.acme.com'],
      ['parkmail.dynadot.com'],
    ]) {
      const { engine, asked } = engineWith({ findMailHosts: () => Promise.resolve(hostsAt(...names)) });
      const { evidence } = await engine.verify('jane.doe@acme.com');
      assert.deepEqual([evidence.parked, asked], [undefined, ['probe jane.doe']]);
    }
    const off = engineWith({
      probeMailbox: undefined,
      findMailHosts: () => Promise.resolve(hostsAt('park-mx.above.com')),
    });
    assert.equal((await off.engine.verify('jane.doe@acme.com')).validation.result, 'Unknown');
  });

  it('needs no wait if the mail hosts are cached and nothing else is asked', async () => {
    const { engine, asked } = engineWith({ probeMailbox: undefined, cachedMailHosts: () => hosts });
    const { evidence } = await engine.verify('a@acme.com');
    assert.deepEqual([evidence.dns, evidence.probe], [hosts, 'off']);
    const probing = engineWith({ cachedMailHosts: () => hosts });
    assert.equal((await probing.engine.verify('jane.doe@acme.com')).validation.result, 'Safe to Send');
    assert.deepEqual([...asked, ...probing.asked], ['probe jane.doe']);
  });

  it('asks no mail host when DNS answers after the timeout', async () => {
    let answer: (dns: DnsEvidence) => void = () => undefined;
    const { engine, asked } = engineWith({
      findMailHosts: () => new Promise<DnsEvidence>((resolve) => (answer = resolve)),
    });
    const controller = new AbortController();
    const verdict = engine.verify('a@acme.com', { signal: controller.signal });
    controller.abort();
    assert.equal((await verdict).evidence.gaveUp, 'aborted');
    answer(hosts);
    await new Promise(setImmediate);
    assert.deepEqual(asked, []);
  });

  it('reports a relay without changing the verdict', async () => {
    const { evidence, validation } = await engineWith().engine.verify('a@duck.com');
    assert.deepEqual([evidence.relay, validation.result], [true, 'Safe to Send']);
  });

  const implicit: DnsEvidence = { ...hosts, implicit: true };
  const acceptsAll: ProbeEvidence = { ...accepted, random: 'accepted' };
  for (const [what, dns, probe, proof] of [
    ['has mail hosts that answer', hosts, accepted, 'own-hosts'],
    ['has mail hosts that cannot be reached', hosts, { outcome: 'unreachable' }, 'own-hosts'],
    ['has no MX, only an address', implicit, accepted, 'unknown'],
    ['has a mail host that accepts everything', hosts, acceptsAll, 'unknown'],
    [
      'has a mail host known to accept everything',
      hosts,
      { ...accepted, random: 'not-asked', known: 'accepts-all' },
      'unknown',
    ],
    ['does not exist', { kind: 'no-such-domain' }, accepted, 'no-mail'],
    ['has no mail host', { kind: 'no-mail-host' }, accepted, 'no-mail'],
    ['accepts no mail', { kind: 'null-mx' }, accepted, 'no-mail'],
    ['has only mail hosts without an address', { kind: 'unresolvable-hosts' }, accepted, 'no-mail'],
    ['could not be asked for', { kind: 'failed', why: 'timeout' }, accepted, 'unknown'],
    ['was asked for at name servers that are not believed', { kind: 'failed', why: 'blind' }, accepted, 'unknown'],
  ] as const satisfies readonly (readonly [string, DnsEvidence, ProbeEvidence, DomainProof])[]) {
    it(`asks what was meant by a domain that ${what}, and says what is proven: ${proof}`, async () => {
      const said: unknown[] = [];
      const { engine } = engineWith({
        findMailHosts: () => Promise.resolve(dns),
        probeMailbox: () => Promise.resolve(probe),
        reputation: { ...nothingKnown, suggest: (...asked) => (said.push(asked), 'a@gmail.com') },
      });
      assert.equal((await engine.verify('a@acme.com')).validation.didYouMean, 'a@gmail.com');
      assert.deepEqual(said, [['a@acme.com', proof]]);
    });
  }

  it('gives the same verdict with and without a suggestion', async () => {
    for (const random of ['accepted', 'refused'] as const) {
      const { engine } = engineWith({ probeMailbox: () => Promise.resolve({ ...accepted, random }) });
      const [typed, other] = await Promise.all(['a@gmial.com', 'a@acme.com'].map((email) => engine.verify(email)));
      assert.equal(typed?.validation.didYouMean, 'a@gmail.com');
      assert.deepEqual({ ...typed?.validation, email: '', didYouMean: '' }, { ...other?.validation, email: '' });
    }
  });

  it('has role, free mail and a suggestion, which do not change the verdict', async () => {
    const { engine } = engineWith();
    const role = (await engine.verify('sales@acme.com')).validation;
    assert.deepEqual([role.result, role.reasons, role.role], ['Risky', ['Deliverable', 'Role'], true]);
    assert.equal((await engine.verify('a@gmail.com')).validation.freeEmail, true);
    const unsure = engineWith({ findMailHosts: () => Promise.resolve({ kind: 'failed', why: 'servfail' }) }).engine;
    const typo = (await unsure.verify('a@gmial.com')).validation;
    assert.deepEqual([typo.result, typo.didYouMean], ['Unknown', 'a@gmail.com']);
  });

  it('is Unknown when a stage fails', async () => {
    const { engine } = engineWith({ findMailHosts: () => Promise.reject(new Error('out of order')) });
    const { validation, evidence } = await engine.verify('a@acme.com');
    assert.deepEqual([validation.result, evidence.gaveUp], ['Unknown', 'failed']);
  });

  it('is Unknown when time runs out, though the stage ignores its signal', async () => {
    const { engine } = engineWith({ findMailHosts: never, deadlineMs: 20 });
    const { validation, evidence } = await engine.verify('sales@acme.com');
    assert.deepEqual(
      [validation.result, validation.reasons, evidence.gaveUp],
      ['Unknown', ['Unknown', 'Role'], 'deadline'],
    );
  });

  it('gives the probe nine tenths of the remaining time', async () => {
    let time = 0;
    let given = 0;
    const { engine } = engineWith({
      now: () => time,
      findMailHosts: () => {
        time = 600;
        return Promise.resolve(hosts);
      },
      probeMailbox: (_, __, { timeoutMs }) => {
        given = timeoutMs;
        return Promise.resolve(accepted);
      },
      deadlineMs: 1000,
    });
    await engine.verify('a@acme.com');
    assert.equal(given, 360);
  });

  it('gives a patient verdict six times as long, and tells the probe', async () => {
    const given: unknown[] = [];
    const { engine } = engineWith({
      now: () => 0,
      probeMailbox: (_, __, { timeoutMs, isPatient }) => {
        given.push([timeoutMs, isPatient]);
        return Promise.resolve(accepted);
      },
      deadlineMs: 1000,
    });
    await engine.verify('a@acme.com', { isPatient: true });
    await engine.verify('a@acme.com');
    assert.deepEqual(given, [
      [5400, true],
      [900, false],
    ]);
  });

  it('is Unknown when the caller cancels it', async () => {
    const { engine } = engineWith({ probeMailbox: never });
    const controller = new AbortController();
    const verdict = engine.verify('a@acme.com', { signal: controller.signal });
    controller.abort();
    assert.equal((await verdict).evidence.gaveUp, 'aborted');
    assert.equal((await engine.verify('a@acme.com', { signal: AbortSignal.abort() })).evidence.gaveUp, 'aborted');
  });

  it('finishes verdicts in progress when it closes, and asks nothing afterwards', async () => {
    const { engine } = engineWith({ probeMailbox: never });
    const verdict = engine.verify('a@acme.com');
    await engine.close();
    assert.equal((await verdict).validation.result, 'Unknown');
    assert.equal((await engine.verify('a@acme.com')).validation.result, 'Unknown');
  });

  it('closes its parts once, even if it is closed twice', async () => {
    const closed: string[] = [];
    const { engine } = engineWith({ closeEngineParts: () => void closed.push('closed') });
    await Promise.all([engine.close(), engine.close()]);
    await engine.close();
    assert.deepEqual(closed, ['closed']);
  });

  it('repeats the address without control characters, and never throws', async () => {
    const { engine } = engineWith();
    const strange = [
      'a\u0000\r\n\u001b[31mb@x',
      '\ud800@x.com',
      'x'.repeat(100_000),
      '"',
      '@',
      '\u202eevil@acme.com',
      '😀'.repeat(700),
    ];
    for (const text of strange) {
      const { email } = (await engine.verify(text)).validation;
      assert.ok(email.length <= 1000 && !/[\p{Cc}\p{Cs}\u202e]/u.test(email), JSON.stringify(text.slice(0, 20)));
    }
    assert.equal((await engine.verify('a\r\nb')).validation.email, 'ab');
  });

  it('times its stages with the given clock', async () => {
    let time = 0;
    const { engine } = engineWith({ now: () => (time += 5) });
    assert.deepEqual((await engine.verify('a@acme.com')).evidence.timings, { dns: 5, probe: 5, total: 25 });
  });
});
