/**
 * A thread of Node that runs mounts as servers. Told of a mount's module, it imports it with the environment given; told of a mount
 * alone, it closes its servers. It answers each message when that is done.
 */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

/** What the thread is told. */
export interface HostMessage {
  /** The path of the mount's module, which is its name too. */
  readonly module: string;
  /** What it starts with; absent when it ends. */
  readonly environment?: Readonly<Record<string, string>>;
}

const servers = new Map<string, Server[]>();

/** Those of the mount that is being imported. */
let opened: Server[] = [];

// A mount keeps its servers to itself.
const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...parameters: unknown[]): Server {
  opened.push(this);
  return Reflect.apply(listen, this, parameters) as Server;
};

const start = async ({ module, environment }: HostMessage): Promise<void> => {
  opened = [];
  servers.set(module, opened);
  Object.assign(process.env, environment);
  await import(pathToFileURL(module).href);
  for (const server of opened) if (!server.listening) await once(server, 'listening');
};

/** Where `fetch` has its connections (documented by undici, which it is part of). */
const dispatcher = Symbol.for('undici.globalDispatcher.1');

interface Dispatcher {
  destroy(): Promise<void>;
}

/** As with the end of a process, no connection to the service is left, nor a call on one. */
const endConnections = async (): Promise<void> => {
  const fetching = globalThis as { [dispatcher]?: Dispatcher };
  const used = fetching[dispatcher];
  if (!used) return;
  fetching[dispatcher] = new (used.constructor as new () => Dispatcher)();
  await used.destroy();
};

const end = async ({ module }: HostMessage): Promise<void> => {
  for (const server of servers.get(module) ?? []) {
    if (!server.listening) continue;
    const closed = once(server, 'close');
    server.close();
    (server as HttpServer).closeAllConnections();
    await closed;
  }
  servers.delete(module);
  await endConnections();
};

parentPort?.on('message', (message: HostMessage) => {
  // What fails ends the thread, and so the test that waits for its answer.
  void (message.environment ? start : end)(message).then(() => parentPort?.postMessage(message.module));
});
