import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import {
  decode,
  encode,
  streamEncode,
  TRUNCATED_RESPONSE,
  type Answer,
  type DecodedPacket,
  type Packet,
} from 'dns-packet';
import { answersFromZone, parseZone, startDnsServer, type DnsServer } from '../../../demo/world/index.js';

const MANY = 40;
const ZONE = parseZone(`
domain acme.com
  mx 10 mx1.mail.acme.com
  mx 20 mx2.mail.acme.com
  mailboxes jane.doe
host mx2.mail.acme.com 127.0.0.3 ::1
domain null.com
  mx 0 .
domain a-only.com
  address 127.0.0.1
  mailboxes jane.doe
domain six-only.com
  address ::1
  mailboxes jane.doe
domain lost.com
  mx 10 mx.lost.com
  mailboxes jane.doe
host mx.lost.com none
domain inside.com
  mx 10 mx.inside.com
  mailboxes jane.doe
host mx.inside.com 10.0.0.1
domain empty.com
  dns empty
domain servfail.com
  dns servfail
domain silent.com
  dns silent
domain broken.com
  dns broken
domain loop.com
  dns loop
domain many.com
  kind accept-all
${Array.from({ length: MANY }, (_, index) => `  mx ${index} mx${index}.many.com`).join('\n')}
`);

describe('the DNS server', () => {
  let server: DnsServer;
  let resolver: Resolver;
  before(async () => {
    server = await startDnsServer({ answer: answersFromZone(ZONE) });
    resolver = new Resolver({ timeout: 2000, tries: 1 });
    resolver.setServers([server.dns]);
  });
  after(() => server.close());

  const failure = (question: Promise<unknown>) =>
    question.then(
      (answer) => answer,
      (error: NodeJS.ErrnoException) => error.code,
    );

  it('uses a free port below those of outgoing connections', () => {
    assert.ok(server.port >= 20_000 && server.port < 32_768);
    assert.equal(server.dns, `127.0.0.1:${server.port}`);
  });

  it('answers MX with preferences, and the hosts with their addresses', async () => {
    assert.deepEqual(await resolver.resolveMx('acme.com'), [
      { priority: 10, exchange: 'mx1.mail.acme.com' },
      { priority: 20, exchange: 'mx2.mail.acme.com' },
    ]);
    assert.deepEqual(await resolver.resolve4('mx1.mail.acme.com'), ['127.0.0.1']);
    assert.deepEqual(await resolver.resolve4('mx2.mail.acme.com'), ['127.0.0.3']);
    assert.deepEqual(await resolver.resolve6('mx2.mail.acme.com'), ['::1']);
  });

  it('compares names without case', async () => {
    assert.equal((await resolver.resolveMx('ACME.Com')).length, 2);
  });

  it('answers a null MX as preference 0 and the root', async () => {
    assert.deepEqual(await resolver.resolveMx('null.com'), [{ priority: 0, exchange: '' }]);
  });

  it('has no MX for a domain with only an address record', async () => {
    assert.equal(await failure(resolver.resolveMx('a-only.com')), 'ENODATA');
    assert.deepEqual(await resolver.resolve4('a-only.com'), ['127.0.0.1']);
    assert.equal(await failure(resolver.resolve6('a-only.com')), 'ENODATA');
  });

  it('has AAAA and no A for a domain that only IPv6 reaches', async () => {
    assert.deepEqual(await resolver.resolve6('six-only.com'), ['::1']);
    assert.equal(await failure(resolver.resolve4('six-only.com')), 'ENODATA');
  });

  it('answers with private addresses if the zone says so', async () => {
    assert.deepEqual(await resolver.resolve4('mx.inside.com'), ['10.0.0.1']);
  });

  it('answers NXDOMAIN outside the zone, and for a lost mail host', async () => {
    assert.equal(await failure(resolver.resolveMx('no-such-domain.com')), 'ENOTFOUND');
    assert.equal(await failure(resolver.resolve4('mx.lost.com')), 'ENOTFOUND');
  });

  it('has names between a host and the root, without records', async () => {
    assert.equal(await failure(resolver.resolve4('mail.acme.com')), 'ENODATA');
  });

  it('has no records for an empty domain, and no records of other types', async () => {
    assert.equal(await failure(resolver.resolveMx('empty.com')), 'ENODATA');
    assert.equal(await failure(resolver.resolveTxt('acme.com')), 'ENODATA');
  });

  it('fails if the zone says servfail', async () => {
    assert.equal(await failure(resolver.resolveMx('servfail.com')), 'ESERVFAIL');
  });

  it('garbles its answer if the zone says broken', async () => {
    assert.equal(await failure(resolver.resolveMx('broken.com')), 'EBADRESP');
  });

  it('answers with an alias of itself if the zone says loop', async () => {
    assert.deepEqual(await resolver.resolveCname('loop.com'), ['loop.com']);
    assert.deepEqual(await resolver.resolveMx('loop.com'), []);
  });

  it('does not answer if the zone says silent, and logs the question', async () => {
    const impatient = new Resolver({ timeout: 50, tries: 1 });
    impatient.setServers([server.dns]);
    assert.equal(await failure(impatient.resolveMx('silent.com')), 'ETIMEOUT');
    assert.deepEqual(server.questions.at(-1), { name: 'silent.com', type: 'MX', over: 'udp', answer: 'silence' });
  });

  it('truncates an answer that is too large for UDP, and sends it whole over TCP', async () => {
    const [cut] = await askUdp(server, [encode(mxQuery(7, 'many.com'))]);
    assert.ok(cut);
    assert.notEqual((cut.flags ?? 0) & TRUNCATED_RESPONSE, 0);
    assert.deepEqual(cut.answers, []);

    assert.equal((await resolver.resolveMx('many.com')).length, MANY);
    assert.equal(server.questions.at(-1)?.over, 'tcp');
  });

  it('uses the room that the asker offers over UDP, up to 1232 octets', async () => {
    const opt: Answer = {
      type: 'OPT',
      name: '.',
      udpPayloadSize: 4096,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: 0,
      flag_do: false,
      options: [],
    };
    const [answer] = await askUdp(server, [encode({ ...mxQuery(8, 'acme.com'), additionals: [opt] })]);
    assert.ok(answer);
    assert.equal(answer.answers?.length, 2);
    assert.equal(answer.additionals?.[0]?.type, 'OPT');
    const [large] = await askUdp(server, [encode({ ...mxQuery(9, 'many.com'), additionals: [opt] })]);
    assert.notEqual((large?.flags ?? 0) & TRUNCATED_RESPONSE, 0);
  });

  it('reads questions over TCP however they are cut into segments', async () => {
    const stream = Buffer.concat([streamEncode(mxQuery(1, 'acme.com')), streamEncode(mxQuery(2, 'null.com'))]);
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.setNoDelay(true);
    let received = Buffer.alloc(0);
    const both = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        const first = received.length > 2 ? 2 + received.readUInt16BE(0) : Infinity;
        if (received.length > first + 2 && received.length === first + 2 + received.readUInt16BE(first)) resolve();
      });
    });
    for (const octet of stream.subarray(0, -20)) socket.write(Buffer.of(octet));
    socket.write(stream.subarray(-20));
    await both;
    socket.destroy();
    const first = 2 + received.readUInt16BE(0);
    assert.deepEqual(
      [received, received.subarray(first)].map((each) => decode(each.subarray(2)).id),
      [1, 2],
    );
  });

  it('answers FORMERR to malformed messages, and NOTIMP to other operations', async () => {
    const bare = encode({ type: 'query', id: 3, questions: [] });
    const status = encode({ ...mxQuery(4, 'acme.com'), flags: 2 << 11 });
    const cut = encode(mxQuery(5, 'acme.com')).subarray(0, 20);
    const answers = await askUdp(server, [bare, status, cut]);
    const rcodes = answers.map(({ id, flags = 0 }) => [id, flags & 0xf]);
    assert.deepEqual(rcodes.sort(), [
      [3, 1],
      [4, 4],
      [5, 1],
    ]);
  });

  it('does not answer an answer', async () => {
    const answers = await askUdp(
      server,
      [encode({ ...mxQuery(10, 'acme.com'), type: 'response' }), encode(mxQuery(11, 'acme.com'))],
      1,
    );
    assert.deepEqual(
      answers.map(({ id }) => id),
      [11],
    );
  });

  it('answers unknown types', async () => {
    const query = encode(mxQuery(12, 'acme.com'));
    query.writeUInt16BE(65, query.length - 4);
    const [answer] = await askUdp(server, [query]);
    assert.equal((answer?.flags ?? 0) & 0xf, 0);
    assert.deepEqual(answer?.answers, []);
    assert.equal(answer?.authorities?.[0]?.type, 'SOA');
  });
});

describe('starting a DNS server', () => {
  const answer = answersFromZone(ZONE);

  it('refuses every address but loopback', async () => {
    await assert.rejects(
      startDnsServer({ answer, address: '0.0.0.0' }),
      /listens on loopback only, not on "0\.0\.0\.0"/,
    );
  });

  it('refuses an invalid port', async () => {
    await assert.rejects(startDnsServer({ answer, port: 70_000 }), RangeError);
  });

  it('leaves no socket open when its port is in use for TCP', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await assert.rejects(startDnsServer({ answer, port }), { code: 'EADDRINUSE' });
    taken.close();
    await once(taken, 'close');
    const server = await startDnsServer({ answer, port });
    await server.close();
  });

  it('forgets the oldest questions beyond a thousand', async () => {
    const server = await startDnsServer({ answer: () => ({ rcode: 'NXDOMAIN', answers: [] }) });
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    const last = new Promise<void>((resolve) => {
      let octets = 0;
      const each = 2 + encode({ ...mxQuery(0, 'q1000.com') }).length;
      socket.on('data', (chunk) => {
        octets += chunk.length;
        if (octets > 1001 * each) resolve();
      });
    });
    socket.write(
      Buffer.concat(Array.from({ length: 1001 }, (_, index) => streamEncode(mxQuery(index, `q${1000 + index}.com`)))),
    );
    await last;
    socket.destroy();
    await server.close();
    assert.equal(server.questions.length, 1000);
    assert.equal(server.questions[0]?.name, 'q1001.com');
  });
});

function mxQuery(id: number, name: string): Packet {
  return { type: 'query', id, questions: [{ type: 'MX', name }] };
}

/** Sends messages over UDP and waits for `count` answers, as many as messages by default. */
async function askUdp(
  server: DnsServer,
  messages: readonly Buffer[],
  count = messages.length,
): Promise<DecodedPacket[]> {
  const socket = createSocket('udp4');
  const answers: DecodedPacket[] = [];
  const all = new Promise<void>((resolve) => {
    socket.on('message', (message) => {
      answers.push(decode(message));
      if (answers.length === count) resolve();
    });
  });
  for (const message of messages) socket.send(message, server.port, '127.0.0.1');
  await all;
  socket.close();
  return answers;
}
