/** `npm run picture`: the pictures of the documentation, in docs/, and every view of the console and every state on every kind of page, to look at, in dist/pictures/. */
import { mkdir, writeFile } from 'node:fs/promises';
import { openBrowser } from '../test/demo/browser.js';
import { startDemo } from './demo.js';
import { consoleOf, letVisitorsIn } from './pictures/console-scenes.js';
import { consolePictures, everyView, pictureOfConsole } from './pictures/console-sheet.js';
import { FIRST_PICTURE, firstPicture } from './pictures/first-picture.js';
import { pageKinds, pictureOfKinds, pictureOfPage } from './pictures/page-sheet.js';
import { pictureOfStates, stateSheets } from './pictures/state-sheet.js';

/** What is not committed. */
const FOLDER = 'dist/pictures';

/** As `npm start` has them: they are in the pictures. */
const PORTS = { port: 8780, servicePort: 8781 };

const demo = await startDemo({ ...PORTS, hasHistory: true });
const browser = await openBrowser();
try {
  await mkdir(FOLDER, { recursive: true });
  // Before the days that the pictures of the states take.
  const open = consoleOf(browser, demo);
  await letVisitorsIn(demo);
  await writeFile(FIRST_PICTURE, await firstPicture(browser, demo, open));
  for (const [file, picture] of Object.entries(consolePictures))
    await writeFile(file, await pictureOfConsole(open, picture));
  await everyView(open, (name, png) => writeFile(`${FOLDER}/console-${name}.png`, png));
  for (const [file, look] of Object.entries(stateSheets))
    await writeFile(file, await pictureOfStates(browser, demo.url, look));
  await writeFile('docs/pages.png', await pictureOfKinds(browser, demo.url));
  for (const kind of pageKinds)
    for (const theme of ['light', 'dark'] as const)
      for (const width of [1280, 320])
        await writeFile(
          `${FOLDER}/${kind}-${theme}-${width}.png`,
          await pictureOfPage(browser, demo.url, kind, { theme, width }),
        );
} finally {
  await browser.close();
  await demo.close();
}
