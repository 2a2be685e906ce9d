import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const pathOf = (place: string): string => fileURLToPath(new URL(place, import.meta.url));

/** The package's entries, as they are in its source. */
const sources: Readonly<Record<string, string>> = {
  'email-check-element/proxy': '../../src/proxy/index.ts',
  'email-check-element/proxy/node': '../../src/proxy/adapters/node.ts',
  'email-check-element/receipt': '../../src/proxy/receipt.ts',
};

const fromSource = (entries: Readonly<Record<string, string>>): Plugin => ({
  name: 'from-source',
  setup: ({ onResolve }) => onResolve({ filter: /^email-check-element\// }, ({ path }) => ({ path: pathOf(entries[path] ?? path) })),
});

const bundles = new Map<string, Promise<string>>();

/**
 * One of demo/mounts with all that it imports of this project, in one file.
 * @param takesOptions whether a test's further options come to its key proxy
 */
export const bundledMount = (mount: string, takesOptions: boolean): Promise<string> => {
  const entries = takesOptions ? { ...sources, 'email-check-element/proxy': './proxy-with-options.ts' } : sources;
  const name = `${mount} ${takesOptions}`;
  const bundle =
    bundles.get(name) ??
    build({
      entryPoints: [pathOf(`../../demo/mounts/${mount}.ts`)],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      external: ['node:*', 'cloudflare:*', 'express', 'fastify'],
      plugins: [fromSource(entries)],
      logLevel: 'silent',
    }).then(({ outputFiles }) => outputFiles[0]!.text);
  bundles.set(name, bundle);
  return bundle;
};
