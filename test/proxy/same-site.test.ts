import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy } from '../../src/proxy/index.js';
import { RefusedError } from '../../src/proxy/refused.js';
import { checkSameSite } from '../../src/proxy/same-site.js';
import { startLoopback, type Loopback } from '../client/loopback.js';

const origins = ['https://shop.example'];

/** What a request with these headers is told; nothing where it is let through. */
const toldTo = (headers: [string, string][], allowUnmarked = false): string | undefined => {
  try {
    return checkSameSite(new Request('https://evil.example/', { headers }), { origins, allowUnmarked }) as undefined;
  } catch (error) {
    assert.ok(error instanceof RefusedError && error.refusal.kind === 'forbidden');
    return error.message;
  }
};

describe("the site's own pages are told from others", () => {
  const rows: readonly (readonly [headers: [string, string][], told: RegExp | undefined])[] = [
    [[['Sec-Fetch-Site', 'same-origin']], undefined],
    [
      [
        ['Sec-Fetch-Site', 'same-origin'],
        ['Origin', 'https://evil.example'],
      ],
      undefined,
    ],
    [[['Origin', 'https://shop.example']], undefined],
    [
      [
        ['Sec-Fetch-Site', 'same-site'],
        ['Origin', 'https://shop.example'],
      ],
      undefined,
    ],
    [[['Sec-Fetch-Site', 'cross-site']], /mount the key proxy on the origin of the page/],
    [[['Sec-Fetch-Site', 'none']], /mount the key proxy/],
    [
      [
        ['Sec-Fetch-Site', 'same-origin'],
        ['Sec-Fetch-Site', 'same-origin'],
      ],
      /mount the key proxy/,
    ],
    [
      [
        ['Sec-Fetch-Site', 'cross-site'],
        ['Sec-Fetch-Site', 'same-origin'],
      ],
      /mount the key proxy/,
    ],
    [
      [
        ['Sec-Fetch-Site', 'cross-site'],
        ['Origin', 'https://evil.example'],
      ],
      /mount the key proxy/,
    ],
    [[['Origin', 'null']], /is not in "origins"/],
    [[['Origin', 'https://SHOP.example']], /is not in "origins"/],
    [
      [
        ['Origin', 'https://shop.example'],
        ['Origin', 'https://evil.example'],
      ],
      /is not in "origins"/,
    ],
    [
      [
        ['Origin', 'https://evil.example'],
        ['X-HTTP-Method-Override', 'GET'],
        ['Referer', 'https://shop.example/'],
      ],
      /is not in "origins"/,
    ],
    [[['Referer', 'https://shop.example/']], /does not say/],
  ];
  for (const [headers, told] of rows)
    it(JSON.stringify(headers), () => {
      if (told) assert.match(toldTo(headers) ?? 'let through', told);
      else assert.equal(toldTo(headers), undefined);
    });

  it('and requests without these headers are accepted only if the site allows them', () => {
    assert.equal(toldTo([], true), undefined);
    assert.match(toldTo([['Origin', 'null']], true) ?? '', /is not in "origins"/);
    assert.match(toldTo([['Sec-Fetch-Site', 'cross-site']], true) ?? '', /mount the key proxy/);
  });
});

describe("what a visitor may have written into the site's own pages", () => {
  let upstream: Loopback;
  before(
    async () => (upstream = await startLoopback((response) => response.end(Buffer.from('89504e470d0a1a0a', 'hex')))),
  );
  after(() => upstream.end());

  const statusOf = async (
    call: string,
    destination: string,
    more: Readonly<Record<string, string>> = { 'email-check': '1' },
  ): Promise<number> => {
    const proxy = createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url, authorize: () => true });
    return (
      await proxy(
        new Request(`http://localhost/email-check/${call}`, {
          headers: { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': destination, ...more },
        }),
      )
    ).status;
  };
  const calls = [
    'validate?email=jane@shop.example',
    'disposable?email=shop.example',
    'balance',
    'lists/upload?url=https://lists.shop.com/a.csv',
  ];
  for (const destination of ['image', 'document', 'iframe', 'script', 'style'])
    it(`makes no call but that of a logo: ${destination}`, async () => {
      for (const call of calls) assert.equal(await statusOf(call, destination), 403, call);
      assert.deepEqual(upstream.asked, []);
    });

  it('is distinguished from a script', async () => {
    assert.equal(await statusOf('balance', 'empty'), 502);
    assert.equal(await statusOf('logo/shop.example', 'image'), 200);
    assert.equal(upstream.asked.length, 2);
  });

  for (const [what, more] of Object.entries({
    'a prefetch or a preload': {},
    'another value': { 'email-check': '2' },
    'a value twice': { 'email-check': '1, 1' },
  } as const))
    it(`makes no account call: ${what}`, async () => {
      const before = upstream.asked.length;
      for (const call of ['balance', 'usage', 'reverse', 'lists/upload', 'lists/status'])
        assert.equal(await statusOf(call, 'empty', more), 403, call);
      assert.equal(upstream.asked.length, before);
      assert.notEqual(await statusOf('disposable?email=shop.example', 'empty', more), 403);
    });
});
