import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { startWorld, type World } from '../../../demo/world/index.js';
import { serviceFromConfig } from '../../../src/service/compose/compose.js';
import { readConfig, type Service } from '../../../src/service/index.js';
import { listenSomewhere } from '../../service/app/fixture.js';
import { isSoak } from '../../soak.js';
import { serverForTests } from '../../suites/postgres-server.js';

/** Where files are in memory: these tests write much, and nothing in them is about the disk. */
const MEMORY = '/dev/shm';

/** The service as operators run it, with its console, over a mail world. */
export interface RealService {
  readonly service: Service;
  /** With `localhost`, as a first start prints it, and without a slash at its end. */
  readonly url: string;
  readonly world: World;
  /** What went wrong inside the service. */
  readonly faults: readonly unknown[];
  /** The path below `/console` of a new one-time link, for one account or for the operator. */
  link(account?: number): Promise<string>;
  end(): Promise<void>;
}

/** @param database a database's URL; a file of its own if absent @param more further options, as flags */
const startRealService = async (
  database?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<RealService> => {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'email-check-real-'));
  const world = await startWorld();
  const flags = {
    ...{ database: database ?? join(folder, 'a.sqlite'), console: true, 'script-file': 'dist/email-check.js' },
    ...{ 'dns-servers': world.dns, 'smtp-port': String(world.smtpPort), 'allow-loopback': true, canary: 'off' },
    ...{ doctor: 'off', helo: 'localhost', 'providers-file': 'demo/world/providers.json', 'list-rest': '100' },
    ...more,
  };
  const faults: unknown[] = [];
  const service = await serviceFromConfig(
    { ...readConfig({ flags }), secret: 'a secret of these tests' },
    { consoleFolder: 'dist/console', onFault: (fault) => faults.push(fault), drainMilliseconds: 500 },
  );
  const { port } = await listenSomewhere(service);
  return {
    ...{ service, world, faults, url: `http://localhost:${port}` },
    link: async (account) => `#${await service.links.make(account)}`,
    async end() {
      await service.close();
      await world.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** Starts a service with an empty database. @param more further options, as flags */
export type StartRealService = (more?: Readonly<Record<string, string>>) => Promise<RealService>;

/** Describes what holds on SQLite and on PostgreSQL alike. `isLong`: PostgreSQL has its turn in `npm run soak` alone. */
export const describeOnDatabases = (
  what: string,
  tests: (start: StartRealService) => void,
  { isLong = false }: { readonly isLong?: boolean } = {},
): void => {
  describe(`${what}, on SQLite`, () => tests((more) => startRealService(undefined, more)));
  if (isLong && !isSoak) return;
  const { skip, server } = serverForTests();
  describe(`${what}, on PostgreSQL`, { skip }, () =>
    tests(async (more) => startRealService(await server().newDatabase(), more)),
  );
};
