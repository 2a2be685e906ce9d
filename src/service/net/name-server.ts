import net from 'node:net';

/** Octets of the header of a DNS message (RFC 1035 §4.1.1), and of the length before it over TCP (§4.2.2). */
const HEADER_OCTETS = 12;
const LENGTH_OCTETS = 2;
const MX = 15;
const IN = 1;
const RECURSION_DESIRED = 0x0100;
const RESPONSE = 0x80;

const ID = 0x6563;

/** A question for the mail hosts of a domain, with its length before it. */
const questionFor = (asciiDomain: string): Buffer => {
  const labels = asciiDomain.split('.').flatMap((label) => [label.length, ...Buffer.from(label, 'latin1')]);
  const header = [ID >> 8, ID & 255, RECURSION_DESIRED >> 8, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  const message = Buffer.from([...header, ...labels, 0, 0, MX, 0, IN]);
  return Buffer.concat([Buffer.from([message.length >> 8, message.length & 255]), message]);
};

const isAnswer = (bytes: Buffer): boolean =>
  bytes.length >= LENGTH_OCTETS + HEADER_OCTETS &&
  bytes.readUInt16BE(LENGTH_OCTETS) === ID &&
  ((bytes[LENGTH_OCTETS + 2] ?? 0) & RESPONSE) !== 0;

/** A name server as resolvers write it: `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53`, `[2001:db8::53]:5353`. */
const placeOf = (server: string): { readonly host: string; readonly port: number } => {
  const [, bracketed, bracketedPort] = /^\[([^\]]*)\](?::(\d+))?$/.exec(server) ?? [];
  if (bracketed !== undefined) return { host: bracketed, port: Number(bracketedPort ?? 53) };
  const [host = '', port = '53', ...more] = server.split(':');
  return more.length > 0 ? { host: server, port: 53 } : { host, port: Number(port) };
};

/**
 * Whether a name server answers over TCP (RFC 7766), where answers are asked for that are too long for UDP. It is the operator's own or the
 * system's, and may be anywhere. Never rejects.
 */
export const answersOverTcp = (
  server: string,
  asciiDomain: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
): Promise<boolean> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const socket = net.connect(placeOf(server));
    const settle = (answers: boolean) => {
      clearTimeout(late);
      signal?.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve(answers);
    };
    const giveUp = () => settle(false);
    const late = setTimeout(giveUp, timeoutMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    let received: Buffer = Buffer.alloc(0);
    socket.on('connect', () => socket.write(questionFor(asciiDomain)));
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      // The header says enough.
      if (received.length >= LENGTH_OCTETS + HEADER_OCTETS) settle(isAnswer(received));
    });
    socket.on('error', giveUp).on('close', giveUp);
  });
