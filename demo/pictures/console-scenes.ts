import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import type { Demo } from '../demo.js';
import { customers } from './customers.js';

/** A view of the console, and how a page comes to it. */
export interface ConsoleScene {
  /** Also in the name of the picture's file. */
  readonly name: string;
  readonly as: 'account' | 'operator' | 'nobody';
  /** Below `/console`. */
  readonly path: string;
  /** Shows that the view is complete. */
  readonly shown: string;
  /** What is done there first. */
  readonly play?: (page: Page) => Promise<unknown>;
}

/** The account of the demo is the first one. */
const ACCOUNT = '/accounts/1';
/** Where developers try their pages; the key of the demo does not allow it. */
const OTHER_ORIGIN = 'http://localhost:5173';
const LONGEST_WAIT = 30_000;

const visitors = [
  ...['olivia@gmail.com', 'jane.doe@gmail.com', 'visitor@mailinator.com', 'jane.doe@accept-all.net-trouble.com'],
  ...['no.one@gmail.com', 'sales@acme.com', 'jane.doe@no-such-domain.com', 'jane.doe@acme.com'],
];

/** Has a few visitors sign up on the pages of the demo, and one on a page that may not use their key. */
export const letVisitorsIn = async ({ url, serviceUrl }: Demo): Promise<void> => {
  const html = await (await fetch(url)).text();
  const key = /public-key="(\w+)"/.exec(html)?.[1] ?? '';
  const ask = async (email: string, Origin: string): Promise<void> => {
    const query = new URLSearchParams({ api: key, email });
    await (await fetch(`${serviceUrl}/v1/?${query}`, { headers: { Origin } })).arrayBuffer();
  };
  for (const email of visitors) await ask(email, url);
  await ask('jane.doe@gmail.com', OTHER_ORIGIN);
  await ask('jane.doe@acme.com', url);
};

const tryAddress = async (page: Page, email: string): Promise<void> => {
  await page.waitForSelector('#try-email');
  await page.type('#try-email', email);
  await page.keyboard.press('Enter');
};

/** Presses what a selector finds. */
const press = async (page: Page, selector: string): Promise<void> => {
  const found = await page.waitForSelector(selector, { visible: true });
  await found!.click();
};

const giveFile = async (page: Page, name: string): Promise<void> => {
  await page.waitForSelector('.lists-file input');
  await page.$eval(
    '.lists-file input',
    (input, fileName, text) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([text], fileName, { type: 'text/csv' }));
      input.files = dropped.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    name,
    await customers(),
  );
  await page.waitForSelector('#lists-draft');
};

/** Leaves no draft behind, gives a list, and looks at it when it has ended. */
const runList = async (page: Page): Promise<void> => {
  await giveFile(page, 'customers.csv');
  await press(page, 'section:has(#lists-draft) .button-primary');
  await press(page, '.lists-all tbody a');
  await page.waitForFunction(() => document.querySelector('main .badge')?.textContent?.includes('Completed'), {
    timeout: LONGEST_WAIT,
  });
};

/** All views, in an order in which the lists of one are not in the way of another. */
export const consoleScenes: readonly ConsoleScene[] = [
  { name: 'sign-in', as: 'nobody', path: '', shown: '.copyable' },
  { name: 'overview', as: 'account', path: ACCOUNT, shown: '.overview-bars' },
  { name: 'live', as: 'account', path: `${ACCOUNT}/live`, shown: '.live-approve' },
  {
    ...{ name: 'try', as: 'account', path: `${ACCOUNT}/try`, shown: '#try-verdict' },
    // No visitor was there before: the picture has the whole conversation with the mail host.
    play: (page) => tryAddress(page, 'jane.doe@full.net-trouble.com'),
  },
  {
    ...{ name: 'list', as: 'account', path: `${ACCOUNT}/lists`, shown: '.lists-rows tbody tr' },
    play: runList,
  },
  {
    ...{ name: 'lists', as: 'account', path: `${ACCOUNT}/lists`, shown: '#lists-draft' },
    play: (page) => giveFile(page, 'newsletter.csv'),
  },
  { name: 'keys', as: 'account', path: `${ACCOUNT}/keys/1`, shown: '.keys-code pre' },
  {
    ...{ name: 'make-key', as: 'account', path: `${ACCOUNT}/keys`, shown: 'dialog[open]' },
    play: (page) => press(page, '.page-header .button-primary'),
  },
  { name: 'webhooks', as: 'account', path: `${ACCOUNT}/webhooks`, shown: '.card' },
  { name: 'accounts', as: 'operator', path: '/accounts', shown: 'tbody tr' },
  { name: 'calls', as: 'operator', path: '/live', shown: '.live-approve' },
  { name: 'sessions', as: 'operator', path: '/sessions', shown: '.sessions-audit' },
];

/** How a page of the console looks; in CSS pixels. */
export interface ConsoleLook {
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

/** Resolves with a new page that is signed in for a scene. */
export type OpenConsole = (as: ConsoleScene['as']) => Promise<Page>;

const signIn = async (browser: Browser, demo: Demo, as: ConsoleScene['as']): Promise<BrowserContext> => {
  const context = await browser.createBrowserContext();
  if (as === 'nobody') return context;
  const page = await context.newPage();
  await page.goto(await demo.consoleLink(as));
  await page.waitForSelector('.shell-nav');
  await page.close();
  return context;
};

/** Opens pages of the console in at most one session for the account and one for the operator: the service allows few tries to sign in. */
export const consoleOf = (browser: Browser, demo: Demo): OpenConsole => {
  const contexts = new Map<ConsoleScene['as'], Promise<BrowserContext>>();
  return async (as) => {
    const context = contexts.get(as) ?? signIn(browser, demo, as);
    contexts.set(as, context);
    const page = await (await context).newPage();
    await page.goto(`${demo.serviceUrl}/console`);
    return page;
  };
};

/** Shows a scene in a page that is signed in for it. */
export const showScene = async (page: Page, scene: ConsoleScene, { theme, ...size }: ConsoleLook): Promise<void> => {
  const { path, play, shown, name } = scene;
  await page.setViewport({ ...size, deviceScaleFactor: 1 });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.goto(`${new URL(page.url()).origin}/console${path}`);
  await play?.(page);
  await page.waitForSelector(shown, { timeout: LONGEST_WAIT }).catch((cause: unknown) => {
    throw new Error(`"${name}" is not shown on ${page.url()}.`, { cause });
  });
};

/** What tells the parts of a view: its texts depend on neither time nor counts. */
const TELLING = 'h1, h2, nav a, button, thead th, dt, label, legend, summary';

/** The texts that a picture of the present view has for sure: headings, navigation, buttons, names of columns and fields. */
export const lastingTexts = (page: Page): Promise<string[]> =>
  page.$$eval(TELLING, (all) => {
    const shown = all.filter((each) => each.checkVisibility());
    return [...new Set(shown.map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim() ?? ''))].filter(Boolean);
  });
