// Where the browsers of this machine are, and how a missing one is had. Nothing is ever downloaded from a browser's maker.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What each browser's tests need: one program of each list, and the Debian packages that bring them. */
const needs = {
  chromium: {
    programs: [
      [
        process.env.CHROME_PATH,
        // The same engine without a window's own work: a quarter less to do.
        '/usr/bin/chromium-headless-shell',
        '/usr/bin/chromium',
        '/usr/bin/chromium-browser',
        '/usr/bin/google-chrome',
        '/usr/bin/google-chrome-stable',
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
        'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      ],
    ],
    packages: ['chromium-headless-shell'],
  },
  firefox: {
    programs: [
      [
        process.env.FIREFOX_PATH,
        '/usr/bin/firefox-esr',
        '/usr/bin/firefox',
        '/Applications/Firefox.app/Contents/MacOS/firefox',
        'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
      ],
    ],
    packages: ['firefox-esr'],
  },
  webkit: {
    programs: [
      ['/usr/bin/WebKitWebDriver'],
      [
        '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
        '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
        '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser',
        '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.0/MiniBrowser',
      ],
      ['/usr/bin/Xvfb'],
    ],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
};

const isProgram = (path) => {
  try {
    if (!path) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const find = (name) => needs[name].programs.map((places) => places.find(isProgram));

/** Debian's packages, where this is a Debian and this user may install. At most ten minutes, and without a question. */
const install = (packages) => {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return;
  console.log(`Installing ${packages.join(', ')} from Debian's packages…`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
};

/**
 * The programs that a browser's tests need, in the order of `needs`. A missing one is installed where that is possible.
 * @param {'chromium' | 'firefox' | 'webkit'} name
 * @returns {string[]}
 * @throws with one sentence that says what to do, where the browser cannot be had
 */
export const programsOf = (name) => {
  if (!needs[name]) throw new Error(`Unknown browser "${name}": use ${Object.keys(needs).join(', ')}.`);
  let found = find(name);
  if (found.includes(undefined)) {
    install(needs[name].packages);
    found = find(name);
  }
  if (found.includes(undefined)) {
    throw new Error(
      `The tests need ${name}: install it (Debian: apt-get install ${needs[name].packages.join(' ')})${name === 'chromium' ? ' or set CHROME_PATH' : ''}.`,
    );
  }
  return found;
};

/** Browsers that the tests run in: the words of BROWSERS, Chromium alone by default. */
export const wantedBrowsers = () => (process.env.BROWSERS ?? 'chromium').split(/[\s,]+/).filter(Boolean);

/**
 * What Chromium and Firefox are started with: they see one font, so that layouts do not depend on the fonts of the machine (Linux and BSD).
 * WebKit keeps the machine's: it gives each letter of this one a width of whole pixels, so lines break elsewhere.
 */
export const browserEnvironment = {
  ...process.env,
  FONTCONFIG_FILE: fileURLToPath(new URL('fonts/fonts.conf', import.meta.url)),
};

/** How Chromium is started: as root it has no sandbox, and it asks nothing of its maker. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** The version that a program says it has. */
export const versionOf = (program) =>
  execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
