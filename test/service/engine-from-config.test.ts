import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startDnsServer } from '../../demo/world/index.js';
import { engineFromConfig } from '../../src/service/engine-from-config.js';
import { readConfig } from '../../src/service/index.js';
import { answering } from './probe/raw-host.js';
import { nothingKnown } from './verdict/names.js';


it('keeps that a mailbox was accepted where the random address is never answered', async () => {
  const host = await answering({ EHLO: '250 mx.acme.com', MAIL: '250 OK', RSET: '250 OK', RCPT: ['250 OK'] });
  const dns = await startDnsServer({
    answer: ({ type, name }) => ({ rcode: 'NOERROR', answers: type === 'A' ? [{ type, name, data: '127.0.0.1' }] : [] }),
  });
  const config = readConfig({
    flags: { 'dns-servers': dns.dns, 'smtp-port': String(host.port), 'allow-loopback': 'on', helo: 'localhost', 'verdict-timeout': '2000' },
  });
  const engine = engineFromConfig(config, nothingKnown);
  const { evidence } = await engine.verify('jane@acme.com');
  await Promise.all([engine.close(), dns.close(), host.close()]);
  assert.ok(typeof evidence.probe === 'object' && evidence.probe.outcome === 'accepted');
  assert.equal(evidence.probe.random, 'inconclusive');
  assert.equal(evidence.gaveUp, undefined);
  assert.equal(host.lines.filter((line) => line.startsWith('RCPT')).length, 2);
});
