import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startWorld } from '../../../demo/world/index.js';
import { mayContact } from '../../../src/service/net/reachable.js';
import { createMailboxProbe, createMailHostFinder, randomLocalPart } from '../../../src/service/probe/index.js';
import { createVerdictEngine } from '../../../src/service/verdict/index.js';
import { nothingKnown } from './nothing-known.js';

const world = await startWorld();
const finder = createMailHostFinder({
  ...{ servers: [world.dns], timeoutMs: 400, tries: 1 },
  mayContact: (ip) => mayContact(ip, { allowLoopback: true }),
});
const engine = createVerdictEngine({
  reputation: { ...nothingKnown, isRole: (localPart) => localPart === 'sales' },
  findMailHosts: (domain) => finder.find(domain),
  probeMailbox: createMailboxProbe({
    ...{ port: world.smtpPort, helo: 'check.own.com', mailFrom: 'probe@own.com', randomLocalPart, allowLoopback: true },
    ...{ connectTimeoutMs: 500, replyTimeoutMs: 400 },
  }),
  deadlineMs: 2500,
});

after(async () => {
  await engine.close();
  finder.close();
  await world.close();
});

const trouble = (name: string) => `jane.doe@${name}.net-trouble.com`;

describe('verdicts over real sockets', () => {
  for (const [email, verdict] of [
    ['jane.doe@acme.com', 'Safe to Send · Deliverable · 5 · 1'],
    ['nobody.such@acme.com', 'Invalid · Bounce · 6 · 0'],
    ['sales@acme.com', 'Risky · Deliverable, Role · 5 · 1'],
    ['peter.gibbons@initech.com', 'Safe to Send · Deliverable · 5 · 1'],
    ['nobody.such@initech.com', 'Invalid · Bounce · 6 · 0'],
    ['jane.doe@bäckerei-sommer.de', 'Safe to Send · Deliverable · 5 · 1'],
    ['jane.doe@no-such-domain.com', 'Invalid · Bounce · 6 · 0'],
    [trouble('accept-all'), 'Risky · Accept All · 4 · 1'],
    [trouble('greylisted'), 'Unknown · Unknown · 7 · 1'],
    [trouble('blocking'), 'Unknown · Unknown · 7 · 1'],
    [trouble('full'), 'Risky · Unknown · 7 · 0'],
    [trouble('tarpit'), 'Unknown · Unknown · 7 · 1'],
    [trouble('dropping'), 'Unknown · Unknown · 7 · 1'],
    [trouble('unreachable'), 'Unknown · Unreachable · 7 · 1'],
    [trouble('null-mx'), 'Invalid · Bounce · 6 · 0'],
    [trouble('no-records'), 'Invalid · Bounce · 6 · 0'],
    [trouble('servfail'), 'Unknown · Unknown · 7 · 1'],
    [trouble('silent'), 'Unknown · Unknown · 7 · 1'],
    [trouble('broken'), 'Unknown · Unknown · 7 · 1'],
    [trouble('loop'), 'Unknown · Unknown · 7 · 1'],
    [trouble('lost-host'), 'Invalid · Bounce · 6 · 0'],
    [trouble('inside'), 'Invalid · Bounce · 6 · 0'],
    [trouble('address-only'), 'Safe to Send · Deliverable · 5 · 1'],
    [trouble('many-hosts'), 'Safe to Send · Deliverable · 5 · 1'],
  ] as const) {
    it(`${email}: ${verdict}`, async () => {
      const { validation, evidence } = await engine.verify(email);
      const { result, reasons, code, sendTransactional } = validation;
      assert.equal(
        `${result} · ${reasons.join(', ')} · ${code} · ${sendTransactional ? 1 : 0}`,
        verdict,
        JSON.stringify(evidence),
      );
    });
  }

  it('rest on conversations without a message', () => {
    assert.ok(world.sessions.length > 1);
    assert.ok(world.sessions.every(({ dataCommands }) => dataCommands === 0));
  });
});
