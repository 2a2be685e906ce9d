// Serves a test that is written in JSX in one file with all that it imports: React is CommonJS, which no browser takes.
import { build } from 'esbuild';

/** @returns {import('@web/test-runner').TestRunnerPlugin} */
export const jsxPlugin = () => ({
  name: 'jsx',
  async serve({ path }) {
    if (!path.endsWith('.tsx')) return;
    const { outputFiles } = await build({
      entryPoints: [`.${path}`],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      jsx: 'automatic',
      sourcemap: 'inline',
      define: { 'process.env.NODE_ENV': '"development"' },
      // The test runner's own modules have addresses of its server.
      external: ['/__web-*'],
      logLevel: 'silent',
    });
    return { body: outputFiles[0].text, type: 'js' };
  },
});
