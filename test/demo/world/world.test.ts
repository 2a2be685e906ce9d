import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { createServer, connect } from 'node:net';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { adaptZone } from '../../../demo/world/adapt-zone.js';
import { parseZone, startDnsServer, startWorld, type World } from '../../../demo/world/index.js';
import { Dialogue } from './dialogue.js';

describe('the mail world', () => {
  it('leads from a domain to its mail host and to a mailbox', async () => {
    await withWorld({}, async (world) => {
      const resolver = resolverOf(world);
      const [exchange] = (await resolver.resolveMx('gmail.com')).sort((a, b) => a.priority - b.priority);
      assert.equal(exchange?.exchange, 'gmail-smtp-in.l.google.com');
      const [address] = await resolver.resolve4(exchange.exchange);
      const dialogue = await Dialogue.ready(world.smtpPort, address);
      assert.equal(await dialogue.say('RCPT TO:<jane.doe@gmail.com>'), '250 2.1.5 Accepted');
      assert.equal(await dialogue.say('RCPT TO:<nobody@gmail.com>'), '550 5.1.1 <nobody@gmail.com> No such user here');
      dialogue.close();
      assert.deepEqual(
        world.questions.map(({ name, type }) => `${type} ${name}`),
        ['MX gmail.com', 'A gmail-smtp-in.l.google.com'],
      );
      assert.equal(world.sessions.length, 1);
    });
  });

  it('picks ports below those of outgoing connections, and uses ports that it is given', async () => {
    const [dnsPort, smtpPort] = await withWorld(
      {},
      (world) => [Number(world.dns.split(':')[1]), world.smtpPort] as const,
    );
    assert.ok(dnsPort >= 20_000 && dnsPort < 32_768);
    assert.ok(smtpPort >= 20_000 && smtpPort < 32_768);
    await withWorld({ dnsPort, smtpPort }, (world) => {
      assert.equal(world.dns, `127.0.0.1:${dnsPort}`);
      assert.equal(world.smtpPort, smtpPort);
    });
  });

  it('has a listener and banner for each host with its own address', async (t) => {
    const zone = parseZone('domain acme.com\nmx 10 mx.acme.com\nmailboxes jane.doe\nhost mx.acme.com 127.0.0.7');
    await withWorld({ zone }, async (world) => {
      const [address] = await resolverOf(world).resolve4('mx.acme.com');
      if (world.notes.length > 0) {
        assert.equal(address, '127.0.0.1');
        return t.skip('this machine has 127.0.0.1 alone');
      }
      assert.equal(address, '127.0.0.7');
      const dialogue = await Dialogue.open(world.smtpPort, address);
      assert.equal(await dialogue.reply(), '220 mx.acme.com ESMTP');
      dialogue.close();
    });
  });

  it('reaches a domain over IPv6 only, or leaves it out with a warning', async () => {
    await withWorld({}, async (world) => {
      const name = 'ipv6-only.net-trouble.com';
      if (!world.zone.domains.has(name)) {
        assert.match(world.notes.join(), /ipv6-only\.net-trouble\.com.* is left out/);
        return;
      }
      const [address] = await resolverOf(world).resolve6(name);
      const dialogue = await Dialogue.ready(world.smtpPort, address);
      assert.equal(await dialogue.say(`RCPT TO:<jane.doe@${name}>`), '250 2.1.5 Accepted');
      dialogue.close();
    });
  });

  it('has no listener at a closed host', async () => {
    await withWorld({}, async (world) => {
      const [address = ''] = await resolverOf(world).resolve4('mx.unreachable.net-trouble.com');
      const socket = connect(world.smtpPort, address);
      await assert.rejects(once(socket, 'connect'), { syscall: 'connect' });
    });
  });

  it('reports a zone file that cannot be read', async () => {
    await assert.rejects(
      startWorld({ zone: new URL(import.meta.url) }),
      /world\.test\.ts, line 1: "import" belongs to a domain/,
    );
  });

  it('leaves no listener behind when DNS cannot start', async () => {
    const other = await startDnsServer({ answer: () => 'silence' });
    const smtpPort = await withWorld({}, (world) => world.smtpPort);
    await assert.rejects(startWorld({ smtpPort, dnsPort: other.port }), { code: 'EADDRINUSE' });
    await other.close();
    const free = createServer().listen(smtpPort, '127.0.0.1');
    await once(free, 'listening');
    free.close();
  });

  it('closes waiting connections, so that the process can exit', async () => {
    const program = `
      import { connect } from 'node:net';
      import { once } from 'node:events';
      import { startWorld } from ${JSON.stringify(new URL('../../../demo/world/index.ts', import.meta.url).href)};
      const world = await startWorld();
      const smtp = connect(world.smtpPort, '127.0.0.1');
      const dns = connect(Number(world.dns.split(':')[1]), '127.0.0.1');
      await Promise.all([once(smtp, 'data'), once(dns, 'connect')]);
      const began = performance.now();
      await Promise.all([world.close(), world.close()]);
      console.log(performance.now() - began < 2000 ? 'closed at once' : 'closed late');
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', program],
      { timeout: 20_000 },
    );
    assert.equal(stdout, 'closed at once\n');
  });
});

describe('a zone on a machine without some of its addresses', () => {
  const zone = parseZone(`
domain six.com
  address ::1
  mailboxes jane.doe
domain six-host.com
  mx 10 mx.six-host.com
  mailboxes jane.doe
host mx.six-host.com ::1
domain both.com
  mx 10 mx.both.com
  mailboxes jane.doe
host mx.both.com 127.0.0.5 ::1
`);

  it('is served unchanged if nothing is missing', () => {
    assert.deepEqual(adaptZone(zone, new Set()), { zone, notes: [] });
  });

  it('loses domains that only IPv6 reaches, and moves the others to 127.0.0.1', () => {
    const adapted = adaptZone(zone, new Set(['::1', '127.0.0.5']));
    assert.deepEqual([...adapted.zone.domains.keys()], ['both.com']);
    assert.deepEqual(adapted.zone.hosts.get('mx.both.com')?.addresses, ['127.0.0.1']);
    assert.equal(adapted.notes.length, 3);
  });
});

function resolverOf(world: World): Resolver {
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  resolver.setServers([world.dns]);
  return resolver;
}

async function withWorld<T>(
  options: Parameters<typeof startWorld>[0],
  use: (world: World) => T | Promise<T>,
): Promise<T> {
  const world = await startWorld(options);
  try {
    return await use(world);
  } finally {
    await world.close();
  }
}
