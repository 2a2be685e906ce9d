// The console's page. `npx rollup -c test/console/rollup.config.mjs` makes it alone; the whole build takes it in.
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { transform } from 'esbuild';
import esbuild from 'rollup-plugin-esbuild';
import { compressFile } from '../compress-file.mjs';

/** Bytes of the three files of the page, gzipped, beyond which the build fails. */
const CONSOLE_BUDGET = 80_000;

const FOLDER = 'dist/console';

/** The style sheets of src/console: what all share first, then those of the views. */
const styleSheets = async () => {
  const names = (await readdir('src/console', { recursive: true })).filter((name) => name.endsWith('.css')).sort();
  const shared = ['base.css', 'shell.css'];
  return [...shared, ...names.filter((name) => !shared.includes(name))].map((name) => `src/console/${name}`);
};

async function besideConsole() {
  const texts = await Promise.all((await styleSheets()).map((name) => readFile(name, 'utf8')));
  const { code } = await transform(texts.join('\n'), { loader: 'css', minify: true, target: 'es2022' });
  await writeFile(`${FOLDER}/console.css`, code);
  await cp('src/console/index.html', `${FOLDER}/index.html`);
  const files = ['index.html', 'console.js', 'console.css'].map((name) => `${FOLDER}/${name}`);
  const size = (await Promise.all(files.map(compressFile))).reduce((sum, each) => sum + each, 0);
  this.info(`${FOLDER}: ${size} bytes gzip, of ${CONSOLE_BUDGET} allowed`);
  if (size > CONSOLE_BUDGET) this.error(`${FOLDER} has ${size} bytes gzip: ${CONSOLE_BUDGET} are allowed`);
}

export default {
  input: 'src/console/main.ts',
  output: { file: `${FOLDER}/console.js`, format: 'es' },
  plugins: [
    nodeResolve({ exportConditions: ['production'] }),
    esbuild({ tsconfig: 'tsconfig.json', target: 'es2022' }),
    terser({ ecma: 2022, module: true, compress: { passes: 2 }, format: { comments: false } }),
    { name: 'beside-console', writeBundle: besideConsole },
  ],
};
