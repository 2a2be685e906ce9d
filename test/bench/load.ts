/** Asks a service over connections that stay open, one request at a time on each; in a process of its own. The task comes over standard input. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { addressesOf, type AddressList } from './addresses.js';
import { wholeLength } from './whole-answer.js';

export interface LoadTask {
  readonly port: number;
  /** One a connection. */
  readonly keys: readonly string[];
  readonly list: AddressList;
  readonly milliseconds: number;
  /** Milliseconds that a connection rests between an answer and its next request, as long again or not at all; none where absent. */
  readonly restMs?: number;
}

export interface LoadResult {
  /** Answers of 200. */
  readonly answered: number;
  readonly failed: number;
  readonly milliseconds: number;
  /** Of each answer, in milliseconds. */
  readonly latencies: readonly number[];
}

const task = JSON.parse(await text(process.stdin)) as LoadTask;
const addresses = addressesOf(task.list);
const since = performance.now();
const until = since + task.milliseconds;
const latencies: number[] = [];
let answered = 0;
let failed = 0;
let next = 0;

const keepAsking = (key: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: task.port, host: '127.0.0.1', noDelay: true });
    let received = '';
    let asked = 0;
    const ask = () => {
      if (performance.now() >= until) return void socket.end(resolve);
      const email = encodeURIComponent(addresses[next++ % addresses.length] ?? '');
      asked = performance.now();
      socket.write(
        `GET /v1/?email=${email}&api=${key} HTTP/1.1\r\nHost: 127.0.0.1:${task.port}\r\nAccept: application/json\r\n\r\n`,
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
      if (received.startsWith('HTTP/1.1 200')) answered += 1;
      else failed += 1;
      received = received.slice(length);
      if (task.restMs) setTimeout(ask, 2 * task.restMs * Math.random());
      else ask();
    });
  });

await Promise.all(task.keys.map(keepAsking));
process.stdout.write(
  JSON.stringify({ answered, failed, latencies, milliseconds: performance.now() - since } satisfies LoadResult),
);
