import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import sharp from 'sharp';
import { createLogos, monogram, type Logos } from '../../../src/service/logo/index.js';
import type { IconFetcher } from '../../../src/service/logo/site-icon.js';
import type { LogosOptions } from '../../../src/service/logo/logos.js';
import { createWebFetcher } from '../../../src/service/net/web.js';
import { openStore } from '../../../src/service/store/index.js';
import { startSite } from '../net/site.js';
import { colourAt, disc, picture } from './pictures.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RED = '#c81e1e';
const BLUE = '#1e1ec8';
const png = await picture().png().toBuffer();
const blue = await picture({ colour: BLUE }).png().toBuffer();

/** What each host's paths answer; a test sets its own. */
let answers: Readonly<Record<string, RequestListener>> = {};
let hosts: string[] = [];
const page =
  (html: string): RequestListener =>
  (_, response) =>
    response.setHeader('Content-Type', 'text/html').end(html);
const file =
  (bytes: Uint8Array): RequestListener =>
  (_, response) =>
    response.end(bytes);
const site = await startSite((request, response) => {
  const [host = ''] = (request.headers.host ?? '').split(':');
  hosts.push(host);
  const answer = answers[`${host}${request.url}`];
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
const inside = {
  'inside.com': ['10.0.0.1'],
  'www.inside.com': ['169.254.169.254'],
  'gone.com': [],
  'www.gone.com': [],
} as Readonly<Record<string, readonly string[]>>;
const web = createWebFetcher({
  addressesOf: (host) => Promise.resolve(inside[host] ?? ['127.0.0.1']),
  allowLoopback: true,
});
/** What was asked for, and what is being asked for. */
let fetched: string[] = [];
const fetching = new Set<Promise<unknown>>();
const fetcher: IconFetcher = {
  fetch(url, options) {
    fetched.push(url);
    const answer = web.fetch(url, options);
    fetching.add(answer);
    void answer.catch(() => undefined).finally(() => fetching.delete(answer));
    return answer;
  },
};
/** Resolves when a visit that brings no icon is over. */
const quiet = async () => {
  do {
    await Promise.allSettled(fetching);
    await new Promise(setImmediate);
  } while (fetching.size > 0);
};
const store = await openStore({ database: ':memory:', purpose: 'service' });
let time = Date.UTC(2026, 0, 1);
let logos: Logos;
const begin = (more: Partial<LogosOptions> = {}) =>
  createLogos({
    store: store.profiles,
    fetcher,
    siteOf: (host) => `http://${host}:${site.port}/`,
    now: () => time,
    waitMs: 60_000,
    isExcluded: (domain) => domain === 'mailinator.com',
    ...more,
  });
/** Domains that no earlier test asked for. */
let count = 0;
const freshDomain = () => `shop${(count += 1)}.com`;

const isMonogram = async (domain: string, { png }: { readonly png: Uint8Array }) =>
  Buffer.from(png).equals(await monogram(domain));
const colourOf = async (domain: string, by = logos) => {
  const logo = await by.of(domain);
  return (await isMonogram(domain, logo)) ? 'monogram' : colourAt(logo.png, 64, 64);
};

beforeEach(() => {
  hosts = [];
  fetched = [];
  answers = {};
  logos = begin();
});
afterEach(() => logos.close());
after(async () => {
  web.close();
  await site.close();
  await store.close();
});

describe("a domain's logo", () => {
  it("is the brand's icon, without a visit to its site", async () => {
    const { png, seconds } = await logos.of('jane@mail.google.com');
    assert.equal(await colourAt(png, 64, 8), '#4285f4');
    assert.deepEqual([seconds, hosts], [86_400, []]);
  });

  for (const [words, html, paths] of [
    ['declares', '<link rel="icon" href="/a.png">', { '/a.png': file(png) }],
    [
      'declares for Apple',
      '<link rel=icon href=/a.png><link rel="apple-touch-icon" href="/b.png">',
      { '/a.png': file(blue), '/b.png': file(png) },
    ],
    [
      'declares in its manifest',
      '<link rel=manifest href=/m/site><link rel=icon sizes=16x16 href=/a.png>',
      { '/m/site': page('{"icons":[{"src":"b.png","sizes":"512x512"}]}'), '/m/b.png': file(png), '/a.png': file(blue) },
    ],
    ['declares below a base', '<base href=/b/><link rel=icon href=a.png>', { '/b/a.png': file(png) }],
    ['keeps at the path for Apple devices', '<p>', { '/apple-touch-icon.png': file(png), '/favicon.ico': file(blue) }],
    ['keeps at the path for browsers', '', { '/favicon.ico': file(png) }],
    [
      'declares after what cannot be used',
      '<link rel=icon href=/a.png sizes=256x256><link rel=icon href=/b.png sizes=192x192><link rel=icon href=/c.png>',
      { '/a.png': page('<html>'), '/b.png': file(png.subarray(0, 99)), '/c.png': file(png) },
    ],
    [
      'declares after a drawing',
      '<link rel=icon type="image/svg+xml" href=/a.svg><link rel=icon href=/c.png>',
      { '/a.svg': page('<svg/>'), '/c.png': file(png) },
    ],
    [
      'declares behind a redirect',
      '<link rel=icon href=/a>',
      { '/a': (_, response) => response.writeHead(301, { Location: '/b' }).end(), '/b': file(png) },
    ],
    [
      'declares in a page of any length',
      `<link rel=icon href=/a.png>${' '.repeat(2_000_000)}`,
      { '/a.png': file(png) },
    ],
  ] as readonly (readonly [string, string, Record<string, RequestListener>])[]) {
    it(`is the icon that its site ${words}`, async () => {
      const domain = freshDomain();
      answers = {
        [`${domain}/`]: page(html),
        ...Object.fromEntries(Object.entries(paths).map(([path, answer]) => [`${domain}${path}`, answer])),
      };
      assert.equal(await colourOf(domain), RED);
      const { png: drawn, seconds } = await logos.of(`x@mail.${domain}`);
      const { width, height, format } = await sharp(drawn).metadata();
      assert.deepEqual([width, height, format, seconds], [128, 128, 'png', 86_400]);
    });
  }

  it('is the icon of its site at www', async () => {
    const domain = freshDomain();
    answers = { [`www.${domain}/`]: page('<link rel=icon href=/a.png>'), [`www.${domain}/a.png`]: file(png) };
    assert.equal(await colourOf(domain), RED);
  });

  it("does not follow a redirect into the service's own network", async () => {
    const domain = freshDomain();
    const redirect: RequestListener = (_, response) =>
      response.writeHead(302, { Location: `http://inside.com:${site.port}/a.png` }).end();
    answers = {
      [`${domain}/`]: page('<link rel=icon href=/a.png>'),
      [`${domain}/a.png`]: redirect,
      'inside.com/a.png': file(png),
    };
    assert.equal(await colourOf(domain), 'monogram');
    assert.equal(hosts.includes('inside.com'), false);
    assert.equal(await colourOf('inside.com'), 'monogram');
  });

  for (const [words, icon] of [
    ['is a page', page('<html>')],
    ['is an SVG', page('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>')],
    [
      'has no end',
      (_, response) => {
        response.on('drain', () => response.write(png));
        for (let chunk = 0; chunk < 99; chunk++) response.write(Buffer.alloc(65_536));
      },
    ],
    ['leads in a circle', (_, response) => response.writeHead(302, { Location: '/a.png' }).end()],
    ['is missing', (_, response) => response.writeHead(404).end(png)],
    ["is another's secret", (_, response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end()],
  ] as readonly (readonly [string, RequestListener])[]) {
    it(`is the monogram if the site's icon ${words}`, async () => {
      const domain = freshDomain();
      answers = { [`${domain}/`]: page('<link rel=icon href=/a.png>'), [`${domain}/a.png`]: icon };
      const logo = await logos.of(domain);
      assert.equal(await isMonogram(domain, logo), true);
      assert.equal(logo.seconds, 86_400);
    });
  }

  it('is the monogram if sites must not be visited', async () => {
    const odd = [
      '',
      '\u0000',
      '%',
      '..',
      'a/b/c',
      '💥',
      'x'.repeat(8_000),
      'localhost',
      `localhost:${site.port}`,
      '127.0.0.1',
      `127.0.0.1:${site.port}`,
      '[::1]',
      '2130706433',
      'shop.test',
      'shop.example',
      'router.local',
      'com',
      '<svg onload=1>',
      'mailinator.com',
      'x@y.mailinator.com',
    ];
    for (const domain of odd) {
      const logo = await logos.of(domain);
      assert.equal(await isMonogram(domain, logo), true, domain.slice(0, 20));
      assert.equal(logo.seconds, 86_400);
      assert.ok(await isMonogram(domain, await logos.plain(domain)));
    }
    assert.deepEqual(hosts, []);
    assert.equal((await logos.plain('gmail.com')).seconds, 60);
    const alone = begin({ fetcher: undefined });
    assert.deepEqual([await colourOf(freshDomain(), alone), hosts], ['monogram', []]);
    await alone.close();
  });
});

// Who waits for what never comes waits no longer.
describe('sites', { timeout: 60_000 }, () => {
  it('are visited once for concurrent requests', async () => {
    const domain = freshDomain();
    answers = { [`${domain}/`]: page('<link rel=icon href=/a.png>'), [`${domain}/a.png`]: file(png) };
    const colours = await Promise.all(
      Array.from({ length: 200 }, (_, at) => colourOf(at % 2 ? domain : `www.${domain}`)),
    );
    assert.deepEqual([new Set(colours), hosts.length], [new Set([RED]), 2]);
  });

  it('that are slow get the monogram for a minute, while the visit continues', async () => {
    const domain = freshDomain();
    let answer: (() => void) | undefined;
    const asked = new Promise<void>((resolve) => {
      answers = {
        [`${domain}/`]: page('<link rel=icon href=/a.png>'),
        [`${domain}/a.png`]: (_, response) => {
          answer = () => response.end(png);
          resolve();
        },
      };
    });
    const hasty = begin({ waitMs: 0 });
    const first = await hasty.of(domain);
    assert.deepEqual([await isMonogram(domain, first), first.seconds], [true, 60]);
    await asked;
    answer?.();
    while ((await colourOf(domain, hasty)) === 'monogram') await new Promise(setImmediate);
    assert.deepEqual([await colourOf(domain, hasty), hosts.length], [RED, 2]);
    await hasty.close();
  });

  it('are visited again after a day, while the old icon is used', async () => {
    const domain = freshDomain();
    answers = { [`${domain}/`]: page('<link rel=icon href=/a.png>'), [`${domain}/a.png`]: file(png) };
    assert.equal(await colourOf(domain), RED);
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answers = {
        ...answers,
        [`${domain}/a.png`]: (_, response) => {
          answer = () => response.end(blue);
          resolve();
        },
      };
    });
    time += DAY_MS - 1;
    assert.deepEqual([await colourOf(domain), hosts.length], [RED, 2]);
    time += 1;
    assert.equal(await colourOf(domain), RED);
    await asked;
    assert.equal(await colourOf(domain), RED);
    answer();
    while ((await colourOf(domain)) === RED) await new Promise(setImmediate);
    assert.deepEqual([await colourOf(domain), hosts.length], [BLUE, 4]);
  });

  /** Whether a call asks the site again; what it is answered with. */
  const asksAgain = async (domain: string) => {
    fetched = [];
    const colour = await colourOf(domain);
    // What goes on in the background has begun by now.
    const isAsked = fetched.length > 0;
    await quiet();
    return [colour, isAsked];
  };

  it('that fail keep their old icon, and are visited again after an hour', async () => {
    const domain = freshDomain();
    answers = { [`${domain}/`]: page('<link rel=icon href=/a.png>'), [`${domain}/a.png`]: file(png) };
    assert.equal(await colourOf(domain), RED);
    answers = { [`${domain}/`]: (_, response) => response.writeHead(503).end() };
    time += DAY_MS;
    assert.deepEqual(await asksAgain(domain), [RED, true]);
    time += HOUR_MS - 1;
    assert.deepEqual(await asksAgain(domain), [RED, false]);
    time += 1;
    assert.deepEqual(await asksAgain(domain), [RED, true]);
  });

  it('without an icon are visited again after a day, also after a restart', async () => {
    const domain = freshDomain();
    assert.deepEqual(await asksAgain(domain), ['monogram', true]);
    time += DAY_MS - 1;
    assert.deepEqual(await asksAgain(domain), ['monogram', false]);
    await logos.close();
    logos = begin();
    assert.deepEqual(await asksAgain(domain), ['monogram', false]);
    time += 1;
    assert.deepEqual(await asksAgain(domain), ['monogram', true]);
  });

  for (const [words, domain] of [
    ['fail', freshDomain()],
    ['are not in the DNS', 'gone.com'],
  ] as const) {
    it(`that ${words} are visited again after an hour`, async () => {
      answers = { [`${domain}/`]: (_, response) => response.writeHead(503).end() };
      assert.deepEqual(await asksAgain(domain), ['monogram', true]);
      time += HOUR_MS - 1;
      assert.deepEqual(await asksAgain(domain), ['monogram', false]);
      time += 1;
      assert.deepEqual(await asksAgain(domain), ['monogram', true]);
    });
  }

  it('keep their icons over a restart', async () => {
    const domain = freshDomain();
    answers = { [`${domain}/`]: page('<link rel=icon href=/a.png>'), [`${domain}/a.png`]: file(png) };
    const { png: before } = await logos.of(domain);
    await logos.close();
    logos = begin();
    const asked = hosts.length;
    assert.deepEqual(Buffer.from((await logos.of(domain)).png), Buffer.from(before));
    assert.equal(hosts.length, asked);
  });

  it('wait in a queue of limited length', async () => {
    const hasty = begin({ waitMs: 0 });
    const open: (() => void)[] = [];
    let reached = () => {};
    const fourAsked = new Promise<void>((resolve) => (reached = resolve));
    const hold: RequestListener = (_, response) => {
      open.push(() => response.end());
      if (open.length === 4) reached();
    };
    const domains = Array.from({ length: 200 }, freshDomain);
    answers = Object.fromEntries(domains.map((domain) => [`${domain}/`, hold]));
    for (const domain of domains)
      assert.deepEqual([await colourOf(domain, hasty), (await hasty.of(domain)).seconds], ['monogram', 60]);
    await fourAsked;
    assert.equal(open.length, 4, 'four at a time');
    await hasty.close();
    assert.equal(open.length, 4);
  });

  it('that send a byte now and then are given up when the logos are closed, and no site is asked afterwards', async () => {
    const domain = freshDomain();
    const asked = new Promise<void>((resolve) => {
      answers = {
        [`${domain}/`]: (_, response) => {
          drip(response);
          resolve();
        },
      };
    });
    const waiting = logos.of(domain);
    await asked;
    await logos.close();
    assert.equal(await isMonogram(domain, await waiting), true);
    while (site.open() > 0) await new Promise(setImmediate);
    assert.equal((await logos.of(freshDomain())).seconds, 60, 'nobody is asked afterwards');
  });

  it('get the monogram if our own code throws an error', async () => {
    const faults: unknown[] = [];
    const answer = { status: 200, url: 'https://shop.com/', type: '', body: Buffer.alloc(0) };
    const own = begin({
      fetcher: { fetch: () => Promise.resolve(answer) },
      siteOf: () => 'no address',
      onFault: (each) => faults.push(each),
    });
    assert.deepEqual([await colourOf(freshDomain(), own), faults.length], ['monogram', 1]);
    await own.close();
  });

  it('are asked for icons even if the store fails', async () => {
    const faults: unknown[] = [];
    const fault = () => Promise.reject(new Error('disk full'));
    const own = begin({ store: { findLogo: fault, keepLogo: fault }, onFault: (each) => faults.push(each) });
    const domain = freshDomain();
    answers = { [`${domain}/favicon.ico`]: file(await disc(RED)) };
    assert.deepEqual([await colourOf(domain, own), await colourOf(domain, own), faults.length], [RED, RED, 2]);
    await own.close();
  });
});

const drip = (response: ServerResponse) => {
  const timer = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(timer));
};
