/** `npm run picture`: the picture of the demo that the README opens with, docs/demo.png. */
import { openBrowser } from '../test/demo/browser.js';
import { startDemo } from './demo.js';

const demo = await startDemo();
const browser = await openBrowser();
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1200, height: 760, deviceScaleFactor: 1 });
  await page.goto(demo.url);
  await page.waitForSelector('email-check:defined');
  await page.type('#name', 'Jane Doe');
  await page.type('[name=email]', 'jane.doe@gmial.com', { delay: 30 });
  await page.waitForFunction(() => document.querySelector('email-check')?.suggestion);
  await page.screenshot({ path: 'docs/demo.png' });
} finally {
  await browser.close();
  await demo.close();
}
