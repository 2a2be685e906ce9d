import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callbackFault } from '../../src/network/index.js';

const internal = ['hooks.internal', '10.0.0.1', '::1'];
const rows: readonly (readonly [url: string, fault: RegExp | undefined, faultInside: RegExp | undefined])[] = [
  ['https://shop.com/', undefined, undefined],
  ['https://shop.com:8443/hook?a=1', undefined, undefined],
  ['https://8.8.8.8/', undefined, undefined],
  [`https://shop.com/${'x'.repeat(2_031)}`, undefined, undefined],
  [`https://shop.com/${'x'.repeat(2_032)}`, /2,048 characters/, /2,048 characters/],
  [`https://shop.com/${'ü'.repeat(340)}`, /2,048 characters/, /2,048 characters/],
  ['', /must be valid/, /must be valid/],
  ['/hook', /must be valid/, /must be valid/],
  ['mailto:jane@shop.com', /must be valid/, /must be valid/],
  ['http://shop.com/', /must begin with https/, /must begin with https/],
  ['ftp://hooks.internal/', /must begin with https/, /must begin with https/],
  ['http://hooks.internal/', /must begin with https/, undefined],
  ['https://hooks.internal./', /public host/, undefined],
  ['http://10.0.0.1/', /must begin with https/, undefined],
  ['https://[::1]/', /public host/, undefined],
  ['https://sub.hooks.internal/', /public host/, /public host/],
  ['https://localhost/', /public host/, /public host/],
  ['https://10.1/', /public host/, undefined],
  ['https://user@shop.com/', /user or password/, /user or password/],
  ['https://:password@shop.com/', /user or password/, /user or password/],
  ['https://shop.com/#part', /must not contain a #/, /must not contain a #/],
  ['https://shop.com/#', /must not contain a #/, /must not contain a #/],
  ['https://shop.com:22/', /port/, /port/],
];

describe('the URL of a webhook', () => {
  for (const [url, fault, faultInside] of rows)
    it(`is ${fault ? 'refused' : 'taken'}, and with internal hosts ${faultInside ? 'refused' : 'taken'}: ${url.slice(0, 40)}`, () => {
      for (const [found, expected] of [
        [callbackFault(url), fault],
        [callbackFault(url, internal), faultInside],
      ] as const)
        if (expected) assert.match(found ?? '', expected);
        else assert.equal(found, undefined);
    });
});
