import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { onFreePort } from '../../../demo/world/loopback.js';

const HEADER = 12;
const A = 1;
const MX = 15;
const ANSWER = 0x8180;
const NO_SUCH_NAME = 0x8183;
const TTL = 300;

/** Domains under it do not exist. */
export const VOID = 'void-mail.com';

/** The name as it stands in a question, and where the question ends. */
const readQuestion = (message: Buffer): { name: string; end: number; type: number } => {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = message[at] ?? 0; length; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
};

/** Mail host 300, `mx300.load-mail.com`, is at 127.1.1.44: there are addresses for 65,000. */
export const addressOf = (number: number): string => `127.1.${(number >> 8) & 255}.${number & 255}`;

/** A record of the name asked for (a pointer to the question) with its data. */
const record = (type: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | HEADER, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(TTL, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
};

/** `mx<host>.load-mail.com` with preference 10. */
const exchange = (host: number): Buffer => {
  const labels = [`mx${host}`, 'load-mail', 'com'].map((label) =>
    Buffer.concat([Buffer.of(label.length), Buffer.from(label)]),
  );
  return record(MX, Buffer.concat([Buffer.of(0, 10), ...labels, Buffer.of(0)]));
};

const address = (host: number): Buffer => record(A, Buffer.from(addressOf(host).split('.').map(Number)));

/** Where lists are hosted: the name that the tests' own certificate is good for. */
export const LISTS = 'mx.self-signed.com';

const recordsOf = (name: string, type: number, hosts: number): Buffer[] => {
  if (name === LISTS) return type === A ? [record(A, Buffer.of(127, 0, 0, 1))] : [];
  const [, kind, digits] = /^(d|mx)(\d+)\./.exec(name) ?? [];
  const number = Number(digits);
  if (kind === 'd' && type === MX) return [exchange(number % hosts)];
  return kind === 'mx' && type === A ? [address(number)] : [];
};

const answerTo = (message: Buffer, hosts: number): Buffer => {
  const { name, type, end } = readQuestion(message);
  const head = Buffer.from(message.subarray(0, end));
  const isVoid = name.endsWith(VOID);
  const records = isVoid ? [] : recordsOf(name, type, hosts);
  head.writeUInt16BE(isVoid ? NO_SUCH_NAME : ANSWER, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records]);
};

/**
 * A name server that is made for load: it computes its answers from the names, each `delayMs` after the question. Every domain
 * has one of so many mail hosts, each with one IPv4 address.
 */
export const startLeanDns = async (
  delayMs: number,
  hosts: number,
): Promise<{ readonly dns: string; readonly asked: () => number; close(): void }> => {
  let asked = 0;
  return onFreePort(async (port) => {
    const socket = createSocket({ type: 'udp4', recvBufferSize: 4 << 20 });
    socket.on('message', (message, { port: to, address }) => {
      asked += 1;
      const answer = answerTo(message, hosts);
      const send = () => socket.send(answer, to, address, () => undefined);
      if (delayMs) setTimeout(send, delayMs);
      else send();
    });
    socket.bind(port, '127.0.0.1');
    await once(socket, 'listening');
    return { dns: `127.0.0.1:${port}`, asked: () => asked, close: () => socket.close() };
  });
};
