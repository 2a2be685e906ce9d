import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMailboxProbe } from '../../../src/service/probe/index.js';
import { knownHost, type KnownHost } from '../../../src/service/probe/known-hosts.js';
import type { ProbeEvidence } from '../../../src/service/verdict/index.js';
import { scripted, usual } from './scripted-host.js';

describe('documented mail hosts', () => {
  for (const [name, known, asciiDomain = 'acme.com'] of [
    ['mta5.am0.yahoodns.net', 'accepts-all'],
    ['mx-aol.mail.gm0.yahoodns.net', 'accepts-all'],
    ['gmail-smtp-in.l.google.com', 'refuses-unknown', 'gmail.com'],
    ['gmail-smtp-in.l.google.com', 'refuses-unknown', 'googlemail.com'],
    ['gmail-smtp-in.l.google.com', 'workspace'],
    ['gmr-smtp-in.l.google.com', 'workspace', 'googlegroups.com'],
    ['mx.acme.com', undefined, 'gmail.com'],
    ['alt1.gmail-smtp-in.l.google.com', 'workspace'],
    ['outlook-com.olc.protection.outlook.com', 'refuses-unknown'],
    ['aspmx.l.google.com', 'workspace'],
    ['alt2.aspmx.l.google.com', 'workspace'],
    ['aspmx2.googlemail.com', 'workspace'],
    ['smtp.google.com', 'workspace'],
    ['acme-com.mail.protection.outlook.com', 'workspace'],
    ['acme-com.a-v1.mx.microsoft', 'workspace'],
    ['acme-com.mail.protection.office365.us', 'workspace'],
    ['acme-com.mail.protection.partner.outlook.cn', 'workspace'],
    ['acme-com.mail.protection.outlook.de', 'workspace'],
    ['mx.acme.com', undefined],
    ['yahoodns.net.acme.com', undefined],
    ['notyahoodns.net', undefined],
    ['evil-smtp.google.com.acme.com', undefined],
  ] as readonly [string, KnownHost | undefined, string?][]) {
    it(`${name} for ${asciiDomain}: ${known ?? 'undocumented'}`, () =>
      assert.equal(knownHost(name, asciiDomain), known));
  }
});

interface Round {
  readonly workspace?: boolean;
  readonly isAlone?: boolean;
  readonly isPatient?: boolean;
  readonly name?: string;
  /** Time that passes before. */
  readonly hours?: number;
  readonly localPart?: string;
}

/** Asks a host under some name for a living mailbox, round by round; gives what was found, and how often a random address was asked for by then. */
async function askAt(
  name: string,
  rounds: readonly Round[],
  { takesAll = false, workspaceDetection = true, extensions = ['PIPELINING'] } = {},
) {
  const host = await scripted({ say: (command) => (takesAll ? '250 OK' : usual(command)), extensions });
  let now = 1;
  const probe = createMailboxProbe({
    ...{ port: host.port, helo: 'check.own.com', mailFrom: '', randomLocalPart: () => 'r4nd0m', allowLoopback: true },
    ...{ connectTimeoutMs: 500, replyTimeoutMs: 500, workspaceDetection, now: () => now },
  });
  const found: string[] = [];
  for (const { name: own = name, hours = 0, localPart = 'user', ...limits } of rounds) {
    now += hours * 3_600_000;
    const evidence = await probe(
      [{ name: own, preference: 0, addresses: ['127.0.0.1'] }],
      { localPart, asciiDomain: 'acme.com' },
      { timeoutMs: 2000, ...limits },
    );
    const randoms = host.connections
      .flatMap(({ recipients }) => recipients)
      .filter((each) => each.startsWith('r4nd0m')).length;
    found.push(`${briefly(evidence)} · ${randoms}`);
  }
  probe.close();
  await host.close();
  return found;
}

const briefly = (evidence: ProbeEvidence): string =>
  evidence.outcome === 'accepted' ? [evidence.random, evidence.known].filter(Boolean).join(', ') : evidence.outcome;

const GOOGLE = 'aspmx.l.google.com';
const MICROSOFT = 'acme-com.mail.protection.outlook.com';
const inList: Round = { isPatient: true };
const alone: Round = { isPatient: true, isAlone: true };

describe('a hosted workspace', () => {
  for (const name of [
    GOOGLE,
    'gmr-smtp-in.l.google.com',
    MICROSOFT,
    'acme-com.a-v1.mx.microsoft',
    'acme-com.mail.protection.office365.us',
  ])
    it(`is asked for a random address once: ${name}`, async () => {
      assert.deepEqual(await askAt(name, [{}, {}, inList, alone]), Array(4).fill('refused · 1'));
    });

  it('that accepts everybody is remembered as such', async () => {
    assert.deepEqual(await askAt(GOOGLE, [{}, inList, alone], { takesAll: true }), Array(3).fill('accepted · 1'));
  });

  it('is asked once, whichever of its hosts answers', async () => {
    assert.deepEqual(
      await askAt(GOOGLE, [{}, { name: 'alt1.aspmx.l.google.com' }, { name: 'aspmx2.googlemail.com' }]),
      ['refused · 1', 'refused · 1', 'refused · 1'],
    );
    assert.deepEqual(await askAt(GOOGLE, [{}, { name: MICROSOFT }]), ['refused · 1', 'refused · 2']);
  });

  it('is remembered for a day', async () => {
    assert.deepEqual(await askAt(MICROSOFT, [{}, { hours: 23 }, { hours: 2 }]), [
      'refused · 1',
      'refused · 1',
      'refused · 2',
    ]);
  });

  for (const extensions of [['PIPELINING'], []])
    it(`is asked anew with the option workspace${extensions.length ? ', with pipelining' : ''}`, async () => {
      const anew: Round = { workspace: true };
      assert.deepEqual(await askAt(MICROSOFT, [{}, anew, anew, {}, { ...alone, workspace: true }], { extensions }), [
        'refused · 1',
        'refused · 2',
        'refused · 3',
        'refused · 3',
        'refused · 4',
      ]);
    });

  it('is asked about a list from two addresses of the domain on', async () => {
    assert.deepEqual(await askAt(GOOGLE, [alone, inList, inList, alone]), [
      'not-asked · 0',
      'refused · 1',
      'refused · 1',
      'refused · 1',
    ]);
  });

  it('is asked for one random address by calls at the same time, also with workspace', async () => {
    const host = await scripted();
    const probe = createMailboxProbe({
      ...{ port: host.port, helo: 'check.own.com', mailFrom: '', randomLocalPart: () => 'r4nd0m', allowLoopback: true },
      ...{ connectTimeoutMs: 500, replyTimeoutMs: 500 },
    });
    const found = await Promise.all(
      [1, 2, 3, 4].map((at) =>
        probe(
          [{ name: GOOGLE, preference: 0, addresses: ['127.0.0.1'] }],
          { localPart: `user${at}`, asciiDomain: 'acme.com' },
          { timeoutMs: 2000, workspace: true },
        ),
      ),
    );
    probe.close();
    await host.close();
    assert.deepEqual(found.map(briefly), Array(4).fill('refused'));
    assert.equal(
      host.connections.flatMap(({ recipients }) => recipients).filter((each) => each.startsWith('r')).length,
      1,
    );
  });

  it('is asked by calls with the option alone, and from memory, if detection is off', async () => {
    const off = { workspaceDetection: false };
    assert.deepEqual(
      await askAt(GOOGLE, [{}, inList, { workspace: true }, { workspace: true }, {}, { hours: 1 }], off),
      ['not-asked · 0', 'not-asked · 0', 'refused · 1', 'refused · 1', 'refused · 1', 'not-asked · 1'],
    );
  });
});

describe('a host with documented behaviour', () => {
  for (const [name, alone, listed] of [
    ['mta5.am0.yahoodns.net', 'not-asked, accepts-all · 0', 'not-asked, accepts-all · 0'],
    // Addresses of lists are not asked for there at all.
    ['outlook-com.olc.protection.outlook.com', 'not-asked, refuses-unknown · 0', 'not-asked · 0'],
  ] as const)
    it(`is not asked for a random address, with or without workspace: ${name}`, async () => {
      assert.deepEqual(await askAt(name, [{}, { workspace: true }, inList]), [alone, alone, listed]);
    });
});
