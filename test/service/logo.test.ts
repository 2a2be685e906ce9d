import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { domainToASCII } from 'node:url';
import sharp from 'sharp';
import { glyphs } from '../../src/service/logo/glyphs.js';
import { monogram } from '../../src/service/logo/index.js';
import { createMonogram } from '../../src/service/logo/monogram.js';

const mark = async (domain: string) =>
  createHash('sha256')
    .update(await monogram(domain))
    .digest('hex');

describe('monogram', () => {
  it('is a grey square picture of 128 pixels', async () => {
    const picture = sharp(await monogram('shop.example'));
    const { width, height, format } = await picture.metadata();
    assert.deepEqual([width, height, format], [128, 128, 'png']);
    const { data, info } = await picture.flatten({ background: '#fff' }).raw().toBuffer({ resolveWithObject: true });
    for (let at = 0; at < data.length; at += info.channels) {
      const [red = 0, , blue = 0] = data.subarray(at, at + 3);
      assert.ok(Math.abs(red - blue) < 24, 'no pixel has a colour to speak of');
    }
  });

  it("shows the registrable domain's first letter or digit, without its accent", async () => {
    const shop = await mark('shop.example');
    for (const domain of [
      'SHOP.example',
      'www.shop.co.uk',
      'šárka.cz',
      domainToASCII('šárka.cz'),
      'info@shop.example',
      'https://shop.example/a',
    ])
      assert.equal(await mark(domain), shop, domain);
    assert.notEqual(await mark('top.example'), shop);
    assert.equal(await mark('1und1.de'), await mark('163.com'));
  });

  it('shows an envelope for all else', async () => {
    const neutral = await mark('');
    for (const domain of [
      '日本.jp',
      'localhost',
      '192.0.2.1',
      '..',
      '<svg>',
      '\u0000',
      'com',
      '💥.ws',
      'x'.repeat(100_000),
    ])
      assert.equal(await mark(domain), neutral, domain.slice(0, 9));
  });

  it('is plain grey if drawing fails, until it does not', async () => {
    let isBroken = true;
    const own = createMonogram(() =>
      isBroken ? Promise.reject(new Error('no memory')) : Promise.resolve(Buffer.from('drawn')),
    );
    for (const domain of ['shop.example', 'shop.example']) {
      const { width, height, format } = await sharp(await own(domain)).metadata();
      assert.deepEqual([width, height, format], [128, 128, 'png']);
    }
    isBroken = false;
    assert.equal(Buffer.from(await own('shop.example')).toString(), 'drawn');
  });

  it('has a different character for each letter and digit, in the middle of the picture', async () => {
    const marks = new Set<string>();
    for (const letter of glyphs.keys()) {
      const domain = `${letter}x.example`;
      marks.add(await mark(domain));
      const { info } = await sharp(await monogram(domain))
        .flatten({ background: '#fff' })
        .threshold(180)
        .trim({ background: '#fff', threshold: 1 })
        .toBuffer({ resolveWithObject: true });
      const left = -(info.trimOffsetLeft ?? 0);
      assert.ok(Math.abs(left - (128 - left - info.width)) <= 4, letter);
    }
    assert.equal(marks.size, 36);
  });
});
