import type { Page } from 'puppeteer-core';
import type { StateName } from '../../src/element/state.js';

/** Something that a visitor may see, and how the playground comes to it. */
export interface Scene {
  readonly name: string;
  readonly state: StateName;
  /** The playground's button that leads there, where it has another name. */
  readonly button?: string;
  /** The element's own button that is then pressed. */
  readonly press?: string;
  /** Whether the browser has no network then. */
  readonly isOffline?: boolean;
}

/** All that a visitor may see below the field. */
export const scenes: readonly Scene[] = [
  { name: 'malformed', state: 'malformed' },
  { name: 'suggestion', state: 'typing' },
  { name: 'accepted', state: 'safe', button: 'suggestion', press: 'accept' },
  { name: 'checking', state: 'checking' },
  { name: 'safe', state: 'safe' },
  { name: 'risky', state: 'risky' },
  { name: 'shared inbox', state: 'risky' },
  { name: 'accept-all', state: 'risky' },
  { name: 'disposable', state: 'disposable' },
  { name: 'invalid', state: 'invalid' },
  { name: 'blocked', state: 'invalid' },
  { name: 'denied', state: 'invalid' },
  { name: 'work address', state: 'safe' },
  { name: 'held', state: 'checking' },
  { name: 'limited', state: 'limited' },
  { name: 'offline', state: 'unavailable', button: 'checking', isOffline: true },
  { name: 'too slow', state: 'unavailable' },
  { name: 'unavailable', state: 'unavailable' },
];

export const buttonOf = ({ name, button = name }: Scene): string => button;

/** The scenes' names, and what stands there: the message, then the buttons. */
export type Texts = Readonly<Record<string, readonly string[]>>;

/** Of what the element holds, what is seen: the other cells of its box keep room. */
const SEEN = '.box > :first-child';

/** What stands below the field now. */
export const textsOf = (page: Page): Promise<string[]> =>
  page.$eval(
    'email-check',
    ({ shadowRoot }, seen) =>
      [...(shadowRoot?.querySelector(seen)?.children ?? [])].map(({ textContent }) => textContent ?? ''),
    SEEN,
  );

const reaches = (page: Page, state: StateName): Promise<unknown> =>
  page.waitForFunction(
    (wanted, seen) => {
      const element = document.querySelector('email-check');
      return element?.state === wanted && element.shadowRoot?.querySelector(seen)?.textContent;
    },
    { timeout: 15_000, polling: 'raf' },
    state,
    SEEN,
  );

/** Brings the playground to a scene, and waits until something is shown. */
export const play = async (page: Page, scene: Scene): Promise<void> => {
  await page.setOfflineMode(!!scene.isOffline);
  await page.$$eval(
    '#states button',
    (buttons, name) => buttons.find(({ textContent }) => textContent === name)?.click(),
    buttonOf(scene),
  );
  if (scene.press) {
    const shown = `${SEEN} > [part=${scene.press}]`;
    // What happens inside a shadow root is no mutation of the page: every frame is looked at.
    await page.waitForFunction(
      (part) => document.querySelector('email-check')?.shadowRoot?.querySelector(part),
      { polling: 'raf' },
      shown,
    );
    await page.$eval(`email-check >>> ${shown}`, (button) => (button as HTMLElement).click());
  }
  await reaches(page, scene.state);
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
