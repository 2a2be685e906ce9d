import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEnricher } from '../../../src/service/enrichment/index.js';
import { inferenceProviders } from '../../../src/service/enrichment/inference.js';
import { loadReputation } from '../../../src/service/reputation/index.js';
import type { DnsEvidence } from '../../../src/service/verdict/index.js';

const reputation = loadReputation();
const hosts = (...names: string[]): DnsEvidence => ({
  kind: 'hosts',
  hosts: names.map((name) => ({ name, preference: 0, addresses: [] })),
  implicit: false,
});
const zone: Readonly<Record<string, DnsEvidence>> = {
  'acme.com': hosts('aspmx.l.google.com', 'alt1.aspmx.l.google.com'),
  'new.acme.com': hosts('smtp.google.com'),
  'shop.com': hosts('shop-com.mail.protection.outlook.com'),
  'signed.com': hosts('shop-com.a-v1.mx.microsoft'),
  'own.com': hosts('mx1.own.com'),
  'own.co.uk': hosts('mail.own.co.uk'),
  'same.co.uk': hosts('mail.other.co.uk'),
  'agency.com': hosts('agency-com.mail.protection.office365.us'),
  'evil.com': hosts('google.com.evil.net'),
  'nullmx.com': { kind: 'null-mx' },
};
const asked: string[] = [];
const enricher = createEnricher({
  stages: [
    inferenceProviders({
      reputation,
      organizationOf: (domain) => Promise.resolve({ 'acme.com': 'ACME', 'gmail.com': 'Gmail' }[domain]),
      findMailHosts: (domain) => {
        asked.push(domain);
        return Promise.resolve(zone[domain] ?? { kind: 'failed', why: 'timeout' });
      },
    }),
  ],
});
const enrich = (email: string) => enricher.enrich(email, 'all');

describe('what is inferred from an address', () => {
  it('is marked so, all of it', async () => {
    const fields = {
      fullname: 'Jane Doe',
      firstname: 'Jane',
      lastname: 'Doe',
      organization: 'ACME',
      domain: 'acme.com',
      mail_host: 'google workspace',
    };
    const { fields: found, inferred } = await enrich('jane.doe@ACME.com');
    assert.deepEqual(found, fields);
    assert.deepEqual([...inferred].sort(), Object.keys(fields).sort());
  });

  const kinds: readonly (readonly [email: string, kind: string | undefined])[] = [
    ['a@new.acme.com', 'google workspace'],
    ['a@shop.com', 'microsoft 365'],
    ['a@signed.com', 'microsoft 365'],
    ['a@agency.com', 'microsoft 365'],
    ['a@own.com', 'own'],
    ['a@own.co.uk', 'own'],
    ['a@same.co.uk', 'other'],
    ['a@evil.com', 'other'],
    ['a@gmail.com', 'free provider'],
    ['a@nullmx.com', undefined],
    ['a@unanswered.com', undefined],
  ];
  for (const [email, kind] of kinds)
    it(`is ${kind ?? 'nothing'} for the mail host of ${email}`, async () =>
      assert.equal((await enrich(email)).fields['mail_host'], kind));

  it('has no organisation at a free provider, and that of the registrable domain elsewhere', async () => {
    assert.equal((await enrich('jane.doe@gmail.com')).fields['organization'], undefined);
    assert.equal((await enrich('jane.doe@mail.acme.com')).fields['organization'], 'ACME');
    assert.equal((await enrich('jane.doe@own.com')).fields['organization'], undefined);
  });

  it("has no name if the domain's addresses are random", async () => {
    for (const domain of ['mailinator.com', 'privaterelay.appleid.com'])
      assert.equal((await enrich(`quiet.river@${domain}`)).fields['fullname'], undefined, domain);
  });

  it('sends no DNS question if the answer is known, or not wanted', async () => {
    asked.length = 0;
    await enrich('a@gmail.com');
    await enrich('a@acme.test');
    await enricher.enrich('a@acme.com', ['fullname', 'photo']);
    assert.deepEqual(asked, []);
  });

  it('is empty for a text that is not an address', async () => {
    for (const email of ['', 'jane.doe', 'jane.doe@', '@acme.com', 'jane.doe@[192.0.2.1]', 'jane.doe@acme..com'])
      assert.deepEqual(await enrich(email), { fields: {}, inferred: [] });
  });
});
