import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { startDnsServer } from '../../demo/world/index.js';
import { openAccounts } from '../../src/service/index.js';
import { listen } from '../service/probe/raw-host.js';
import { startServing } from './serving.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-port-'));
after(() => rmSync(folder, { recursive: true }));
const secret = 'a secret of the test';

it('email-check serve notices that the port of mail hosts is closed, asks none, charges nothing and says so', async () => {
  // Each domain is its own mail host, in one of six networks of this machine where nothing listens.
  const dns = await startDnsServer({
    answer: ({ name, type }) => ({
      rcode: 'NOERROR',
      answers: type === 'A' ? [{ name, type, data: `127.${10 + (Number(/\d+/.exec(name)?.[0]) % 6)}.0.9` }] : [],
    }),
  });
  const closed = await listen(() => undefined);
  const { port } = closed;
  await closed.close();
  const database = join(folder, 'a.sqlite');
  const { accounts, close } = await openAccounts({ database, secret });
  const { id: account } = await accounts.createAccount({ name: 'Shop', credits: 100 });
  const { key } = await accounts.createKey({ account, kind: 'private' });
  await close();
  const serving = await startServing({
    ...{ database, secret, canary: 'off', 'dns-servers': dns.dns, 'smtp-port': String(port), 'allow-loopback': 'on' },
    doctor: 'off',
  });
  const ask = async (at: number) =>
    (await (await fetch(`${serving.url}/v1/?api=${key}&email=user@domain${at}.com`)).json()) as {
      readonly service: { readonly result: string };
      readonly balance: string;
    };
  const ready = async (): Promise<unknown> => (await fetch(`${serving.url}/readyz`)).json();
  for (let at = 0; at < 25; at++) {
    const { service, balance } = await ask(at);
    assert.deepEqual([service.result, balance], ['Unknown', '100']);
  }
  assert.deepEqual(await ready(), { success: '1', store: 'up', resolver: 'up', mail_port: 'closed' });
  const figures = await (await fetch(`${serving.url}/metrics`)).text();
  serving.child.kill();
  await serving.exited;
  await dns.close();
  const warnings = serving
    .logged()
    .split('\n')
    .filter((line) => line.includes('"level":"warn"'));
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', new RegExp(`Port ${port} of mail hosts seems to be closed .* --socks5`));
  assert.match(figures, /^email_check_smtp_probes_total\{outcome="unreachable",meaning=""\} 25$/m);
});
