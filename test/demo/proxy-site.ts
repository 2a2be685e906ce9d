import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { LOOPBACK, onFreePort } from '../../demo/world/loopback.js';
import { startWorld } from '../../demo/world/index.js';
import { readConfig, serviceFromConfig } from '../../src/service/index.js';
import { samplesIn, type Sample } from '../samples.js';

/** What a reader of docs/proxy.md has: a service with a private key, and the samples in files of their own. */
export interface ProxySite {
  readonly serviceUrl: string;
  readonly key: string;
  /** Makes a module of a sample, and gives its path. */
  file(sample: Sample): Promise<string>;
  /** Takes everything away. */
  close(): Promise<void>;
}

/** The package's entries, as they are in its source. */
const alias = Object.fromEntries(
  Object.entries({
    proxy: 'index.ts',
    'proxy/node': 'adapters/node.ts',
    'proxy/redis': 'adapters/redis.ts',
    receipt: 'adapters/backend.ts',
    ownership: 'adapters/ownership.ts',
  }).map(([entry, file]) => [`email-check-element/${entry}`, resolve('src/proxy', file)]),
);

/** What a reader installs beside it. */
const installed = ['jose', 'ioredis', 'rate-limiter-flexible'];

/** The samples of the page under a heading. */
export const samplesUnder = (heading: string, kind: string): readonly Sample[] =>
  samplesIn('docs/proxy.md', kind).filter((sample) => sample.heading === heading);

/** Imports a module by its path. */
export const load = async (path: string): Promise<unknown> => import(pathToFileURL(path).href) as Promise<unknown>;

export const startProxySite = async (): Promise<ProxySite> => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-proxy-docs-'));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of installed) symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  const world = await startWorld();
  const flags = {
    database: join(folder, 'service.sqlite'),
    'dns-servers': world.dns,
    canary: 'off',
    doctor: 'off',
    'smtp-port': String(world.smtpPort),
    'allow-loopback': true,
    helo: 'localhost',
  };
  const service = await serviceFromConfig({ ...readConfig({ flags }), secret: 'a secret of the test' }, {});
  const { id: account } = await service.accounts.createAccount({ name: 'My site', credits: 1_000 });
  const { key } = await service.accounts.createKey({ account, kind: 'private' });
  const { url: serviceUrl } = await onFreePort((port) => service.listen({ port, host: LOOPBACK }));
  return {
    ...{ serviceUrl, key },
    async file({ code, heading }) {
      const outfile = join(folder, `${heading.toLowerCase().replaceAll(/\W+/g, '-')}.mjs`);
      await build({
        stdin: { contents: code, loader: 'ts', resolveDir: folder },
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile,
        alias,
        external: installed,
        logLevel: 'silent',
      });
      return outfile;
    },
    async close() {
      await service.close();
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
