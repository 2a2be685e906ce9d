import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { getDomain } from 'tldts';
import { createBrandLogos } from '../../../src/service/logo/brand-logos.js';
import { brandSvg } from '../../../src/service/logo/brand-picture.js';
import { brandTable, readBrandLines } from '../../../src/service/logo/brand-table.js';
import { makeBrandLines, makeBrandNotice } from '../../../src/service/logo/generate/brands.js';
import { brandDomains } from '../../../src/service/logo/generate/curated.js';
import { colourAt } from './pictures.js';

const icons = createRequire(import.meta.url)('simple-icons/icons.json') as readonly {
  readonly slug: string;
  readonly hex: string;
  readonly license?: object;
}[];
const table = await brandTable();
const iconOf = (slug: string) => icons.find((icon) => icon.slug === slug);

describe('brands', () => {
  for (const [domain, slug] of [
    ['gmail.com', 'gmail'],
    ['googlemail.com', 'gmail'],
    ['google.com', 'google'],
    ['icloud.com', 'icloud'],
    ['me.com', 'icloud'],
    ['apple.com', 'apple'],
    ['proton.me', 'proton'],
    ['protonmail.com', 'protonmail'],
    ['gmx.de', 'gmx'],
    ['web.de', 'webdotde'],
    ['mail.com', 'maildotcom'],
    ['mail.ru', 'maildotru'],
    ['qq.com', 'qq'],
    ['naver.com', 'naver'],
    ['orange.fr', 'orange'],
    ['github.com', 'github'],
    ['stripe.com', 'stripe'],
    ['paypal.com', 'paypal'],
    ['booking.com', 'bookingdotcom'],
    ['x.com', 'x'],
    ['facebook.com', 'facebook'],
    ['wikipedia.org', 'wikipedia'],
  ] as const) {
    it(`${domain} has the icon of ${slug}`, () => assert.equal(table.get(domain)?.colour, iconOf(slug)?.hex));
  }

  for (const domain of [
    'wikimedia.com',
    'githubusercontent.com',
    'gstatic.com',
    'united-internet.de',
    'figma.site',
    'otoy.com',
  ]) {
    it(`${domain} has no brand icon`, () => assert.equal(table.has(domain), false));
  }

  it('are some thousand registrable domains, and the same whether made or read', () => {
    assert.ok(table.size > 2_000, String(table.size));
    for (const domain of table.keys()) assert.equal(getDomain(domain), domain);
    assert.deepEqual(readBrandLines(makeBrandLines()), table);
  });

  it('of the curated table exist, without licences of their own', () => {
    for (const slug of Object.keys(brandDomains)) assert.ok(iconOf(slug) && !iconOf(slug)?.license, slug);
  });

  it('with a licence of their own are left out', () => {
    // Their colours and shapes are told apart by their whole line.
    const paths = new Set([...table.values()].map(({ path }) => path));
    const makers = createRequire(import.meta.url)('simple-icons') as Readonly<
      Record<string, { readonly path: string }>
    >;
    const licensed = icons
      .filter(({ license }) => license)
      .map(({ slug }) => makers[`si${slug[0]?.toUpperCase()}${slug.slice(1)}`]?.path ?? '');
    assert.ok(licensed.length > 100 && licensed.every(Boolean));
    for (const path of licensed) assert.equal(paths.has(path), false);
  });

  it("have a notice with the collection's disclaimer, which does not call each icon CC0", () => {
    const notice = makeBrandNotice();
    assert.match(notice, /Simple Icons \d+\.\d+\.\d+[^]*CC0\s1\.0[^]*trademarks of their owners/);
    assert.match(notice, /does not mean that each icon is/);
    assert.match(notice, /that doesn't mean to imply that all icons within the project are also CC0/);
    assert.match(notice, /We ask that our users seek the correct permissions to use the icons/);
  });

  it('are drawn on their colour, in white or if that would be lost in black', async () => {
    const logoOf = createBrandLogos();
    for (const [domain, tile, mark] of [
      ['gmail.com', '#ea4335', /^#ffffff$/],
      ['web.de', '#ffd800', /^#1b1f24$/],
      ['sony.com', '#ffffff', /^#[0-9a-f]{6}$/],
    ] as const) {
      const png = await logoOf(domain);
      assert.ok(png);
      const { width, height, format } = await sharp(png).metadata();
      assert.deepEqual([width, height, format], [128, 128, 'png']);
      assert.equal(await colourAt(png, 64, 8), tile);
      assert.equal(await colourAt(png, 0, 0), 'clear');
      const { data } = await sharp(png)
        .extract({ left: 24, top: 24, width: 80, height: 80 })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const colours = new Set(
        Array.from({ length: data.length / 3 }, (_, at) => `#${data.toString('hex', at * 3, at * 3 + 3)}`),
      );
      assert.ok(
        [...colours].some((colour) => mark.test(colour)),
        domain,
      );
    }
    assert.equal(await logoOf('nobody-knows-this.com'), undefined);
    assert.equal(await logoOf('gmail.com'), await logoOf('gmail.com'), 'drawn once');
  });

  it('always have enough contrast with their background', () => {
    for (const { colour, path } of table.values())
      assert.match(brandSvg({ colour, path }), /fill="#[0-9A-F]{6}"[^]*fill="#(ffffff|1b1f24)"/i);
  });

  it('are missing if their table cannot be read', async () => {
    const faults: unknown[] = [];
    const logoOf = createBrandLogos(
      (fault) => faults.push(fault),
      () => Promise.reject(new Error('no such file')),
    );
    assert.deepEqual([await logoOf('gmail.com'), await logoOf('google.com'), faults.length], [undefined, undefined, 1]);
  });
});
