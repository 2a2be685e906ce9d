/** The service, in a process of its own; mail hosts are not asked unless a flag says so. Ends when its standard input does. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onFreePort } from '../../demo/world/loopback.js';
import { readConfig, serviceFromConfig } from '../../src/service/index.js';

export interface ServiceTask {
  /** `127.0.0.1:5353` */
  readonly dns: string;
  /** A private key has few calls under way at once: each connection has its own. */
  readonly keys: number;
  /** One that is there already, as in `postgres://…`; a file of its own where absent. */
  readonly database?: string;
  /** Further options of the service, by flag. */
  readonly flags?: Readonly<Record<string, string>>;
}

export interface ServicePlace {
  readonly port: number;
  readonly keys: readonly string[];
}

const SECRET = 'a secret of the measurement';
const CREDITS = 100_000_000;

const lines = createInterface({ input: process.stdin });
const [line] = (await once(lines, 'line')) as [string];
const { dns, keys: count, database: shared, flags: more } = JSON.parse(line) as ServiceTask;
const folder = mkdtempSync(join(tmpdir(), 'email-check-bench-'));
const flags = {
  database: shared ?? join(folder, 'bench.sqlite'),
  secret: SECRET,
  probing: 'off',
  'dns-servers': dns,
  canary: 'off',
  doctor: 'off',
  'allow-loopback': 'on',
  helo: 'bench.own.com',
  ...more,
};
const service = await serviceFromConfig({ ...readConfig({ flags }), secret: SECRET });
const { id: account } = await service.accounts.createAccount({ name: 'Bench', credits: CREDITS });
const keys: string[] = [];
for (let made = 0; made < count; made++)
  keys.push((await service.accounts.createKey({ account, kind: 'private' })).key);
const { port } = await onFreePort((wanted) => service.listen({ host: '127.0.0.1', port: wanted, ownsProcess: true }));
process.stdout.write(`${JSON.stringify({ port, keys } satisfies ServicePlace)}\n`);
// Asked for anything, it tells the memory that it cannot do without, in bytes; needs Node's `--expose-gc`.
lines.on('line', () => {
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`${heapUsed + external}\n`);
});
await once(lines, 'close');
await service.close();
rmSync(folder, { recursive: true });
