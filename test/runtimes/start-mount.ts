import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bundledMount } from './bundle.js';
import { installRuntimes, programOf } from './install.js';
import type { MountOptions } from './mount-options.js';
import { nodeHostFor } from './node-host.js';
import { workerConfig } from './worker-config.js';

/** A mount of demo/mounts that is a server. */
export type MountName = 'node' | 'express' | 'fastify' | 'hono' | 'bun' | 'deno' | 'workers';

/** A key proxy behind a real server. */
export interface MountedServer {
  /** Of the server's root. */
  readonly url: string;
  end(): Promise<void>;
}

/** One that has a process of its own. */
export interface Mounted extends MountedServer {
  /** What the process has written so far. */
  output(): string;
}

/** Environment variables that the mounts read. */
export type Environment = Readonly<
  Partial<Record<'EMAIL_CHECK_KEY' | 'EMAIL_CHECK_URL' | 'RECEIPT_SECRET' | 'WEBHOOK_SECRET', string>>
>;

/**
 * Runs a program until it ends, or until whoever started it has closed the pipe or is gone, however that ended: then its folder goes as
 * well.
 */
const watch = `
  folder=$1; shift
  exec 3<&0
  "$@" & program=$!
  # Nobody may be left to hear of it.
  exec > /dev/null 2>&1
  { read -r word <&3; kill -KILL $program; } & reader=$!
  wait $program; status=$?
  kill $reader
  rm -rf "$folder"
  exit $status
`;

const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) =>
      server.once('error', () => resolve(false)).listen(port, () => resolve(true)),
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
};

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Between two looks whether a server is there, in milliseconds. */
const LOOK_MILLISECONDS = 5;

/** A folder for one mount, in which it finds what it does not bundle. */
const folderFor = (code: string): { readonly folder: string; readonly module: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-mount-'));
  symlinkSync(installRuntimes(), join(folder, 'node_modules'));
  const module = join(folder, 'mount.mjs');
  writeFileSync(module, code);
  return { folder, module };
};

/** The command that runs a mount's module. */
const commandFor = (mount: MountName, module: string, port: number, environment: Environment): readonly string[] => {
  if (mount === 'bun') return [programOf('bun'), 'run', '--no-install', module];
  if (mount === 'deno')
    return [
      programOf('deno'),
      'run',
      '--no-remote',
      '--no-npm',
      '--no-config',
      '--no-lock',
      '--no-prompt',
      '--allow-net',
      '--allow-env',
      module,
    ];
  if (mount !== 'workers') return [process.execPath, module];
  const config = join(dirname(module), 'worker.capnp');
  writeFileSync(config, workerConfig(basename(module), port, Object.keys(environment)));
  return [programOf('workerd'), 'serve', config];
};

const start = async (mount: MountName, code: string, environment: Environment): Promise<Mounted> => {
  const port = await freePort();
  const { folder, module } = folderFor(code);
  const command = commandFor(mount, module, port, environment);
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('sh', ['-c', watch, 'sh', folder, ...command], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      PORT: String(port),
      DENO_DIR: join(folder, 'deno'),
      DENO_NO_UPDATE_CHECK: '1',
      DO_NOT_TRACK: '1',
      ...environment,
    },
  });
  const closed = once(child, 'close');
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (written += chunk.toString()));
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended: ${written}`);
    await wait(LOOK_MILLISECONDS);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => written,
    async end() {
      child.stdin.end();
      await closed;
    },
  };
};

/** Starts a mount as it stands in demo/mounts, with no more than its environment says. */
export const startMount = async (mount: MountName, environment: Environment): Promise<Mounted> =>
  start(mount, await bundledMount(mount, 'source'), environment);

/** Starts a mount in the thread that is kept for mounts of its framework: most of the time of a short process goes into its start. */
const startInHost = async (mount: MountName, code: string, environment: Environment): Promise<MountedServer> => {
  const port = await freePort();
  const end = await (await nodeHostFor(mount)).start(code, { ...environment, PORT: String(port) });
  return { url: `http://127.0.0.1:${port}`, end };
};

/** Starts a mount of demo/mounts whose key proxy takes a test's further options. */
export const startMountWith = async (mount: MountName, options: MountOptions): Promise<MountedServer> => {
  const code = `globalThis.mountOptions = ${JSON.stringify(options)};\n${await bundledMount(mount, 'options')}`;
  const startIt = mount === 'bun' || mount === 'deno' || mount === 'workers' ? start : startInHost;
  return startIt(mount, code, { EMAIL_CHECK_KEY: options.apiKey, EMAIL_CHECK_URL: options.baseUrl });
};

/** Starts a worker that asks with one client for all its requests. */
export const startClientWorker = async (environment: Environment): Promise<Mounted> =>
  start('workers', await bundledMount('client-workers', 'bare'), environment);

/** Starts a runtime's server with the key proxy itself as its handler: a file of test/runtimes/bare. */
export const startBare = async (runtime: 'bun' | 'deno' | 'workers', environment: Environment): Promise<Mounted> =>
  start(runtime, await bundledMount(runtime, 'bare'), environment);

/** Starts what receives webhooks: a file of demo/receivers. */
export const startReceiverIn = async (
  runtime: 'node' | 'express' | 'bun' | 'deno' | 'workers',
  environment: Environment,
): Promise<Mounted> => start(runtime, await bundledMount(runtime, 'receiver'), environment);
