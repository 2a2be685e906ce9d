import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const pathOf = (place: string): string => fileURLToPath(new URL(place, import.meta.url));

/** The package's entries, as they are in its source. */
const sources: Readonly<Record<string, string>> = {
  'email-check-element/proxy': '../../src/proxy/index.ts',
  'email-check-element/proxy/node': '../../src/proxy/adapters/node.ts',
  'email-check-element/receipt': '../../src/proxy/receipt.ts',
  'email-check-element/webhook': '../../src/webhook/index.ts',
};

/**
 * Which code, and what stands in it for the package: its source; its source, with a test's further options; or, in place of the mount of
 * the documentation, one that has the key proxy itself for its handler. `receiver`: what receives webhooks, of demo/receivers.
 */
export type MountKind = 'source' | 'options' | 'bare' | 'receiver';

const folders: Readonly<Record<MountKind, string>> = {
  source: '../../demo/mounts',
  options: '../../demo/mounts',
  bare: 'bare',
  receiver: '../../demo/receivers',
};

const entriesFor = (kind: MountKind): Readonly<Record<string, string>> => ({
  ...sources,
  ...(kind === 'options' && { 'email-check-element/proxy': './proxy-with-options.ts' }),
});

const fromSource = (entries: Readonly<Record<string, string>>): Plugin => ({
  name: 'from-source',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^email-check-element\// }, ({ path }) => ({ path: pathOf(entries[path] ?? path) })),
});

/** Frameworks among the project's packages are loaded by Node, as those that are installed for the tests. */
const fromPackages: Plugin = {
  name: 'from-packages',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^(?:@hono\/node-server|hono)(?:\/|$)/ }, async ({ path, kind, resolveDir, pluginData }) => {
      // This plugin is asked again by its own question.
      if (pluginData === fromPackages) return undefined;
      const { path: file, errors } = await resolve(path, { kind, resolveDir, pluginData: fromPackages });
      return { path: file, errors, external: true };
    }),
};

const bundles = new Map<string, Promise<string>>();

const bundleNow = async (mount: string, kind: MountKind): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [pathOf(`${folders[kind]}/${mount}.ts`)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    external: ['node:*', 'cloudflare:*', 'express', 'fastify'],
    plugins: [fromSource(entriesFor(kind)), fromPackages],
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
};

/** A mount with all that it imports of this project, in one file. */
export const bundledMount = (mount: string, kind: MountKind): Promise<string> => {
  const name = `${kind} ${mount}`;
  const bundle = bundles.get(name) ?? bundleNow(mount, kind);
  bundles.set(name, bundle);
  return bundle;
};
