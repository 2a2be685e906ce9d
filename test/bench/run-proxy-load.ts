/** Asks for validations over connections that stay open, one at a time on each; in a process of its own. The task comes over standard input. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { wholeLength } from './whole-answer.js';

export interface ProxyLoadTask {
  readonly port: number;
  /** What an address, percent-encoded, is put behind. */
  readonly path: string;
  readonly connections: number;
  readonly milliseconds: number;
}

export interface ProxyLoadResult {
  /** Answers that are validations. */
  readonly answered: number;
  readonly failed: number;
  readonly milliseconds: number;
  /** Of each answer, in milliseconds. */
  readonly latencies: readonly number[];
}

/** So many addresses are asked for in turn: fewer than a cache keeps. */
const ADDRESSES = 500;

const { port, path, connections, milliseconds } = JSON.parse(await text(process.stdin)) as ProxyLoadTask;
const since = performance.now();
const latencies: number[] = [];
let answered = 0;
let failed = 0;
let next = 0;

/** One visitor each: the key proxy has few calls of one network under way. */
const keepAsking = (visitor: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = '';
    let asked = 0;
    const ask = () => {
      asked = performance.now();
      if (asked >= since + milliseconds) return void socket.end(resolve);
      socket.write(
        `GET ${path}a${next++ % ADDRESSES}%40shop.example HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nSec-Fetch-Site: same-origin\r\nX-Forwarded-For: 198.51.100.${visitor}\r\nAccept: application/json\r\n\r\n`,
      );
    };
    socket.on('error', reject);
    socket.on('connect', ask);
    // One octet a character: lengths are octets.
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1');
      const length = wholeLength(received);
      if (!length) return;
      latencies.push(performance.now() - asked);
      if (received.startsWith('HTTP/1.1 200') && received.includes('"Safe to Send"')) answered += 1;
      else failed += 1;
      received = received.slice(length);
      ask();
    });
  });

await Promise.all(Array.from({ length: connections }, (_, visitor) => keepAsking(visitor)));
process.stdout.write(
  JSON.stringify({ answered, failed, latencies, milliseconds: performance.now() - since } satisfies ProxyLoadResult),
);
