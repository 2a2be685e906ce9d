import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refused } from '../../src/proxy/refused.js';
import { checkSameSite } from '../../src/proxy/same-site.js';

const origins = ['https://shop.example'];

/** What a request with these headers is told; nothing where it is let through. */
const toldTo = (headers: [string, string][], allowUnmarked = false): string | undefined => {
  try {
    return checkSameSite(new Request('https://evil.example/', { headers }), { origins, allowUnmarked }) as undefined;
  } catch (error) {
    assert.ok(error instanceof Refused && error.fault.as === 'forbidden');
    return error.message;
  }
};

describe("the site's own pages are told from others", () => {
  const rows: readonly (readonly [headers: [string, string][], told: RegExp | undefined])[] = [
    [[['Sec-Fetch-Site', 'same-origin']], undefined],
    [[['Sec-Fetch-Site', 'same-origin'], ['Origin', 'https://evil.example']], undefined],
    [[['Origin', 'https://shop.example']], undefined],
    [[['Sec-Fetch-Site', 'same-site'], ['Origin', 'https://shop.example']], undefined],
    [[['Sec-Fetch-Site', 'cross-site']], /mount the key proxy on the origin of the page/],
    [[['Sec-Fetch-Site', 'none']], /mount the key proxy/],
    [[['Sec-Fetch-Site', 'same-origin'], ['Sec-Fetch-Site', 'same-origin']], /mount the key proxy/],
    [[['Sec-Fetch-Site', 'cross-site'], ['Sec-Fetch-Site', 'same-origin']], /mount the key proxy/],
    [[['Sec-Fetch-Site', 'cross-site'], ['Origin', 'https://evil.example']], /mount the key proxy/],
    [[['Origin', 'null']], /none of those in "origins"/],
    [[['Origin', 'https://SHOP.example']], /none of those in "origins"/],
    [[['Origin', 'https://shop.example'], ['Origin', 'https://evil.example']], /none of those in "origins"/],
    [[['Origin', 'https://evil.example'], ['X-HTTP-Method-Override', 'GET'], ['Referer', 'https://shop.example/']], /none of those in "origins"/],
    [[['Referer', 'https://shop.example/']], /does not say/],
  ];
  for (const [headers, told] of rows)
    it(JSON.stringify(headers), () => {
      if (told) assert.match(toldTo(headers) ?? 'let through', told);
      else assert.equal(toldTo(headers), undefined);
    });

  it('and those that say nothing are let through where the site wants them, and no others', () => {
    assert.equal(toldTo([], true), undefined);
    assert.match(toldTo([['Origin', 'null']], true) ?? '', /none of those/);
    assert.match(toldTo([['Sec-Fetch-Site', 'cross-site']], true) ?? '', /mount the key proxy/);
  });
});
