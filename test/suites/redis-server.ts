import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { after, before } from 'node:test';
import { onFreePort } from '../../demo/world/loopback.js';

const PROGRAM = 'redis-server';

/** Why tests of Redis cannot run here; `false` where they can. */
export const withoutRedis = (): string | false => {
  if ((process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, PROGRAM)))) return false;
  const words = 'These tests need Redis: apt-get install redis-server.';
  if (process.env['CI']) throw new Error(words);
  return words;
};

/** Runs the server and does to it as each line says, until there are no more or whoever started it is gone: then it is killed. */
const watch = `
  "$@" & server=$!
  while read -r word; do kill -"$word" $server; done
  kill -KILL $server
  wait $server
`;

interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly exited: Promise<unknown>;
}

const startOn = async (port: number): Promise<Running> => {
  const server = [PROGRAM, '--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
  // Of a session of its own, so that a terminal's Ctrl-C reaches the tests alone.
  const child = spawn('sh', ['-c', watch, 'sh', ...server], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const exited = once(child, 'exit');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (line.includes('Ready to accept connections')) {
      child.stdout.resume();
      return { child, exited };
    }
    // The shell waits for words whether its server runs or not.
    if (/# (?:Failed listening|Fatal|Bad directive)|Could not create server/.test(line)) break;
  }
  child.stdin.end();
  await exited;
  throw Object.assign(
    new Error(`Redis does not start:\n${said.join('\n')}`),
    said.join().includes('already in use') && { code: 'EADDRINUSE' },
  );
};

/** A Redis server on loopback that keeps nothing on a disk. */
export class RedisServer {
  readonly port: number;
  #running: Running | undefined;

  private constructor(port: number, running: Running) {
    this.port = port;
    this.#running = running;
  }

  static start(): Promise<RedisServer> {
    return onFreePort(async (port) => new RedisServer(port, await startOn(port)));
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Runs it again after it was killed, empty. */
  async run(): Promise<void> {
    this.#running = await startOn(this.port);
  }

  /** Ends it at once, and with it all that it kept. */
  async kill(): Promise<void> {
    if (!this.#running) return;
    const { child, exited } = this.#running;
    this.#running = undefined;
    child.stdin.end();
    await exited;
  }

  /** Lets it answer nothing, with its connections open. */
  stall(): void {
    this.#running?.child.stdin.write('STOP\n');
  }

  /** Lets it go on. */
  resume(): void {
    this.#running?.child.stdin.write('CONT\n');
  }
}

/** A server for the tests of a file or suite, from before the first to after the last, and why there is none where it cannot be. */
export const redisForTests = (): { readonly skip: string | false; readonly server: () => RedisServer } => {
  const skip = withoutRedis();
  let server: RedisServer | undefined;
  if (!skip) {
    before(async () => void (server = await RedisServer.start()));
    after(() => server?.kill());
  }
  return {
    skip,
    server() {
      if (!server) throw new Error('The server is there while tests run.');
      return server;
    },
  };
};
