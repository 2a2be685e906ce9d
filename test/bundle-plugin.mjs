// Serves tests bundled, with what they share in files of their own: hundreds of requests fewer a page, and React is CommonJS, which no browser takes.
import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { build } from 'esbuild';

/** Tests that run with the development build of what they import, which warns of more. */
const DEVELOPMENT = /\.development\.browser\.test\./;

const bundle = async (entryPoints, conditions) => {
  const { outputFiles } = await build({
    entryPoints,
    conditions,
    bundle: true,
    splitting: true,
    write: false,
    outdir: '.',
    outbase: '.',
    chunkNames: 'test/shared-[hash]',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    // Beside the file: a browser reads it only for a stack.
    sourcemap: true,
    sourcesContent: false,
    // As bundlers do for React and Vue; and what test/soak.ts reads.
    define: {
      'process.env.NODE_ENV': '"development"',
      'process.env.SOAK': JSON.stringify(process.env.SOAK ?? ''),
      'process.env.SEED': JSON.stringify(process.env.SEED ?? '1'),
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    // The test runner's own modules have addresses of its server.
    external: ['/__web-*'],
    logLevel: 'error',
  });
  return outputFiles.map(({ path, text }) => [`/${relative('.', path)}`, text]);
};

const bundleAll = async () => {
  const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.browser\.test\.tsx?$/.test(name))
    .map((name) => `test/${name}`);
  const isForDevelopment = (name) => DEVELOPMENT.test(name);
  const bundles = await Promise.all([
    bundle(
      tests.filter((name) => !isForDevelopment(name)),
      [],
    ),
    bundle(tests.filter(isForDevelopment), ['development']),
  ]);
  return new Map(bundles.flat());
};

/** @returns {import('@web/test-runner').TestRunnerPlugin} */
export const bundlePlugin = () => {
  let bundles;
  return {
    name: 'bundle',
    async serve({ path }) {
      // What is bundled is not to be compiled once more, as all TypeScript is that this server sends.
      if (/\.browser\.test\.tsx?$/.test(path))
        return { body: `import ${JSON.stringify(path.replace(/\.tsx?$/, '.js'))};`, type: 'js' };
      if (!/^\/test\/(?:.*\.browser\.test|shared-\w+)\.js(?:\.map)?$/.test(path)) return;
      bundles ??= bundleAll();
      const body = (await bundles).get(path);
      return body === undefined ? undefined : { body, type: path.endsWith('.map') ? 'json' : 'js' };
    },
  };
};
