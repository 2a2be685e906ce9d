import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const bundles = new Map<string, Promise<string>>();

const bundleNow = async (entry: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    // Frameworks ship one file for both worlds; development's complaints are what the tests look for.
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
};

/** A page's script with all that it imports, as a framework's own build would make it; made at the first request. */
export const bundled = (entry: string): Promise<string> => {
  const bundle = bundles.get(entry) ?? bundleNow(entry);
  bundles.set(entry, bundle);
  // An entry that was mended is built at the next request.
  bundle.catch(() => bundles.delete(entry));
  return bundle;
};
