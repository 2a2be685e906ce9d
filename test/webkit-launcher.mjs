// WebKitGTK has no headless mode: it gets a screen of its own, and both end with the tests.
import { spawn } from 'node:child_process';
import { webdriverLauncher } from '@web/test-runner-webdriver';
import { programsOf } from './browsers.mjs';
import { freePort } from './free-port.mjs';

const answers = async (port) => {
  for (let tries = 0; tries < 200; tries++) {
    try {
      return await fetch(`http://127.0.0.1:${port}/status`);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('WebKitWebDriver did not start within ten seconds.');
};

/** Starts a screen and the driver; resolves to the driver's port and what ends both. */
const startDriver = async (driver, screen) => {
  // -displayfd has Xvfb choose a free display and say which.
  const xvfb = spawn(screen, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise((resolve, reject) => {
    xvfb.stdio[3].once('data', (number) => resolve(`:${String(number).trim()}`));
    xvfb.once('exit', () => reject(new Error('Xvfb did not start.')));
  });
  const port = await freePort();
  const environment = {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  };
  const process_ = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env: environment });
  const stop = () => {
    process_.kill();
    xvfb.kill();
  };
  process.once('exit', stop);
  await answers(port);
  return { port, stop };
};

/** A launcher for @web/test-runner that drives Debian's WebKit. */
export const webkitLauncher = async () => {
  const [driver, binary, screen] = programsOf('webkit');
  const { port, stop } = await startDriver(driver, screen);
  const launcher = webdriverLauncher({
    hostname: '127.0.0.1',
    port,
    path: '/',
    logLevel: 'error',
    capabilities: {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      'wdio:enforceWebDriverClassic': true,
    },
  });
  const stopLauncher = launcher.stop.bind(launcher);
  launcher.stop = async () => {
    await stopLauncher();
    stop();
  };
  return launcher;
};
