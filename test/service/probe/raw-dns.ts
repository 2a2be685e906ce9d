import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { decode, encode, TRUNCATED_RESPONSE, type Answer, type Packet, type Question } from 'dns-packet';
import { LOOPBACK, onFreePort } from '../../../demo/world/loopback.js';

/** An answer as it goes over the wire; `undefined` for a closed connection or silence. */
export type RawAnswer = (query: {
  readonly id: number;
  readonly question: Question;
  readonly over: 'udp' | 'tcp';
}) => Buffer | undefined;

/** A name server whose every octet is the test's own. */
export interface RawDns {
  readonly dns: string;
  close(): Promise<void>;
}

/** An answer to `question`, with what differs from an ordinary one. */
export function message(
  id: number,
  question: Question,
  answers: readonly Answer[],
  differing: Partial<Packet> & { readonly isTruncated?: boolean } = {},
): Buffer {
  const { isTruncated, ...rest } = differing;
  return encode({
    type: 'response',
    id,
    flags: 0x0180 | (isTruncated ? TRUNCATED_RESPONSE : 0),
    questions: [question],
    answers: [...answers],
    ...rest,
  });
}

/** Starts one on UDP and TCP. */
export async function startRawDns(answer: RawAnswer): Promise<RawDns> {
  const given = (octets: Buffer, over: 'udp' | 'tcp') => {
    const { id = 0, questions: [question] = [] } = decode(octets);
    return question && answer({ id, question, over });
  };
  const udp = createSocket('udp4');
  udp.on('message', (octets, { port, address }) => {
    const reply = given(octets, 'udp');
    if (reply) udp.send(reply, port, address);
  });
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (octets) => {
      const reply = given(octets.subarray(2), 'tcp');
      if (!reply) return socket.destroy();
      const length = Buffer.alloc(2);
      length.writeUInt16BE(reply.length);
      return socket.write(Buffer.concat([length, reply]));
    });
  });
  const port = await onFreePort(async (port) => {
    tcp.listen(port, LOOPBACK);
    await once(tcp, 'listening');
    return port;
  });
  udp.bind(port, LOOPBACK);
  await once(udp, 'listening');
  return {
    dns: `${LOOPBACK}:${port}`,
    async close() {
      udp.close();
      for (const socket of sockets) socket.destroy();
      tcp.close();
      await once(tcp, 'close');
    },
  };
}
