// Serves each test as one file with all that it imports: hundreds of requests fewer a page, and React is CommonJS, which no browser takes.
import { build } from 'esbuild';

/** @returns {import('@web/test-runner').TestRunnerPlugin} */
export const bundlePlugin = () => ({
  name: 'bundle',
  async serve({ path }) {
    if (!/\.browser\.test\.tsx?$/.test(path)) return;
    const { outputFiles } = await build({
      entryPoints: [`.${path}`],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      jsx: 'automatic',
      sourcemap: 'inline',
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
    return { body: outputFiles[0].text, type: 'js' };
  },
});
