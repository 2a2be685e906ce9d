import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMailboxProbe } from '../../../src/service/probe/index.js';
import { brief, options } from './meeting.js';
import { scripted, usual } from './scripted-host.js';

/** What comes of a reply to RCPT at a host of a name. */
async function saidBy(name: string, reply: string): Promise<string> {
  const host = await scripted({ say: (command) => (command.startsWith('RCPT') ? reply : usual(command)) });
  const probe = createMailboxProbe({ ...options, port: host.port });
  try {
    const hosts = [{ name, preference: 0, addresses: ['127.0.0.1'] }];
    return brief(await probe(hosts, { localPart: 'jane', asciiDomain: 'acme.com' }, { timeoutMs: 5000 }));
  } finally {
    probe.close();
    await host.close();
  }
}

describe("a host's own wording", () => {
  const directory = '554 5.7.1 <jane@acme.com>: Recipient address rejected: Access denied';
  for (const [meaning, reply, name] of [
    ['mailbox-missing', '550 #5.1.0 Address rejected.', 'mx.acme.com'],
    ['mailbox-missing', '550 #5.1.0 Address rejected. jane@acme.com', 'mx.acme.com'],
    ['mailbox-missing', '550 5.1.0 Address rejected.', 'mx1.hc1-2.iphmx.com'],
    ['other', '550 5.1.0 Address rejected.', 'mx.acme.com'],
    ['blocked-or-policy', '550 #5.1.0 Address rejected: your IP address is blocked', 'mx.acme.com'],
    ['rate-or-temporary', '450 #5.1.0 Address rejected.', 'mx.acme.com'],
    ['mailbox-disabled', '550 5.2.1 Boîte du destinataire archivée. OFR_416', 'smtp-in.orange.fr'],
    ['mailbox-disabled', '550 Boite du destinataire archivee', 'smtp-in.wanadoo.fr'],
    ['mailbox-missing', directory, 'acme.in.tmes.trendmicro.com'],
    ['blocked-or-policy', directory, 'mx.acme.com'],
    ['blocked-or-policy', directory, 'trendmicro.com.acme.com'],
  ] as const) {
    it(`"${reply}" at ${name}: ${meaning}`, async () => assert.equal(await saidBy(name, reply), `refused: ${meaning}`));
  }
});
