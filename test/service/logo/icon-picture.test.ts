import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { drawIcon } from '../../../src/service/logo/icon-picture.js';
import { bitmap, colourAt, disc, ico, isNear, picture } from './pictures.js';

const RED = '#c81e1e';
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128"><rect width="128" height="128" fill="red"/></svg>';
const drawn = async (file: Buffer) => {
  const png = await drawIcon(file);
  assert.ok(png, 'it is drawn');
  const { width, height, format, exif, icc } = await sharp(png).metadata();
  assert.deepEqual([width, height, format, exif, icc], [128, 128, 'png', undefined, undefined]);
  return png;
};
/** How many pixels of the middle row have a colour. */
const widthOf = async (png: Uint8Array, colour: string) => {
  const colours = await Promise.all(Array.from({ length: 128 }, (_, x) => colourAt(png, x, 64)));
  return colours.filter((each) => each !== 'clear' && isNear(each, colour)).length;
};

describe("a site's icon", () => {
  const files: Readonly<Record<string, () => Promise<Buffer>>> = {
    PNG: () => picture().png().toBuffer(),
    'PNG of a palette': () => picture().png({ palette: true }).toBuffer(),
    'PNG of 16 bits': () => picture().toColourspace('rgb16').png().toBuffer(),
    JPEG: () => picture().jpeg().toBuffer(),
    'JPEG in print colours': () => picture().toColourspace('cmyk').jpeg().toBuffer(),
    WebP: () => picture().webp().toBuffer(),
    GIF: () => picture().gif().toBuffer(),
    AVIF: () => picture().avif().toBuffer(),
    'ICO with PNG': async () =>
      ico(
        { width: 16, picture: await picture({ pixels: 16, colour: '#0000ff' }).png().toBuffer() },
        { width: 256, picture: await picture({ pixels: 256 }).png().toBuffer() },
      ),
  };
  for (const [kind, file] of Object.entries(files)) {
    it(`is redrawn from ${kind}`, async () => {
      const original = await file();
      const png = await drawn(original);
      assert.ok(isNear(await colourAt(png, 64, 64), RED), await colourAt(png, 64, 64));
      assert.ok(isNear(await colourAt(png, 64, 1), RED), 'it fills the picture');
      assert.equal(await colourAt(png, 0, 0), 'clear', 'its corners are round');
    });
  }

  for (const bits of [1, 4, 8, 24, 32] as const) {
    it(`is drawn from an ICO's bitmap of ${bits} bits, the right way up and transparent where its mask says so`, async () => {
      // Of the left half the upper part is seen, all of the right half is clear.
      const file = ico({
        width: 40,
        picture: bitmap({ bits, pixels: 40, colourAt: (x, y) => (x >= 20 ? undefined : y < 20 ? RED : '#ffffff') }),
      });
      const png = await drawn(file);
      assert.deepEqual(
        [await colourAt(png, 50, 50), await colourAt(png, 50, 80), await colourAt(png, 80, 50)],
        [RED, '#ffffff', '#ffffff'],
      );
      assert.equal(await colourAt(png, 64, 10), '#ffffff');
    });
  }

  it('is the largest readable picture of an ICO', async () => {
    const small = bitmap({ bits: 32, pixels: 16, colourAt: () => '#0000ff' });
    const large = bitmap({ bits: 24, pixels: 48, colourAt: () => RED });
    assert.equal(
      await colourAt(await drawn(ico({ width: 16, picture: small }, { width: 48, picture: large })), 64, 64),
      RED,
    );
    assert.equal(
      await colourAt(
        await drawn(ico({ width: 16, picture: small }, { width: 48, picture: Buffer.alloc(9_000) })),
        64,
        64,
      ),
      '#0000ff',
    );
  });

  it('has no metadata of its file', async () => {
    const file = await picture()
      .withExif({ IFD0: { Copyright: 'somebody in particular' } })
      .png()
      .toBuffer();
    const hidden = Buffer.concat([file, Buffer.from('<script>alert(1)</script>')]);
    const png = Buffer.from(await drawn(hidden));
    for (const text of ['somebody', '<script>']) assert.equal(png.includes(text), false, text);
  });

  it('is rotated as its metadata says', async () => {
    const halves = await picture({ pixels: 200, height: 200 })
      .composite([
        { input: await picture({ pixels: 200, height: 100, colour: '#0000ff' }).png().toBuffer(), gravity: 'north' },
      ])
      .jpeg()
      .toBuffer();
    const png = await drawn(await sharp(halves).withMetadata({ orientation: 3 }).jpeg().toBuffer());
    assert.ok(isNear(await colourAt(png, 64, 100), '#0000ff'));
  });

  it('is shown whole, with room around it', async () => {
    const png = await drawn(await picture({ pixels: 400, height: 200 }).png().toBuffer());
    assert.deepEqual(
      [await colourAt(png, 64, 64), await colourAt(png, 64, 10), await colourAt(png, 64, 118)],
      [RED, '#ffffff', '#ffffff'],
    );
  });

  it('is not blown up', async () => {
    for (const [pixels, seen] of [
      [16, 64],
      [48, 64],
      [90, 64],
      [96, 128],
      [180, 128],
      [512, 128],
    ] as const)
      assert.equal(await widthOf(await drawn(await picture({ pixels }).png().toBuffer()), RED), seen, String(pixels));
  });

  it('with transparency is placed on white, or on grey if white would hide it', async () => {
    const red = await drawn(await disc(RED));
    assert.deepEqual(
      [await colourAt(red, 64, 64), await colourAt(red, 64, 4), await widthOf(red, RED)],
      [RED, '#ffffff', 96],
    );
    const white = await drawn(await disc('#ffffff'));
    assert.deepEqual([await colourAt(white, 64, 64), await colourAt(white, 64, 4)], ['#ffffff', '#69717d']);
    const white16 = await drawn(await disc('#fdfdfd', 16));
    assert.equal(await colourAt(white16, 64, 4), '#69717d');
  });

  const refused: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
    'nothing at all': () => Buffer.alloc(0),
    'an SVG': () => Buffer.from(drawing),
    'an SVG with a declaration': () =>
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'an SVG behind what stands in a WebP': () => Buffer.from(`<!-- abcWEBP-->${drawing}`),
    'an SVG behind what stands in an AVIF': () => Buffer.from(`<!--ftypavif-->${drawing}`),
    'an SVG behind what stands in moving AVIF': () => Buffer.from(`<!--ftypavis-->${drawing}`),
    'a page': () => Buffer.from('<!doctype html><title>Not found</title>'),
    'a TIFF': () => picture().tiff().toBuffer(),
    'a PDF': () => Buffer.from('%PDF-1.7\n1 0 obj\n'),
    'a hundred megapixels': () => picture({ pixels: 10_000 }).png().toBuffer(),
    'a file that ends early': async () =>
      (
        await sharp(randomBytes(3 * 180 * 180), { raw: { width: 180, height: 180, channels: 3 } })
          .png()
          .toBuffer()
      ).subarray(0, 20_000),
    'the first octets of a PNG': async () => (await picture().png().toBuffer()).subarray(0, 12),
    'a PNG whose data is damaged': async () => {
      const file = await picture().png().toBuffer();
      file.fill(0xff, 60, file.length - 20);
      return file;
    },
    'a point for counting visits': () => picture({ pixels: 1 }).gif().toBuffer(),
    'a banner': () => picture({ pixels: 728, height: 90 }).png().toBuffer(),
    'a picture of nothing': () =>
      picture({ colour: { r: 200, g: 0, b: 0, alpha: 0 } })
        .png()
        .toBuffer(),
    'an ICO of what is no bitmap': () => ico({ width: 32, picture: Buffer.alloc(4_000, 40) }),
    'an ICO whose bitmap is cut off': () =>
      ico({ width: 40, picture: bitmap({ bits: 32, pixels: 40, colourAt: () => RED }).subarray(0, 5_000) }),
    'an ICO whose bitmap is all clear': () =>
      ico({ width: 40, picture: bitmap({ bits: 24, pixels: 40, colourAt: () => undefined }) }),
    'an ICO whose bitmap tells a large size': () => {
      const lying = bitmap({ bits: 1, pixels: 40, colourAt: () => RED });
      lying.writeInt32LE(2_000_000_000, 4);
      return ico({ width: 40, picture: lying });
    },
    'an ICO that points outside itself': () =>
      Buffer.concat([Buffer.from([0, 0, 1, 0, 255, 255, 16]), Buffer.alloc(60, 0xff)]),
    'an ICO without entries': () => ico(),
    'an ICO cut off': async () =>
      ico({ width: 64, picture: await picture({ pixels: 64 }).png().toBuffer() }).subarray(0, 30),
    'a WebP of other octets': () => Buffer.concat([Buffer.from('RIFF\x10\x00\x00\x00WEBP'), Buffer.alloc(40, 7)]),
  };
  for (const [kind, file] of Object.entries(refused))
    it(`is not drawn from ${kind}`, async () => assert.equal(await drawIcon(await file()), undefined));
});
