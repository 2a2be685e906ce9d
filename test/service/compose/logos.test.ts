import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startDnsServer } from '../../../demo/world/index.js';
import { readConfig } from '../../../src/service/index.js';
import { monogram } from '../../../src/service/logo/index.js';
import { serviceFromConfig } from '../../../src/service/compose/compose.js';

/** What the DNS is asked for a domain's logo, where every name is this machine. */
const askedFor = async (domain: string, flags: Record<string, string>) => {
  const dns = await startDnsServer({
    answer: ({ type, name }) => ({
      rcode: 'NOERROR',
      answers: type === 'A' ? [{ type, name, data: '127.0.0.1' }] : [],
    }),
  });
  const config = readConfig({
    flags: { database: ':memory:', secret: 'a secret of the test', 'dns-servers': dns.dns, canary: 'off', ...flags },
  });
  const service = await serviceFromConfig({ ...config, secret: 'a secret of the test' });
  try {
    const answer = await service.fetch(new Request(`http://localhost/logo/${domain}`));
    const isMonogram = Buffer.from(await answer.arrayBuffer()).equals(await monogram(domain));
    return {
      names: new Set(dns.questions.map(({ name }) => name.toLowerCase())),
      isMonogram,
      age: answer.headers.get('Cache-Control'),
    };
  } finally {
    await service.close();
    await dns.close();
  }
};

it('looks sites up at the configured name server, and contacts none on this machine', async () => {
  const { names, isMonogram, age } = await askedFor('shop.com', {});
  assert.deepEqual([[...names].sort(), isMonogram, age], [['shop.com', 'www.shop.com'], true, 'public, max-age=86400']);
});

it('draws brand icons, and none if they are turned off', async () => {
  assert.equal((await askedFor('github.com', { 'site-logos': 'off' })).isMonogram, false);
  assert.equal((await askedFor('github.com', { 'site-logos': 'off', 'brand-logos': 'off' })).isMonogram, true);
});

it('visits no site if the option is off, and none of a disposable domain', async () => {
  const { names, isMonogram } = await askedFor('shop.com', { 'site-logos': 'off' });
  assert.deepEqual([names.size, isMonogram], [0, true]);
  assert.equal((await askedFor('mailinator.com', {})).names.size, 0);
});
