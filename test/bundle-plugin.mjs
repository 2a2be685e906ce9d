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
      // As the bundlers of React and Vue do.
      define: {
        'process.env.NODE_ENV': '"development"',
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
