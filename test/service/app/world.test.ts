import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { startWorld } from '../../../demo/world/index.js';
import { createClient } from '../../../src/client/index.js';
import { readConfig } from '../../../src/service/index.js';
import { serviceFromConfig } from '../../../src/service/compose/compose.js';
import { listenSomewhere } from './fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-world-'));
const world = await startWorld();
const faults: unknown[] = [];
const flags = {
  database: join(folder, 'a.sqlite'),
  'dns-servers': world.dns,
  canary: 'off',
  doctor: 'off',
  'smtp-port': String(world.smtpPort),
  'allow-loopback': 'on',
  helo: 'check.own.com',
  'workspace-param': 'hosted',
  retain: '30d',
};
const service = await serviceFromConfig(
  { ...readConfig({ flags }), secret: '0123456789abcdef' },
  { onFault: (fault) => faults.push(fault) },
);
const { id: account } = await service.accounts.createAccount({ name: 'Shop', credits: 1_000 });
const { key: apiKey } = await service.accounts.createKey({ account, kind: 'private' });
const { url } = await listenSomewhere(service);
const client = createClient({ baseUrl: url, apiKey, workspaceParam: 'hosted' });

after(async () => {
  await service.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

describe('a service over a world of mail hosts', () => {
  for (const email of ['hank.scorpio@globex.com', 'peter.gibbons@initech.com'])
    it(`tests a hosted workspace for accept-all, with workspace and without: ${email}`, async () => {
      assert.equal((await client.validate(email)).result, 'Safe to Send');
      assert.equal((await client.validate(email, { workspace: true })).result, 'Safe to Send');
    });

  it('infers a name beside the verdict, for the price of the verdict', async () => {
    const { balance } = await client.balance();
    const { result, enrichment, ...rest } = await client.validate('john.smith@acme.com', { append: true, photo: true });
    assert.deepEqual(
      [result, enrichment],
      [
        'Safe to Send',
        {
          fullName: 'John Smith',
          firstName: 'John',
          lastName: 'Smith',
          photo: '',
          inferred: ['fullName', 'firstName', 'lastName'],
        },
      ],
    );
    assert.equal(rest.balance, balance - 1);
  });

  const rows: readonly (readonly [email: string, data: Record<string, string>])[] = [
    [
      'hank.scorpio@globex.com',
      {
        fullname: 'Hank Scorpio',
        firstname: 'Hank',
        lastname: 'Scorpio',
        domain: 'globex.com',
        mail_host: 'google workspace',
      },
    ],
    ['info@initech.com', { domain: 'initech.com', mail_host: 'microsoft 365' }],
    ['octocat@github.com', { organization: 'GitHub', domain: 'github.com', mail_host: 'google workspace' }],
    ['sales@acme.com', { domain: 'acme.com', mail_host: 'own' }],
    [
      'jane.doe@gmail.com',
      { fullname: 'Jane Doe', firstname: 'Jane', lastname: 'Doe', domain: 'gmail.com', mail_host: 'free provider' },
    ],
    ['jane@no-such-domain.com', { domain: 'no-such-domain.com' }],
  ];
  for (const [email, data] of rows)
    it(`infers data from ${email} for free`, async () => {
      const { balance } = await client.balance();
      const { inferred, ...found } = (await client.reverse(email)).data;
      assert.deepEqual(found, data);
      assert.deepEqual([...(inferred as string[])].sort(), Object.keys(data).sort());
      assert.equal((await client.balance()).balance, balance);
    });

  it('meets no fault on the way', () => assert.deepEqual(faults, []));
});
