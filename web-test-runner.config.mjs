import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { chromiumArguments, browserEnvironment, programsOf, wantedBrowsers } from './test/browsers.mjs';
import { countReporter } from './test/count-reporter.mjs';
import { serviceMiddleware } from './test/element/service-middleware.mjs';
import { freePort } from './test/free-port.mjs';
import { bundlePlugin } from './test/bundle-plugin.mjs';
import { webkitLauncher } from './test/webkit-launcher.mjs';

process.env.PUPPETEER_SKIP_DOWNLOAD = '1';

const browsers = wantedBrowsers();

/** Every page of Chromium behaves as if it had the focus, with storage of its own, so that several can be tested at once. */
const createFocusedPage = async ({ context }) => {
  const own = await context.browser().createBrowserContext();
  const page = await own.newPage({ type: 'window' });
  const devtools = await page.createCDPSession();
  await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  return page;
};

const launchers = {
  chromium: () =>
    chromeLauncher({
      launchOptions: {
        executablePath: programsOf('chromium')[0],
        args: chromiumArguments,
        env: browserEnvironment,
      },
      createPage: createFocusedPage,
      concurrency: 3,
    }),
  // In the others one page at a time has the focus.
  firefox: () =>
    chromeLauncher({
      launchOptions: {
        browser: 'firefox',
        executablePath: programsOf('firefox')[0],
        // Its sandbox lets pages read no font outside of the system's folders.
        env: { ...browserEnvironment, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
      },
      concurrency: 1,
    }),
  webkit: () => webkitLauncher(),
};

/** Files that are named, in place of all. */
const named = process.env.TEST_FILES?.split(' ').filter(Boolean) ?? [];
const filesOr = (...files) => (named.length ? named : files);

/** What the script-tag file, which is the same code made small, is held to: what a page sees of it, and where browsers differ. */
const scriptFiles = ['contract-access', 'contract-form', 'contract-surface', 'form', 'languages'].map(
  (name) => `test/element/${name}.browser.test.ts`,
);

const withScript = (testFramework) => `<!doctype html>
<html>
  <body>
    <script type="module" src="/dist/email-check.js"></script>
    <script type="module" src="${testFramework}"></script>
  </body>
</html>`;

export default {
  groups: [
    { name: 'modules', files: filesOr('test/**/*.browser.test.ts', 'test/frameworks/*.browser.test.tsx') },
    // The script-tag file comes first and defines the element: the same tests hold for it.
    {
      name: 'script',
      files: filesOr(...scriptFiles),
      testRunnerHtml: withScript,
    },
  ],
  nodeResolve: { exportConditions: ['production', 'default'] },
  browsers: await Promise.all(browsers.map((name) => launchers[name]())),
  concurrentBrowsers: 1,
  port: await freePort(),
  testsStartTimeout: 60_000,
  testsFinishTimeout: 600_000,
  browserStartTimeout: 60_000,
  testFramework: { config: { ui: 'bdd', timeout: 60_000 } },
  middleware: [serviceMiddleware],
  plugins: [
    bundlePlugin(),
    a11ySnapshotPlugin(),
    esbuildPlugin({
      ts: true,
      json: true,
      target: 'es2022',
      tsconfig: new URL('tsconfig.json', import.meta.url).pathname,
    }),
  ],
  reporters: [defaultReporter({ reportTestProgress: false }), countReporter()],
};
