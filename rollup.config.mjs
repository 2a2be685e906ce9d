import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import esbuild from 'rollup-plugin-esbuild';
import { tsImport } from 'tsx/esm/api';
import { bundleSizes } from './test/bundle-sizes.mjs';
import { compressFile } from './test/compress-file.mjs';
import consolePage from './test/console/rollup.config.mjs';

const { version, license, engines, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

/** What the service needs at run time; versions are those it is developed with. */
const serviceDependencies = [
  '@hono/node-server',
  'better-sqlite3',
  'hono',
  'htmlparser2',
  'lru-cache',
  'p-map',
  'pg',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'sharp',
  'tldts',
];

/** Bytes of the script-tag file, gzipped, beyond which the build fails. */
const SCRIPT_BUDGET = 22_272;

/** The script-tag file, the style for pages that load it late, and the script that counts what it did. */
const pageFiles = ['email-check.js', 'email-check.css', 'email-check-counts.js'];

// What an earlier build left behind would be packed with the rest.
await rm('dist', { recursive: true, force: true });

/** TypeScript as JavaScript. Its declarations are written by `tsc -p tsconfig.build.json`. */
const typescript = () => esbuild({ tsconfig: 'tsconfig.json', target: 'es2022' });

/** Whether an import is of the texts of another language than English: `writeLocales` makes a module of each. */
const isLocale = (_, importer) => importer?.endsWith('/locale-imports.ts') ?? false;

/** Where that module is in `dist`. */
const localePath = (id) => (id.endsWith('.json') ? `./element/locales/${basename(id, '.json')}.js` : id);

/** The npm package: modules that a bundler takes apart, Lit's base class left to the page's own. */
const modules = {
  input: [
    ...['src/index.ts', 'src/define.ts', 'src/counts.ts', 'src/address/index.ts', 'src/client/index.ts'],
    ...['src/frameworks/react.ts', 'src/frameworks/vue.ts'],
    ...[
      'src/proxy/index.ts',
      'src/proxy/backend.ts',
      'src/proxy/adapters/backend.ts',
      'src/proxy/adapters/node.ts',
      'src/proxy/adapters/redis.ts',
    ],
    ...['src/ownership/index.ts', 'src/proxy/adapters/ownership.ts', 'src/webhook/index.ts'],
  ],
  external: (id, importer) =>
    isLocale(id, importer) || /^(?:node:|(?:@lit\/reactive-element|jose|rate-limiter-flexible)(?:\/|$))/.test(id),
  output: {
    dir: 'dist',
    format: 'es',
    preserveModules: true,
    preserveModulesRoot: 'src',
    sourcemap: true,
    paths: localePath,
  },
  plugins: [
    nodeResolve(),
    typescript(),
    { name: 'locales', writeBundle: writeLocales },
    { name: 'for-editors', writeBundle: describeForEditors },
    { name: 'openapi', writeBundle: describeCalls },
  ],
};

/** The style sheet is a template in the source: here it loses its comments and its blanks, but for those around a plus, which `calc` needs. */
const tightCss = {
  name: 'tight-css',
  transform: (code, id) =>
    id.endsWith('styles.ts')
      ? code
          .replace(/\/\*[^]*?\*\//g, '')
          .replace(/\s*\n\s*/g, '')
          .replace(/ *([{};:,>!]) */g, '$1')
          .replace(/;}/g, '}')
          .replace(/([:(, ])0\./g, '$1.')
      : null,
};

/** The texts of other languages are beside the script: one import serves all, where bundlers need to see each. */
const localesBeside = {
  name: 'locales-beside',
  load(id) {
    if (!id.endsWith('/locale-imports.ts')) return null;
    const tags = readdirSync('src/element/locales')
      .sort()
      .flatMap((name) => /(.*)\.json$/.exec(name)?.[1] ?? []);
    return `export const locales = Object.fromEntries(
      '${tags.join(' ')}'.split(' ').map((tag) => [tag, () => import(\`./locales/\${tag}.js\`)]),
    );`;
  },
};

/**
 * How Lit gives an element its style, where style sheets can be adopted. Every browser that can read the script can do that; Lit's own
 * module is mostly about others, and about styles that are written otherwise than ours.
 */
const adoptedStyles = {
  name: 'adopted-styles',
  load: (id) =>
    id.endsWith('/@lit/reactive-element/css-tag.js')
      ? `export const unsafeCSS = (text) => {
           const sheet = new CSSStyleSheet();
           sheet.replaceSync(text);
           return sheet;
         };
         export const getCompatibleStyle = (sheet) => sheet;
         export const adoptStyles = (root, sheets) => {
           root.adoptedStyleSheets = sheets;
         };
         export const CSSResult = undefined, css = undefined, supportsAdoptingStyleSheets = true;`
      : null,
};

/** One file for a script tag, everything inside but the texts of other languages, which stand beside it. */
const script = {
  input: 'src/cdn.ts',
  output: { file: 'dist/email-check.js', format: 'es' },
  plugins: [
    localesBeside,
    adoptedStyles,
    nodeResolve(),
    typescript(),
    tightCss,
    terser({
      ecma: 2022,
      module: true,
      compress: {
        ...{
          passes: 3,
          unsafe: true,
          unsafe_methods: true,
          unsafe_arrows: true,
          pure_getters: true,
          inline: 1,
          lhs_constants: false,
        },
        // A script tag is always in a page.
        global_defs: { 'globalThis.document': true, '@globalThis.navigator': 'navigator' },
      },
      format: { comments: false },
    }),
    { name: 'size', writeBundle: tellOfScript },
    { name: 'npm-size', writeBundle: tellOfBundles },
    { name: 'beside', writeBundle: besideScript },
  ],
};

/** The script that counts what the element did, for a script tag. */
const counts = {
  input: 'src/counts.ts',
  output: { file: 'dist/email-check-counts.js', format: 'es' },
  plugins: [nodeResolve(), typescript(), terser({ ecma: 2022, module: true, format: { comments: false } })],
};

/** The service's own package: the command, `createService`, the data and the script-tag file to serve. */
const service = {
  input: { 'email-check': 'src/cli/email-check.ts', index: 'src/service/index.ts' },
  external: (id) =>
    id.startsWith('node:') || serviceDependencies.some((name) => id === name || id.startsWith(`${name}/`)),
  output: { dir: 'dist/service', format: 'es', sourcemap: true, chunkFileNames: '[name].js' },
  plugins: [nodeResolve(), typescript(), { name: 'package', writeBundle: packService }],
};

/** The texts of each language as a module, from its JSON file; English stands in for what that lacks. */
async function writeLocales() {
  const load = (name) => tsImport(`./src/element/locales/${name}.ts`, import.meta.url);
  const [{ en }, { aliases, languageTags }] = await Promise.all([load('en'), load('index')]);
  const types = `import type { Catalogue } from '../messages.js';\nexport declare const catalogue: Catalogue;\nexport default catalogue;\n`;
  for (const tag of languageTags().filter((each) => each !== 'en')) {
    const file = `dist/element/locales/${tag}`;
    if (aliases[tag]) {
      for (const suffix of ['js', 'd.ts'])
        await writeFile(`${file}.${suffix}`, `export { catalogue, default } from './${aliases[tag]}.js';\n`);
    } else {
      const { '@status': _, ...own } = JSON.parse(readFileSync(`src/element/locales/${tag}.json`, 'utf8'));
      const texts = { ...en, ...own };
      await writeFile(
        `${file}.js`,
        `export const catalogue = ${JSON.stringify(texts, null, 2)};\nexport default catalogue;\n`,
      );
      await writeFile(`${file}.d.ts`, types);
    }
  }
}

/** What editors complete and explain of the element, from the manifest: VS Code's custom data and JetBrains' web types. */
function describeForEditors() {
  const manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
  generateVsCodeCustomElementData(manifest, { outdir: 'dist', hideLogs: true });
  generateJetBrainsWebTypes(manifest, { outdir: 'dist', packageJson: false, hideLogs: true });
}

/** What the key proxy answers, from the tables that it answers by, for those who make their own client of it. */
async function describeCalls() {
  const { describeProxy } = await tsImport('./src/proxy/openapi/describe-proxy.ts', import.meta.url);
  await writeFile('dist/proxy/openapi.json', `${JSON.stringify(describeProxy({ version }), null, 2)}\n`);
}

/** What a page without a bundler maps the modules' names to, where it serves its node_modules. */
const importMap = {
  imports: {
    'email-check-element': '/node_modules/email-check-element/dist/index.js',
    'email-check-element/define': '/node_modules/email-check-element/dist/define.js',
    '@lit/reactive-element': '/node_modules/@lit/reactive-element/reactive-element.js',
  },
};

/** What a page's author needs to know of the script-tag file. One that has outgrown its budget is no release. */
function tellOfScript(_, bundle) {
  const { code } = bundle['email-check.js'];
  const size = gzipSync(code, { level: 9 }).length;
  this.info(`dist/email-check.js: ${size} bytes gzip, of ${SCRIPT_BUDGET} allowed`);
  this.info(`integrity="sha384-${createHash('sha384').update(code).digest('base64')}"`);
  this.info(`<script type="importmap">${JSON.stringify(importMap)}</script>`);
  if (size > SCRIPT_BUDGET) this.error(`dist/email-check.js has ${size} bytes gzip: ${SCRIPT_BUDGET} are allowed`);
}

/** What a page pays that has a bundler. */
async function tellOfBundles() {
  for (const [bundler, { all, besideLit }] of Object.entries(await bundleSizes()))
    this.info(
      `import 'email-check-element/define': ${all} bytes gzip in a bundle by ${bundler}, ${besideLit} if @lit/reactive-element is there anyway`,
    );
}

/** What the script-tag file finds beside itself: the style that keeps its room on pages that load it late, and the texts of other languages. */
async function besideScript() {
  await cp('src/late.css', 'dist/email-check.css');
  await cp('dist/element/locales', 'dist/locales', {
    recursive: true,
    filter: (path) => !/\.(map|ts)$|\/(en|index)\.js$/.test(path),
  });
  const locales = (await readdir('dist/locales')).map((name) => `locales/${name}`);
  await Promise.all([...pageFiles, ...locales].map((name) => compressFile(`dist/${name}`)));
}

/** Adds the day of this build to each list: the day of its last change does not say how old the release is. */
async function dateLists(file) {
  const made = new Date(process.env.SOURCE_DATE_EPOCH * 1000 || Date.now()).toISOString().slice(0, 10);
  const dates = JSON.parse(await readFile(file, 'utf8'));
  for (const list of Object.values(dates)) list.made = made;
  await writeFile(file, `${JSON.stringify(dates, null, 2)}\n`);
}

async function packService() {
  await mkdir('dist/service/page', { recursive: true });
  for (const name of [...pageFiles.flatMap((file) => [file, `${file}.br`, `${file}.gz`]), 'locales'])
    await cp(`dist/${name}`, `dist/service/page/${name}`, { recursive: true });
  await cp('dist/console', 'dist/service/console', { recursive: true });
  await cp('src/service/reputation/data', 'dist/service/data', { recursive: true });
  await dateLists('dist/service/data/dates.json');
  await cp('LICENSE', 'dist/service/LICENSE');
  await cp('src/service/README.md', 'dist/service/README.md');
  const docs = ['service.md', 'bulk.md', 'console.md', 'webhooks.md'];
  for (const name of docs) await cp(`docs/${name}`, `dist/service/docs/${name}`);
  // Two megabytes that the installed icons give at any time: from source the service makes them for itself.
  const { makeBrandLines, makeBrandNotice } = await tsImport('./src/service/logo/generate/brands.ts', import.meta.url);
  await writeFile('dist/service/data/brands.txt', makeBrandLines());
  await appendFile('dist/service/data/NOTICE.txt', `\n${'-'.repeat(72)}\n${makeBrandNotice()}`);
  const manifest = {
    name: 'email-check-service',
    version,
    description: 'Checks email addresses: single validation, disposable detector and logos over HTTP, self-hosted.',
    license,
    type: 'module',
    engines,
    bin: { 'email-check': './email-check.js' },
    exports: { '.': './index.js', './package.json': './package.json' },
    dependencies: Object.fromEntries(serviceDependencies.map((name) => [name, devDependencies[name]])),
  };
  await writeFile('dist/service/package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

export default [modules, counts, script, consolePage, service];
