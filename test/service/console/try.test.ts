import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { startWorld } from '../../../demo/world/index.js';
import { serviceFromConfig } from '../../../src/service/compose/compose.js';
import { readConfig } from '../../../src/service/index.js';
import type { TryInfo } from '../../../src/wire/console/index.js';
import { listenSomewhere } from '../app/fixture.js';
import { cookieOf, pageAt } from './fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-try-'));
const world = await startWorld();
const flags = {
  ...{ database: join(folder, 'a.sqlite'), 'dns-servers': world.dns, canary: 'off', doctor: 'off', console: 'on' },
  ...{ 'smtp-port': String(world.smtpPort), 'allow-loopback': 'on', helo: 'check.own.com' },
};
const service = await serviceFromConfig({ ...readConfig({ flags }), secret: '0123456789abcdef' });
const { id: account } = await service.accounts.createAccount({ name: 'Shop', credits: 10 });
const { url } = await listenSomewhere(service);
const signedIn = await pageAt(url).call('signIn', { body: { token: await service.links.make(account) } });
const page = pageAt(url, cookieOf(signedIn));

after(async () => {
  await service.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

const tryAddress = (email: string) => page.ask('tryAddress', { parts: { account }, body: { email } });
const stagesOf = ({ steps }: TryInfo) => [...new Set(steps.map(({ stage }) => stage))];

describe('trying an address', () => {
  it('shows the text, the lists, DNS and the words of the mail host, with durations', async () => {
    const tried = await tryAddress('john.smith@acme.com');
    equal(tried.result, 'Safe to Send');
    deepEqual(stagesOf(tried), ['text', 'lists', 'dns', 'smtp']);
    equal(tried.credits, 1);
    equal(tried.balance, 9);
    match(tried.because, /accepts this address and refuses addresses that do not exist/);
    const dns = tried.steps.find(({ stage }) => stage === 'dns');
    equal(dns?.title, 'MX of acme.com');
    ok((dns?.milliseconds ?? -1) >= 0);
    ok(tried.steps.some(({ stage, milliseconds }) => stage === 'smtp' && milliseconds !== undefined));
    const smtp = tried.steps.filter(({ stage }) => stage === 'smtp');
    const replies = smtp.filter(({ detail }) => /^\d{3} /.test(detail));
    deepEqual(
      replies.map(({ title, detail }) => [title.split(/[ :]/)[0], detail.slice(0, 3)]),
      [
        ['Greeting', '220'],
        ['EHLO', '250'],
        ['MAIL', '250'],
        ['RCPT', '250'],
        ['RCPT', '550'],
      ],
    );
    equal(replies[3]?.title, 'RCPT TO:<john.smith@acme.com>');
    ok(replies.every(({ milliseconds }) => milliseconds !== undefined));
  });

  it('asks nobody about a text that is no address, nor about temporary domains', async () => {
    const faulty = await tryAddress('john smith@acme.com');
    deepEqual(stagesOf(faulty), ['text']);
    const gone = await tryAddress('jane@no-such-domain.com');
    equal(gone.result, 'Invalid');
    ok(gone.steps.some(({ detail }) => detail.includes('NXDOMAIN')));
    ok(!stagesOf(gone).includes('smtp'));
  });

  it('costs what a call costs, and has its limits', async () => {
    const { id: poor } = await service.accounts.createAccount({ name: 'Poor' });
    const response = await pageAt(url).call('signIn', { body: { token: await service.links.make(poor) } });
    const { status, error } = await pageAt(url, cookieOf(response)).refused('tryAddress', {
      parts: { account: poor },
      body: { email: 'john.smith@acme.com' },
    });
    equal(status, 409);
    match(error, /no credits left/);
  });

  it('uses a key that is not among the account’s', async () => {
    deepEqual(await page.ask('keys', { parts: { account } }), []);
  });

  it('refuses what is too long or no text', async () => {
    for (const email of ['', 7, 'x'.repeat(1_001), null])
      equal((await page.refused('tryAddress', { parts: { account }, body: { email } })).status, 400);
  });
});
