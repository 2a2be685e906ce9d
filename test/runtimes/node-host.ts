import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { programOf } from '../programs.js';
import { installRuntimes } from './install.js';
import type { HostMessage } from './node-host-thread.js';

/** Runs mounts of one framework in Node, each a module and a server of its own: the framework and Node itself are loaded once. */
export interface NodeHost {
  /** Starts the mount that `code` is, and says how to end it. */
  start(code: string, environment: Readonly<Record<string, string>>): Promise<() => Promise<void>>;
}

const createNodeHost = async (): Promise<NodeHost> => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-mounts-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(installRuntimes(), join(folder, 'node_modules'));
  const thread = new Worker(await programOf('test/runtimes/node-host-thread.ts'), { env: {} });
  thread.unref();
  const failure = new Promise<never>((_, reject) => thread.once('error', reject));
  failure.catch(() => {});

  let last: Promise<unknown> = Promise.resolve();
  /** One message at a time: a mount reads its environment while it is imported. */
  const tell = (message: HostMessage): Promise<unknown> => {
    const telling = async (): Promise<void> => {
      thread.ref();
      thread.postMessage(message);
      await Promise.race([once(thread, 'message'), failure]).finally(() => thread.unref());
    };
    return (last = last.then(telling, telling));
  };

  let count = 0;
  return {
    async start(code, environment) {
      const module = join(folder, `mount-${++count}.mjs`);
      writeFileSync(module, code);
      await tell({ module, environment });
      return async () => void (await tell({ module }));
    },
  };
};

const hosts = new Map<string, Promise<NodeHost>>();

/** The host for a framework's mounts: some frameworks change Node's globals, which others must not see. */
export const nodeHostFor = (framework: string): Promise<NodeHost> => {
  const host = hosts.get(framework) ?? createNodeHost();
  hosts.set(framework, host);
  return host;
};
