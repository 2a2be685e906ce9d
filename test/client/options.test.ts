import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ClientOptionError, createClient, type ClientOptions } from '../../src/client/index.js';

const apiKey = 'abc1234567890';
const baseUrl = 'https://check.example.com';

describe('the options of a client', () => {
  const wrong: readonly (readonly [what: string, options: unknown, option: string, words: RegExp])[] = [
    ['nothing at all', undefined, 'baseUrl', /"baseUrl" is missing: give the address of the service/],
    ['no address', { apiKey }, 'baseUrl', /"baseUrl" is missing/],
    ['an unset variable', { apiKey, baseUrl: '' }, 'baseUrl', /"baseUrl" is missing/],
    ['a host and port', { baseUrl: 'localhost:8080' }, 'baseUrl', /"localhost:8080".*Write http:\/\/localhost:8080\.$/],
    ['an address of loopback', { baseUrl: '127.0.0.1:8080/x' }, 'baseUrl', /Write http:\/\/127\.0\.0\.1:8080\/x\.$/],
    ['a machine of its own', { baseUrl: '[::1]:8080' }, 'baseUrl', /Write http:\/\/\[::1\]:8080\.$/],
    ['a name that begins as loopback', { baseUrl: 'localhosting.example.com' }, 'baseUrl', /Write https:/],
    ['a name that begins as an address', { baseUrl: '127.example.com/x' }, 'baseUrl', /Write https:/],
    ['a host', { baseUrl: 'check.example.com' }, 'baseUrl', /Write https:\/\/check\.example\.com\.$/],
    ['another scheme', { baseUrl: 'ftp://check.example.com' }, 'baseUrl', /must begin with http:\/\/ or https:\/\/\.$/],
    ['a path, without a page', { baseUrl: '/checks' }, 'baseUrl', /must begin with http/],
    ['half a URL', { baseUrl: 'http://:0' }, 'baseUrl', /not a URL/],
    ['a query', { apiKey, baseUrl: `${baseUrl}/?api=${apiKey}` }, 'baseUrl', /no user name, query or fragment/],
    ['the key in a host', { apiKey, baseUrl: `x ${apiKey}` }, 'baseUrl', /"x …"/],
    ['a number', { baseUrl: 8080 }, 'baseUrl', /must be a text/],
    ['another host', { baseUrl, bulkUrl: 'lists.example.com' }, 'bulkUrl', /"bulkUrl".*Write https:\/\/lists/],
    ['a key that is none', { baseUrl, apiKey: 7 }, 'apiKey', /must be a text/],
    ['no calls at once', { baseUrl, concurrency: 0 }, 'concurrency', /at least 1/],
    ['half a call', { baseUrl, concurrency: 1.5 }, 'concurrency', /whole number/],
    ['no time', { baseUrl, timeout: Number.NaN }, 'timeout', /number of milliseconds/],
    ['a time in words', { baseUrl, timeout: '5s' }, 'timeout', /number of milliseconds/],
  ];
  for (const [what, options, option, words] of wrong)
    it(`are refused at once, and never with the key: ${what}`, () => {
      assert.throws(
        () => createClient(options as ClientOptions),
        (error) =>
          error instanceof ClientOptionError &&
          error.option === option &&
          words.test(error.message) &&
          !error.message.includes(apiKey),
      );
    });

  it('are enough with an address', () => {
    for (const options of [
      { baseUrl },
      { baseUrl: 'HTTP://localhost:8080/checks//', apiKey: undefined, bulkUrl: '', logoUrl: undefined },
      { baseUrl, timeout: Infinity, concurrency: 50 },
    ])
      assert.equal(typeof createClient(options).validate, 'function');
  });
});
