import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { shop, startService, stubEngine, type Fixture } from './fixture.js';

let fixture: Fixture;
before(async () => {
  const plain = stubEngine();
  fixture = await startService({
    engine: {
      ...plain,
      // As the engine has it for an address with a blank.
      async verify(email, options) {
        const verified = await plain.verify(email, options);
        const typo = email.includes('@gmial.') ? email.replace('gmial', 'gmail').replace(' ', '') : '';
        return { ...verified, validation: { ...verified.validation, didYouMean: typo } };
      },
    },
  });
});
after(() => fixture.end());

describe('the address of the service by itself', () => {
  it('answers with a page about the service, which loads nothing', async () => {
    const response = await fixture.get('/');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=UTF-8');
    assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
    const page = await response.text();
    assert.match(page, /^<!doctype html>\n<html lang="en">[^]*<title>[^<]+<\/title>[^]*\/v1\/[^]*mail servers/);
    assert.doesNotMatch(page, /<(?:script|style|link|img|iframe|form)|style=|https?:/);
    assert.equal((await fixture.get('/', {}, {}, 'HEAD')).status, 200);
  });
});

describe('a call that cannot be right', () => {
  const reasonOf = async (query: Record<string, string>, path = '/v1/') => {
    const body = (await (await fixture.get(path, query)).json()) as { service: { error: string; reason?: string } };
    assert.equal(body.service.error, 'Wrong API');
    return body.service.reason ?? '';
  };

  it('is answered with whether the key is missing or unknown', async () => {
    for (const path of ['/v1/', '/v1/balance/', '/v1/upload/']) {
      assert.match(await reasonOf({ email: 'a@a.example' }, path), /^No key was given: add api=… to the query\.$/);
      assert.match(await reasonOf({ api: 'AbCdEfGhIjKlM' }, path), /^This key is unknown or revoked/);
    }
  });

  for (const target of ['/v1/?email=jane doe@a.example', '/v1/?email=jürgen@a.example', '/v1/?email=a\tb', '/ü'])
    it(`is answered with a request to percent-encode ${JSON.stringify(target)}`, async () => {
      const socket = connect(Number(new URL(fixture.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.end(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
      const answer = await text(socket);
      assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
      assert.match(answer, /percent-encode it \(a blank is %20, \+ is %2B/);
      assert.doesNotMatch(answer, /jane|rgen@/);
    });

  it('with a blank in the local part suggests +', async () => {
    const suggested = async (query: string) => {
      const response = await fetch(`${fixture.url}/v1/?api=${fixture.keys.private}&email=${query}`);
      return ((await response.json()) as { service: { did_you_mean: string } }).service.did_you_mean;
    };
    for (const [query, expected] of [
      ['jane+tag@a.example', 'jane+tag@a.example'],
      ['jane%20tag@a.example', 'jane+tag@a.example'],
      ['jane%2Btag@a.example', ''],
      ['+jane@a.example', ''],
      ['jane@a.example+', ''],
      ['jane@a+b.example', ''],
      ['a+b+@a.example', 'a+b@a.example'],
      ['jane@a.example', ''],
      ['%22john+doe%22@a.example', ''],
      ['jane+tag@gmial.com', 'janetag@gmail.com'],
    ] as const)
      assert.equal(await suggested(query), expected, query);
    assert.equal(
      (await fixture.get('/v1/', { api: fixture.keys.public, email: 'a b@a.example' }, { Origin: shop })).status,
      200,
    );
  });
});
