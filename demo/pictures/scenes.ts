import type { Page } from 'puppeteer-core';
import type { StateName } from '../../src/element/state.js';

/** Something that a visitor may see, and how a page comes to it. */
export interface Scene {
  readonly name: string;
  readonly state: StateName;
  /** What leads there, if it has another name among the recipes of `force-state.js`. */
  readonly recipe?: string;
  /** The element's own button that is then pressed. */
  readonly press?: string;
  /** Whether the browser has no network then. */
  readonly isOffline?: boolean;
  /** Whether nothing is shown: the line stays empty. */
  readonly isSilent?: boolean;
}

/** All that a visitor may see below the field. */
export const scenes: readonly Scene[] = [
  { name: 'safe', state: 'safe' },
  { name: 'suggestion', state: 'typing' },
  { name: 'accepted', state: 'safe', recipe: 'suggestion', press: 'accept' },
  { name: 'malformed', state: 'malformed' },
  { name: 'disposable', state: 'disposable' },
  { name: 'invalid', state: 'invalid' },
  { name: 'blocked', state: 'invalid' },
  { name: 'denied', state: 'invalid' },
  { name: 'work address', state: 'safe' },
  { name: 'risky', state: 'risky' },
  { name: 'shared inbox', state: 'risky' },
  { name: 'accept-all', state: 'risky' },
  { name: 'held', state: 'checking' },
  { name: 'limited', state: 'limited' },
  { name: 'offline', state: 'unavailable', recipe: 'checking', isOffline: true, isSilent: true },
];

export const recipeOf = ({ name, recipe = name }: Scene): string => recipe;

/** The scenes' names, and what stands there: the message, then the names of its buttons. */
export type Texts = Readonly<Record<string, readonly string[]>>;

const ROW = '.row';

/** What stands below the field now. */
export const textsOf = (page: Page): Promise<string[]> =>
  page.$eval('email-check', ({ shadowRoot }) =>
    [...(shadowRoot?.querySelectorAll('.row [part=message], .row button') ?? [])].map(
      (each) => each.ariaLabel ?? each.textContent ?? '',
    ),
  );

const reaches = (page: Page, state: StateName | undefined, isSilent: boolean): Promise<unknown> =>
  page.waitForFunction(
    (wanted, row, isEmpty) => {
      const element = document.querySelector('email-check');
      if (!element || (wanted && element.state !== wanted)) return false;
      return !element.shadowRoot?.querySelector(row)?.textContent === isEmpty;
    },
    { timeout: 15_000, polling: 'raf' },
    state,
    ROW,
    isSilent,
  );

/** Does in the page what a recipe of `force-state.js` says. */
const force = (page: Page, name: string): Promise<unknown> =>
  page.evaluate(`import('/force-state.js').then(({ createForcing, recipes }) => {
    window.forcing ??= createForcing(document.querySelector('email-check'));
    const all = Object.assign({}, ...Object.values(recipes));
    window.forcing.force(all[${JSON.stringify(name)}]());
  })`);

/**
 * Brings a page of the demo to a scene, and waits until it is shown. `leaves`: the visitor leaves the field, as they must before
 * a message takes a second line.
 */
export const play = async (page: Page, scene: Scene, leaves = false): Promise<void> => {
  await page.setOfflineMode(!!scene.isOffline);
  await force(page, recipeOf(scene));
  if (leaves) await page.$eval('[name=email]', (input) => (input as HTMLInputElement).blur());
  if (scene.press) {
    const shown = `${ROW} [part=${scene.press}]`;
    // What happens inside a shadow root is no mutation of the page: every frame is looked at.
    await page.waitForFunction(
      (part) => document.querySelector('email-check')?.shadowRoot?.querySelector(part),
      { timeout: 15_000, polling: 'raf' },
      shown,
    );
    await page.$eval(`email-check >>> ${shown}`, (button) => (button as HTMLElement).click());
  }
  // A field that was left is asked about, whatever is suggested.
  await reaches(page, leaves ? undefined : scene.state, !!scene.isSilent).catch((cause: unknown) => {
    throw new Error(`"${scene.name}" is not shown on ${page.url()}.`, { cause });
  });
};

/** How a picture's page looks, and the language that it speaks. */
export interface Look {
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'ar';
}

/** Of a page in each language: its direction, and its field's label. */
const pagesIn = { en: ['ltr', 'Email'], ar: ['rtl', 'البريد الإلكتروني'] } as const;

/** Opens the playground as wide as a telephone, on a new day of the service. */
export const openPlayground = async (page: Page, url: string, { theme, language }: Look): Promise<void> => {
  const [direction, label] = pagesIn[language];
  await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2 });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  // The scene before may have been one without a network.
  await page.setOfflineMode(false);
  await page.goto(`${url}/playground.html`);
  await page.waitForSelector('#states button');
  await page.waitForSelector('email-check:defined');
  const isNew = page.waitForResponse((response) => response.url().endsWith('/new-day'));
  await page.$eval('#new-day', (button) => (button as HTMLElement).click());
  await isNew;
  for (const choice of [`[name=theme][value=${theme}]`, `[name=direction][value=${direction}]`]) {
    await page.$eval(choice, (radio) => (radio as HTMLInputElement).click());
  }
  await page.$eval(
    'email-check',
    (element, lang, text) => {
      document.documentElement.lang = lang;
      element.querySelector('label')?.firstChild?.replaceWith(`${text} `);
      // Whatever is set has the element look around itself again.
      element.messages = {};
    },
    language,
    label,
  );
  await page.waitForFunction(
    (lang) => document.querySelector('email-check')?.shadowRoot?.querySelector(`[lang=${lang}]`),
    { polling: 'raf' },
    language,
  );
};
