import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { createWebFetcher } from '../../../src/service/net/web.js';
import { startService } from '../app/fixture.js';
import { plainRequest } from '../../plain-request.js';
import { startSite } from '../net/site.js';
import { colourAt, picture } from './pictures.js';

const png = await picture().png().toBuffer();
const site = await startSite((_, response) => response.setHeader('Set-Cookie', 'a=b').end(png));
const web = createWebFetcher({ addressesOf: () => Promise.resolve(['127.0.0.1']), allowLoopback: true });
const asked: string[] = [];
const fixture = await startService({
  siteFetcher: {
    fetch(url, options) {
      asked.push(new URL(url).hostname);
      // No test may listen on a site's own port.
      return web.fetch(`${site.url}${new URL(url).pathname}`, options);
    },
  },
});

after(async () => {
  await fixture.end();
  web.close();
  await site.close();
});

const answerTo = (path: string) => plainRequest(fixture.url, path);

describe('logos over HTTP', () => {
  for (const text of [
    ...[
      'gmail.com',
      'GMAIL.COM.',
      'shop.com',
      'shop.com%2F..%2F..%2Fetc%2Fpasswd',
      'jane%40shop.com',
      'https%3A%2F%2Fshop.com%2F',
      '%E6%97%A5%E6%9C%AC.jp',
      '%F0%9F%92%A5',
      '%',
      '%%',
      '%zz',
      '%E0%A4%A',
      '%00',
      'a%00b.com',
    ],
    ...[
      '%0D%0ASet-Cookie%3A%20a%3Db',
      '+',
      '%20',
      '...',
      '~',
      '*',
      ';',
      '$',
      "'",
      '"',
      '<svg%20onload=1>',
      '[::1]',
      '127.0.0.1',
      '2130706433',
      'localhost',
      '169.254.169.254',
      'x'.repeat(8_000),
      `${'a.'.repeat(3_900)}com`,
      `${'%41'.repeat(2_600)}.com`,
    ],
  ]) {
    it(`are pictures of 128 pixels for ${text.slice(0, 30)}`, async () => {
      const { status, headers, body } = await answerTo(`/logo/${text}`);
      assert.deepEqual([status, headers['content-type'], headers['set-cookie']], [200, 'image/png', undefined]);
      assert.match(String(headers.etag), /^"[\w-]{22}"$/);
      assert.equal(headers['cache-control'], 'public, max-age=86400');
      const { width, height, format } = await sharp(body).metadata();
      assert.deepEqual([width, height, format], [128, 128, 'png']);
    });
  }

  it('visit only sites of registrable domains', () => {
    const registrable = new Set(asked.map((host) => host.replace(/^www\./, '')));
    assert.deepEqual([...registrable].sort(), ['shop.com', 'xn--wgv71a.jp']);
  });

  it("are brands', sites' and monograms", async () => {
    const colourOf = async (domain: string) => colourAt((await answerTo(`/logo/${domain}`)).body, 64, 4);
    assert.deepEqual([await colourOf('gmail.com'), await colourOf('shop.com')], ['#ea4335', '#c81e1e']);
    assert.deepEqual((await answerTo('/logo/shop.example')).body, (await answerTo('/logo/shop.test')).body);
  });

  it('are not sent twice', async () => {
    const { headers } = await answerTo('/logo/shop.com');
    const again = await fetch(`${fixture.url}/logo/shop.com`, { headers: { 'If-None-Match': String(headers.etag) } });
    assert.deepEqual([again.status, await again.text()], [304, '']);
  });

  it('are a transparent pixel with the same headers instead of the monogram, for monogram=0', async () => {
    for (const domain of ['shop.example', 'mailinator.example', '%', '%E6%97%A5%E6%9C%AC.jp.example']) {
      const [plain, empty] = await Promise.all(['', '?monogram=0'].map((query) => answerTo(`/logo/${domain}${query}`)));
      assert.ok(plain && empty);
      const { data, info } = await sharp(empty.body).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      assert.deepEqual([info.width, info.height, ...data], [1, 1, 0, 0, 0, 0]);
      const { etag, 'content-length': length, date, ...others } = empty.headers;
      const { etag: otherTag, 'content-length': otherLength, date: otherDate, ...same } = plain.headers;
      assert.deepEqual([empty.status, others], [plain.status, same]);
      assert.ok(etag !== otherTag && Number(length) < Number(otherLength) && date && otherDate);
      const again = await plainRequest(fixture.url, `/logo/${domain}?monogram=0`, { 'If-None-Match': etag ?? '' });
      assert.equal(again.status, 304);
    }
  });

  it('are the same as without the parameter, if the domain has an icon or monogram is not 0', async () => {
    for (const domain of ['gmail.com', 'shop.com'])
      assert.deepEqual((await answerTo(`/logo/${domain}?monogram=0`)).body, (await answerTo(`/logo/${domain}`)).body);
    for (const query of ['?monogram=1', '?monogram=', '?another=0'])
      assert.deepEqual((await answerTo(`/logo/shop.example${query}`)).body, (await answerTo('/logo/shop.test')).body);
  });

  it('are refused for a parameter that nobody could mean', async () => {
    for (const value of ['2', '00', 'false', 'true', '0%20', '%00', 'x'.repeat(2_000)]) {
      const { status, headers, body } = await answerTo(`/logo/shop.com?monogram=${value}`);
      assert.deepEqual([status, headers['content-type']], [400, 'application/json'], value);
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(
        (JSON.parse(body.toString()) as { error: string }).error,
        'The parameter "monogram" must be 0 or 1.',
      );
    }
  });

  it('of disposable domains are not asked for', async () => {
    assert.equal((await answerTo('/logo/mailinator.example')).status, 200);
    assert.equal(
      asked.some((host) => host.includes('mailinator')),
      false,
    );
  });
});
