import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bestFirst } from '../../../src/service/logo/icon-links.js';
import { readManifest } from '../../../src/service/logo/site-manifest.js';
import { readSitePage } from '../../../src/service/logo/site-page.js';

const at = 'https://shop.com/start/page';
const iconsIn = async (html: string) =>
  (await readSitePage(html, at)).icons.map(({ url, pixels }) => `${pixels} ${url}`);

describe("a site's page", () => {
  for (const [words, html, icons] of [
    ['an icon', '<link rel="icon" href="/a.png">', ['32 https://shop.com/a.png']],
    ['its size', '<link rel="icon" sizes="16x16 64X64" href="a.png">', ['64 https://shop.com/start/a.png']],
    ['any size', '<link rel="icon" sizes="any" href="a.ico">', ['32 https://shop.com/start/a.ico']],
    [
      'a size of no icon',
      '<link rel="icon" sizes="99999x99999 0x0" href="a.png">',
      ['32 https://shop.com/start/a.png'],
    ],
    ['what Apple asks for', '<LINK REL="Apple-Touch-Icon" HREF=/a.png>', ['180 https://shop.com/a.png']],
    [
      'the old words',
      "<link rel='shortcut icon' href='//cdn.shop.com/a.ico?v=1&amp;w=2'>",
      ['32 https://cdn.shop.com/a.ico?v=1&w=2'],
    ],
    ['a base', '<base href="/b/"><base href="/c/"><link rel=icon href="a.png">', ['32 https://shop.com/b/a.png']],
    [
      'a base elsewhere',
      '<link rel=icon href="a.png"><base href="https://cdn.com/x/">',
      ['32 https://cdn.com/x/a.png'],
    ],
    ['a base of no use', '<base href="javascript:1"><link rel=icon href="a.png">', ['32 https://shop.com/start/a.png']],
    [
      'drawings',
      '<link rel=icon type="image/svg+xml" href="/a"><link rel=icon href="/a.svg?1"><link rel="mask-icon" href="/m.png">',
      [],
    ],
    [
      'no web addresses',
      '<link rel=icon href="data:image/png;base64,AA"><link rel=icon href="file:///etc/passwd"><link rel=icon href=""><link rel=icon><link rel=icon href="http://[">',
      [],
    ],
    ['other links', '<link rel="stylesheet" href="/icon.css"><link href="/a.png"><a rel="icon" href="/a.png">', []],
    [
      'comments and scripts',
      '<!-- <link rel=icon href=/a.png> --><script>"<link rel=icon href=/b.png>"</script><title><link rel=icon href=/c.png></title>',
      [],
    ],
    ['a link cut off', '<link rel=icon href="/a.png"><link rel=icon href="/b', ['32 https://shop.com/a.png']],
    ['no page', '\u0000\u0001<<<>>><link', []],
  ] as const) {
    it(`is read with ${words}`, async () => assert.deepEqual(await iconsIn(html), icons));
  }

  it('names one manifest', async () => {
    const { manifest } = await readSitePage(
      '<link rel="manifest" href="/site.webmanifest"><link rel=manifest href=/b>',
      at,
    );
    assert.equal(manifest, 'https://shop.com/site.webmanifest');
  });

  it('may have any number of links', async () => {
    assert.equal((await readSitePage('<link rel=icon href=/a.png>'.repeat(10_000), at)).icons.length, 200);
    assert.deepEqual(await iconsIn(`<link rel=icon href=/a.png sizes="${'64x64 '.repeat(80_000)}">`), [
      '64 https://shop.com/a.png',
    ]);
  });

  it('is read as deep as pages are, and no deeper', async () => {
    const within = async (depth: number) =>
      (await iconsIn(`<link rel=icon href=/a.png>${'<b>'.repeat(depth)}<link rel=icon href=/b.png>`)).length;
    assert.deepEqual([await within(200), await within(300)], [2, 1]);
    assert.equal(
      (await iconsIn(`${'<b></b></i></p><br>'.repeat(1_000)}<link rel=icon href=/a.png>`)).length,
      1,
      'one after another',
    );
  });
});

describe('a manifest', () => {
  const manifestAt = 'https://shop.com/m/site.webmanifest';
  it('has icons', () => {
    const icons = [
      { src: 'a.png', sizes: '192x192' },
      { src: '/b', type: 'image/webp' },
      { src: 'c.svg' },
      { src: 'd.png', purpose: 'monochrome' },
      { src: 7 },
      null,
      'e.png',
      { sizes: '1x1' },
    ];
    assert.deepEqual(readManifest(JSON.stringify({ icons }), manifestAt), [
      { url: 'https://shop.com/m/a.png', pixels: 192 },
      { url: 'https://shop.com/b', pixels: 192 },
    ]);
  });

  for (const text of ['', '{', 'null', '[]', '7', '{"icons":{}}', '{"icons":"a"}', '<html>'])
    it(`may be invalid: ${text || 'empty'}`, () => assert.deepEqual(readManifest(text, manifestAt), []));
});

describe('icons', () => {
  it('are tried in the order of fit, each once, up to a maximum', () => {
    const icon = (pixels: number) => ({ url: `https://shop.com/${pixels}`, pixels });
    assert.deepEqual(
      bestFirst([16, 512, 128, 32, 180, 180, 64, 1_024].map(icon)).map(({ pixels }) => pixels),
      [128, 180, 512, 1_024, 64, 32],
    );
  });
});
