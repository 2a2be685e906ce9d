import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TLSSocket } from 'node:tls';
import { createMailboxProbe } from '../../../src/service/probe/index.js';
import type { ProbeEvidence } from '../../../src/service/verdict/index.js';
import { listen } from './raw-host.js';
import { selfSigned } from './self-signed.js';

interface Secretive {
  /** What is said to MAIL or RCPT in clear. */
  readonly refuses: 'MAIL' | 'RCPT';
  readonly with: string;
  /** What is said to STARTTLS. */
  readonly startTls?: string;
  readonly extensions?: readonly string[];
}

/** A host that wants to be asked over TLS. */
async function secretive({
  refuses,
  with: refusal,
  startTls = '220 2.0.0 Go ahead',
  extensions = ['STARTTLS', 'PIPELINING'],
}: Secretive) {
  const inClear: string[] = [];
  const encrypted: string[] = [];
  const host = await listen((socket) => {
    const greeting = (offered: readonly string[]) =>
      `${['250-mx.acme.com', ...offered.map((text) => `250-${text}`), '250 HELP'].join('\r\n')}\r\n`;
    let isSecure = false;
    socket.write('220 mx.acme.com\r\n');
    socket.on('line', (line: string) => {
      if (isSecure) return;
      inClear.push(line);
      if (line.startsWith('EHLO')) return socket.write(greeting(extensions));
      if (line !== 'STARTTLS') return socket.write(line.startsWith(refuses) ? `${refusal}\r\n` : '250 OK\r\n');
      socket.write(`${startTls}\r\n`);
      if (!startTls.startsWith('220')) return;
      isSecure = true;
      socket.removeAllListeners('data');
      const secure = new TLSSocket(socket, { isServer: true, ...selfSigned });
      secure.on('error', () => secure.destroy());
      secure.on('data', (bytes: Buffer) => {
        for (const command of bytes.toString().split('\r\n').filter(Boolean)) {
          encrypted.push(command);
          if (command.startsWith('EHLO')) secure.write(greeting(['PIPELINING']));
          else
            secure.write(
              command.startsWith('RCPT TO:<r4nd0m')
                ? '550 5.1.1 No such user\r\n'
                : `250 ${command === 'RSET' ? 'Flushed' : 'OK'}\r\n`,
            );
        }
      });
    });
  });
  const probe = createMailboxProbe({
    ...{
      port: host.port,
      helo: 'check.own.com',
      mailFrom: 'probe@own.com',
      randomLocalPart: () => 'r4nd0m',
      allowLoopback: true,
    },
    ...{ connectTimeoutMs: 500, replyTimeoutMs: 1000, recipientsPerSession: 2 },
  });
  const ask = async () => {
    const hosts = [{ name: 'mx.acme.com', preference: 0, addresses: ['127.0.0.1'] }];
    return outcomeOf(await probe(hosts, { localPart: 'jane', asciiDomain: 'acme.com' }, { timeoutMs: 4000 }));
  };
  const outcome = await ask();
  const later = [await ask(), await ask()];
  probe.close();
  await host.close();
  return { outcome, later, inClear, encrypted };
}

const outcomeOf = (evidence: ProbeEvidence): string => {
  if (evidence.outcome === 'accepted') return `accepted, random ${evidence.random}`;
  return evidence.outcome === 'refused' || evidence.outcome === 'session-refused'
    ? `${evidence.outcome}: ${evidence.meaning}`
    : evidence.outcome;
};

describe('a host that requires STARTTLS', () => {
  for (const [refuses, refusal] of [
    ['MAIL', '530 5.7.0 Must issue a STARTTLS command first'],
    ['RCPT', '530 Must issue a STARTTLS command first'],
    ['MAIL', '451 5.7.0 TLS is required'],
  ] as const) {
    it(`before ${refuses} is asked again over TLS, without checking its certificate: ${refusal}`, async () => {
      const { outcome, later, encrypted } = await secretive({ refuses, with: refusal });
      assert.deepEqual(
        [outcome, ...later],
        Array.from({ length: 3 }, () => 'accepted, random refused'),
      );
      // Two sessions, each greeted, and once again behind the first transaction.
      assert.equal(encrypted.filter((command) => command.startsWith('EHLO')).length, 4);
      assert.deepEqual(encrypted.slice(0, 3), [
        'EHLO check.own.com',
        'MAIL FROM:<probe@own.com>',
        'RCPT TO:<jane@acme.com>',
      ]);
    });
  }

  it('and does not offer it keeps its refusal', async () => {
    const { outcome, inClear } = await secretive({
      refuses: 'MAIL',
      with: '530 5.7.0 Must issue a STARTTLS command first',
      extensions: [],
    });
    assert.equal(outcome, 'session-refused: auth-or-relay');
    assert.ok(!inClear.includes('STARTTLS'));
  });

  it('and fails to start it keeps its refusal', async () => {
    const { outcome } = await secretive({
      refuses: 'RCPT',
      with: '530 5.7.0 Must issue a STARTTLS command first',
      startTls: '454 4.7.0 Not now',
    });
    assert.equal(outcome, 'refused: auth-or-relay');
  });

  for (const startTls of ['220 Go ahead\r\n250 OK', '220 Go ahead\r\n250-mx']) {
    it(`and sends extra replies before TLS keeps its refusal: ${JSON.stringify(startTls)}`, async () => {
      const { outcome, encrypted } = await secretive({
        refuses: 'RCPT',
        with: '530 5.7.0 Must issue a STARTTLS command first',
        startTls,
      });
      assert.deepEqual([outcome, encrypted], ['refused: auth-or-relay', []]);
    });
  }

  it('is the only kind asked over TLS: others are asked in clear', async () => {
    const { outcome, inClear } = await secretive({ refuses: 'RCPT', with: '550 5.1.1 No such user' });
    assert.equal(outcome, 'refused: mailbox-missing');
    assert.ok(!inClear.includes('STARTTLS'));
  });
});
