import { expect, fixture, html } from '@open-wc/testing';
import { en } from '../../src/element/locales/en.js';
import { insert, mount, type Page, until } from './page.js';

type Rgb = readonly [red: number, green: number, blue: number];

/** A computed colour, each part 0 to 255. */
const rgbOf = (color: string): Rgb => {
  expect(color).to.match(/^(rgba?\(|color\(srgb )/);
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+(e-?\d+)?/g) ?? []).map(
    (number) => Number(number) * (color.startsWith('rgb') ? 1 : 255),
  );
  return [red, green, blue];
};

/** Relative luminance (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red, green, blue] = rgbOf(color).map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

/** Puts a form on backgrounds, the outermost first. */
const standOn = async (page: Page, ink: string, layers: readonly string[]): Promise<void> => {
  let inner: HTMLElement = await fixture<HTMLElement>(html`<div></div>`);
  for (const background of layers) {
    const layer = document.createElement('div');
    Object.assign(layer.style, { background });
    inner.append(layer);
    inner = layer;
  }
  inner.style.color = ink;
  inner.append(page.form);
};

/** Text and layers of a page, the outermost first, and the colours that are seen behind the line. */
const pages: readonly (readonly [ink: string, layers: readonly string[], ...behind: string[]])[] = [
  ['#000', ['#fff'], 'rgb(255, 255, 255)'],
  ['#333', ['#fff'], 'rgb(255, 255, 255)'],
  ['#eee', ['#111'], 'rgb(17, 17, 17)'],
  ['#fff', ['#000'], 'rgb(0, 0, 0)'],
  ['#fff', ['#0057b7'], 'rgb(0, 87, 183)'],
  ['#000', ['#ffd700'], 'rgb(255, 215, 0)'],
  ['#fff', ['#b91c1c'], 'rgb(185, 28, 28)'],
  ['#000', ['#f87171'], 'rgb(248, 113, 113)'],
  ['#fff', ['#595959'], 'rgb(89, 89, 89)'],
  ['#000', ['#7f7f7f'], 'rgb(127, 127, 127)'],
  ['#fff', ['#15803d'], 'rgb(21, 128, 61)'],
  ['#111', ['oklch(0.9 0.1 90)'], 'rgb(246, 219, 142)'],
  ['#fff', ['linear-gradient(#0057b7, #003a7a)'], 'rgb(0, 87, 183)', 'rgb(0, 58, 122)'],
  ['#000', ['#222', 'linear-gradient(#ffd700, #fff)'], 'rgb(255, 215, 0)', 'rgb(255, 255, 255)'],
  ['#fff', ['#fff', 'rgb(0 0 0 / 80%)'], 'rgb(51, 51, 51)'],
  ['#000', ['#000', 'rgb(255 255 255 / 80%)'], 'rgb(204, 204, 204)'],
  ['#fff', ['#0057b7', 'rgb(0 0 0 / 30%)', 'rgb(0 0 0 / 30%)'], 'rgb(0, 43, 90)'],
];

describe('the colour of a message', () => {
  const told = [
    ['safe@acme.org', en.safe],
    ['role@acme.org', en.role],
    ['jane', en.noAt],
  ] as const;

  /** What each message looks like. */
  const looks = async (page: Page) => {
    const all: { text: string; color: string; icon: string; shape: string }[] = [];
    for (const [address, text] of told) {
      insert(page, address);
      await page.leave();
      await until(() => page.message() === text);
      const root = page.element.shadowRoot!;
      const icon = root.querySelector('.row > [part=icon]')!;
      const { fill, stroke } = getComputedStyle(icon);
      expect(icon.getBoundingClientRect().width).to.equal(20);
      all.push({
        text,
        color: getComputedStyle(root.querySelector('[part=message]')!).color,
        icon: stroke === 'none' ? fill : stroke,
        shape: icon.querySelector('path')!.getAttribute('d')!,
      });
    }
    return all;
  };

  for (const [ink, layers, ...behind] of pages) {
    it(`is seen with ${ink} on ${layers.join(' under ')}, and is never the only sign`, async () => {
      const page = await mount({ warn: 'role' }, { type: 'text' });
      await standOn(page, ink, layers);
      const all = await looks(page);
      const own = getComputedStyle(page.form).color;
      for (const background of behind) {
        expect(contrast(own, background), 'the page’s own text').to.be.at.least(4.5);
        for (const { text, color, icon } of all) {
          expect(contrast(color, background), text).to.be.at.least(4.5);
          expect(contrast(icon, background), `icon of ${text}`).to.be.at.least(3);
        }
      }
      // The icon has the colour; only an error's text has it too.
      const [good, warning, error] = all;
      expect([good?.color, warning?.color]).to.deep.equal([own, own]);
      expect(error?.color).to.equal(error?.icon);
      expect(new Set(all.map(({ shape }) => shape)).size, 'icons').to.equal(3);
    });
  }

  it('is three colours on a plain page', async () => {
    const page = await mount({ warn: 'role' }, { type: 'text' });
    await standOn(page, '#000', ['#fff']);
    expect(new Set((await looks(page)).map(({ icon }) => icon)).size).to.equal(3);
  });

  it('follows a page that is dark by its colour scheme alone', async () => {
    const { style } = document.documentElement;
    const shown: Record<string, string[]> = {};
    try {
      for (const scheme of ['light', 'dark']) {
        style.colorScheme = scheme;
        const page = await mount({ warn: 'role' }, { type: 'text' });
        const canvas = Object.assign(page.form.appendChild(document.createElement('i')), { style: 'color: Canvas' });
        const background = getComputedStyle(canvas).color;
        const all = await looks(page);
        for (const { text, color, icon } of all) {
          expect(contrast(color, background), `${scheme}: ${text}`).to.be.at.least(4.5);
          expect(contrast(icon, background), `${scheme}: icon of ${text}`).to.be.at.least(3);
        }
        shown[scheme] = all.map(({ icon }) => icon);
      }
    } finally {
      style.colorScheme = '';
    }
    expect(new Set([...shown['light']!, ...shown['dark']!]).size).to.equal(6);
  });

  it('follows a page that turns dark under a message', async () => {
    const page = await mount({}, { type: 'text' });
    Object.assign(page.form.style, { color: '#000', background: '#fff' });
    insert(page, 'jane');
    await page.leave();
    await until(() => page.message() === en.noAt);
    const color = (): string => getComputedStyle(page.element.shadowRoot!.querySelector('[part=message]')!).color;
    expect(contrast(color(), 'rgb(255, 255, 255)')).to.be.at.least(4.5);
    Object.assign(page.form.style, { color: '#eee', background: '#111' });
    await until(() => contrast(color(), 'rgb(17, 17, 17)') >= 4.5, 'the error keeps the colour of a light page');
  });

  it('of an error’s icon is a filled circle with a mark cut out', async () => {
    const page = await mount({}, { type: 'text' });
    insert(page, 'jane');
    await page.leave();
    await until(() => page.message() === en.noAt);
    const { fill, fillRule, stroke } = getComputedStyle(page.element.shadowRoot!.querySelector('[part=icon]')!);
    expect([fill === 'none', fillRule, stroke]).to.deep.equal([false, 'evenodd', 'none']);
  });
});
