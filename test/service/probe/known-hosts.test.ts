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

/** Asks a host under some name for a living mailbox, and tells whom it was asked for. */
async function askAt(name: string, workspace: boolean, takesAll = false) {
  const say = (command: string) => (takesAll ? '250 OK' : usual(command));
  const host = await scripted({ say });
  const probe = createMailboxProbe({
    ...{ port: host.port, helo: 'check.own.com', mailFrom: '', randomLocalPart: () => 'r4nd0m', allowLoopback: true },
    ...{ connectTimeoutMs: 500, replyTimeoutMs: 500 },
  });
  const ask = (withWorkspace: boolean) =>
    probe(
      [{ name, preference: 0, addresses: ['127.0.0.1'] }],
      { localPart: 'user', asciiDomain: 'acme.com' },
      { timeoutMs: 2000, workspace: withWorkspace },
    );
  const evidence = await ask(workspace);
  const afterwards = await ask(false);
  probe.close();
  await host.close();
  return {
    found: briefly(evidence),
    afterwards: briefly(afterwards),
    randoms: host.connections.flatMap(({ recipients }) => recipients).filter((each) => each.startsWith('r4nd0m'))
      .length,
  };
}

const briefly = (evidence: ProbeEvidence): string =>
  evidence.outcome === 'accepted' ? [evidence.random, evidence.known].filter(Boolean).join(', ') : evidence.outcome;

describe('a hosted workspace', () => {
  for (const name of [
    'aspmx.l.google.com',
    'gmr-smtp-in.l.google.com',
    'acme-com.mail.protection.outlook.com',
    'acme-com.a-v1.mx.microsoft',
  ]) {
    it(`is asked once without the option, and its acceptance proves nothing: ${name}`, async () => {
      assert.deepEqual(await askAt(name, false), { found: 'not-asked', afterwards: 'not-asked', randoms: 0 });
    });
  }
  it('is asked for a random address with the option', async () => {
    assert.deepEqual(await askAt('acme-com.mail.protection.outlook.com', true), {
      found: 'refused',
      afterwards: 'refused',
      randoms: 1,
    });
  });
  it('that was found to accept everybody is cached as such without the option too', async () => {
    assert.deepEqual(await askAt('aspmx.l.google.com', true, true), {
      found: 'accepted',
      afterwards: 'accepted',
      randoms: 1,
    });
  });
});

describe('a host with documented behaviour', () => {
  it('is not asked for a random address, with or without workspace', async () => {
    assert.deepEqual(await askAt('mta5.am0.yahoodns.net', true), {
      found: 'not-asked, accepts-all',
      afterwards: 'not-asked, accepts-all',
      randoms: 0,
    });
    assert.deepEqual(await askAt('outlook-com.olc.protection.outlook.com', true), {
      found: 'not-asked, refuses-unknown',
      afterwards: 'not-asked, refuses-unknown',
      randoms: 0,
    });
  });
});
