import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumArguments, programsOf, wantedBrowsers } from './test/browsers.mjs';
import { countReporter } from './test/count-reporter.mjs';
import { serviceMiddleware } from './test/element/service-middleware.mjs';
import { jsxPlugin } from './test/jsx-plugin.mjs';
import { webkitLauncher } from './test/webkit-launcher.mjs';

process.env.PUPPETEER_SKIP_DOWNLOAD = '1';

const launchers = {
  chromium: () =>
    chromeLauncher({ launchOptions: { executablePath: programsOf('chromium')[0], args: chromiumArguments } }),
  firefox: () => chromeLauncher({ launchOptions: { browser: 'firefox', executablePath: programsOf('firefox')[0] } }),
  webkit: () => webkitLauncher(),
};

const withScript = (testFramework) => `<!doctype html>
<html>
  <body>
    <script type="module" src="/dist/email-check.js"></script>
    <script type="module" src="${testFramework}"></script>
  </body>
</html>`;

export default {
  groups: [
    { name: 'modules', files: ['test/**/*.browser.test.ts', 'test/frameworks/*.browser.test.tsx'] },
    // The script-tag file comes first and defines the element: the same tests hold for it, its own base and its short names.
    {
      name: 'script',
      files: ['test/element/*.browser.test.ts', '!test/element/base.browser.test.ts'],
      testRunnerHtml: withScript,
    },
  ],
  nodeResolve: { exportConditions: ['production', 'default'] },
  browsers: await Promise.all(wantedBrowsers().map((name) => launchers[name]())),
  concurrentBrowsers: 1,
  concurrency: 1,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 180_000,
  browserStartTimeout: 60_000,
  testFramework: { config: { ui: 'bdd', timeout: 10_000 } },
  middleware: [serviceMiddleware],
  plugins: [
    jsxPlugin(),
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: new URL('tsconfig.json', import.meta.url).pathname }),
  ],
  reporters: [defaultReporter({ reportTestProgress: false }), countReporter()],
};
