import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callbackFault, listUrlFault, parsedUrl } from '../../src/network/index.js';
import { issuerHostOf } from '../../src/ownership/issuer-host.js';
import { ownUrl } from '../../src/ownership/issuer.js';
import { isPlainTarget } from '../../src/proxy/plain-target.js';
import { isApprovable, parseOrigin } from '../../src/service/accounts/origins.js';
import { resolveLink } from '../../src/service/logo/icon-links.js';

/** A URL as a header has it: each octet is a character. A text that was put together from parts would not do. */
const inHeader = (url: string): string => Buffer.from(url).toString('latin1');

const ORIGIN = inHeader('https://Z\u0351.com');
const LIST = inHeader('https://Z\u0351.com/may.csv');
const LINK = inHeader('//Z\u0351.com/icon.png');

describe('the URL of a text from outside', () => {
  it('is undefined if it is not one', () => {
    equal(parsedUrl('https://shop.example/a?b')?.pathname, '/a');
    equal(parsedUrl('b', 'https://shop.example/a')?.href, 'https://shop.example/b');
    for (const text of ['', 'b', 'https://', ORIGIN, LIST, LINK]) equal(parsedUrl(text), undefined, text);
  });

  it('never throws for octets that are no host', () => {
    // `URL.canParse` has one answer until its caller is compiled, and another one after that.
    for (let count = 0; count < 20_000; count += 1) {
      equal(parseOrigin(ORIGIN), undefined);
      equal(isApprovable(ORIGIN), false);
      equal(issuerHostOf(ORIGIN), undefined);
      equal(ownUrl(ORIGIN, 'shop.example'), undefined);
      equal(resolveLink(LINK, 'https://shop.example'), undefined);
      equal(isPlainTarget(ORIGIN), false);
      equal(typeof callbackFault(ORIGIN), 'string');
      equal(typeof listUrlFault(LIST), 'string');
    }
  });
});
