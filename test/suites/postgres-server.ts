import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { after, before } from 'node:test';
import pg from 'pg';

const password = 'a password/of@the:test';

/** PostgreSQL refuses to run as root: then it runs as the user that Debian's package makes for it. */
const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
const asUser =
  process.getuid?.() === 0 && existsSync('/usr/lib/postgresql') ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;

/** Where the newest release's programs are. */
const programs = (): string | undefined => {
  const home = '/usr/lib/postgresql';
  const releases = existsSync(home)
    ? readdirSync(home).filter((release) => existsSync(join(home, release, 'bin/initdb')))
    : [];
  const newest = releases.sort((a, b) => Number(b) - Number(a))[0];
  return newest && join(home, newest, 'bin');
};

/** Why tests of PostgreSQL cannot run here; `false` where they can. */
export const withoutPostgres = (): string | false => {
  if (programs()) return false;
  const words = 'These tests need PostgreSQL: apt-get install postgresql.';
  if (process.env['CI']) throw new Error(words);
  return words;
};

const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) =>
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
};

/**
 * Runs the server until a word comes, or until whoever started it is gone, however that ended: then its folder goes as well.
 * `crash` ends it without a checkpoint; the next start recovers from its log.
 */
const watch = `
  folder=$1; shift
  "$@" & server=$!
  read -r word
  if [ "$word" = crash ]; then kill -QUIT $server; else kill -INT $server; fi
  wait $server
  [ -n "$word" ] || rm -rf "$folder"
`;

/** A PostgreSQL server on loopback with a data folder of its own. */
export class PostgresServer {
  readonly #folder: string;
  readonly #bin: string;
  readonly #port: number;
  readonly #isDurable: boolean;
  #running:
    { readonly child: ChildProcessByStdio<Writable, null, Readable>; readonly exited: Promise<unknown> } | undefined;
  #databases = 0;

  private constructor(folder: string, bin: string, port: number, isDurable: boolean) {
    this.#folder = folder;
    this.#bin = bin;
    this.#port = port;
    this.#isDurable = isDurable;
  }

  /** `isDurable`: whether it waits for the disk, as crash tests want. */
  static async start({ isDurable = false } = {}): Promise<PostgresServer> {
    const bin = programs();
    if (!bin) throw new Error('There is no PostgreSQL here: ask withoutPostgres() first.');
    const folder = mkdtempSync(join(tmpdir(), 'email-check-postgres-'));
    writeFileSync(join(folder, 'password'), password);
    if (asUser) for (const path of [folder, join(folder, 'password')]) chownSync(path, asUser.uid, asUser.gid);
    execFileSync(
      join(bin, 'initdb'),
      [
        '--pgdata',
        join(folder, 'data'),
        '--username=postgres',
        `--pwfile=${join(folder, 'password')}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      { ...asUser, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const server = new PostgresServer(folder, bin, await freePort(), isDurable);
    await server.run();
    return server;
  }

  /** The URL of a database, of the superuser where no other is named. */
  url(database: string, user = 'postgres', secret = password): string {
    return `postgres://${user}:${encodeURIComponent(secret)}@127.0.0.1:${this.#port}/${database}`;
  }

  /** The URL of a new, empty database. */
  async newDatabase(): Promise<string> {
    const name = `test_${++this.#databases}`;
    await this.administer(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  /** Runs one statement, in the server's own database where none is named. */
  async administer<Row extends object>(statement: string, url = this.url('postgres')): Promise<Row[]> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Runs it again after a crash. */
  async run(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      port: this.#port,
      unix_socket_directories: '',
      fsync: this.#isDurable ? 'on' : 'off',
      // Of all files at once: one by one takes seconds after a crash.
      recovery_init_sync_method: 'syncfs',
      max_connections: 100,
      shared_buffers: '32MB',
    };
    const server = [
      join(this.#bin, 'postgres'),
      '-D',
      join(this.#folder, 'data'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    // Of a session of its own, so that a terminal's Ctrl-C reaches the tests alone.
    const child = spawn('sh', ['-c', watch, 'sh', this.#folder, ...server], {
      ...asUser,
      cwd: this.#folder,
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
    });
    const exited = once(child, 'exit');
    this.#running = { child, exited };
    const said: string[] = [];
    await new Promise<void>((resolve, reject) => {
      createInterface(child.stderr).on('line', (line) => {
        said.push(line);
        if (line.includes('database system is ready to accept connections')) resolve();
      });
      void exited.then(() => reject(new Error(`PostgreSQL does not start:\n${said.join('\n')}`)));
    });
  }

  /** Ends it at once, as a power cut would, and keeps its data. */
  async crash(): Promise<void> {
    await this.#end('crash\n');
  }

  /** Ends it and deletes its data. */
  async stop(): Promise<void> {
    await this.#end('');
  }

  async #end(word: string): Promise<void> {
    if (!this.#running) return;
    const { child, exited } = this.#running;
    this.#running = undefined;
    child.stdin.end(word);
    await exited;
  }
}

/** A server for the tests of a file or suite, from before the first to after the last, and why there is none where it cannot be. */
export const serverForTests = (): { readonly skip: string | false; readonly server: () => PostgresServer } => {
  const skip = withoutPostgres();
  let server: PostgresServer | undefined;
  if (!skip) {
    before(async () => void (server = await PostgresServer.start()));
    after(() => server?.stop());
  }
  return {
    skip,
    server() {
      if (!server) throw new Error('The server is there while tests run.');
      return server;
    },
  };
};
