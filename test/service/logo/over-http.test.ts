import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { request } from 'node:http';
import sharp from 'sharp';
import { createWebFetcher } from '../../../src/service/net/web.js';
import { startService } from '../app/fixture.js';
import { startSite } from '../net/site.js';
import { colourAt, picture } from './pictures.js';

const png = await picture().png().toBuffer();
const site = await startSite((_, response) => response.setHeader('Set-Cookie', 'a=b').end(png));
const web = createWebFetcher({ addressesOf: () => Promise.resolve(['127.0.0.1']), allowLoopback: true });
const asked: string[] = [];
const it_ = await startService({
  siteFetcher: {
    fetch(url, options) {
      asked.push(new URL(url).hostname);
      // No test may listen on a site's own port.
      return web.fetch(`${site.url}${new URL(url).pathname}`, options);
    },
  },
});

after(async () => {
  await it_.end();
  web.close();
  await site.close();
});

/** What is answered to a path as it stands; `fetch` would mend some of them. */
const answerTo = (path: string) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: new URL(it_.url).port, path }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    call.on('error', reject).end();
  });

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

  it('ask no site but those of registrable domains', () => {
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
    const again = await fetch(`${it_.url}/logo/shop.com`, { headers: { 'If-None-Match': String(headers.etag) } });
    assert.deepEqual([again.status, await again.text()], [304, '']);
  });

  it('of disposable domains are not asked for', async () => {
    assert.equal((await answerTo('/logo/mailinator.example')).status, 200);
    assert.equal(
      asked.some((host) => host.includes('mailinator')),
      false,
    );
  });
});
