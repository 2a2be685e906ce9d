import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { startService, type Fixture } from './fixture.js';
import { plainRequest } from '../../plain-request.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-page-'));
const script = 'export const words = "one two three one two three one two three";\n'.repeat(40);
const texts: Readonly<Record<string, string>> = {
  'email-check.js': script,
  'email-check.css': 'email-check { color: red }\n'.repeat(40),
  'locales/de.js': `export const catalogue = { safe: '${'Gut. '.repeat(80)}' };\n`,
};

/** Puts a file where the service finds it, compressed too as a build does. */
const put = (name: string, text: string, { of = text } = {}): void => {
  writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(of));
  writeFileSync(join(folder, `${name}.gz`), gzipSync(of));
};

let it_: Fixture;
before(async () => {
  mkdirSync(join(folder, 'locales'));
  it_ = await startService({ scriptFile: join(folder, 'email-check.js') });
});
after(async () => {
  await it_.end();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  for (const [name, text] of Object.entries(texts)) put(name, text);
});

const ask = (name: string, accepted?: string, headers: Record<string, string> = {}, method?: 'HEAD') =>
  plainRequest(
    it_.url,
    `/${name}`,
    { ...headers, ...(accepted !== undefined && { 'Accept-Encoding': accepted }) },
    method,
  );

const unpacked = (body: Buffer, coding: string | undefined): string =>
  (coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body).toString();

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

describe('files for pages', () => {
  for (const [name, text] of Object.entries(texts))
    it(`are sent compressed, and named so that caches keep them apart: ${name}`, async () => {
      const etags = new Set<string | undefined>();
      for (const [accepted, coding] of [
        ['gzip, deflate, br, zstd', 'br'],
        ['gzip, deflate', 'gzip'],
        [undefined, undefined],
      ] as const) {
        const { status, headers, body } = await ask(name, accepted);
        assert.deepEqual([status, headers['content-encoding']], [200, coding]);
        assert.equal(unpacked(body, coding), text);
        assert.equal(headers['content-length'], String(body.length));
        assert.equal(headers['content-type'], types[name.split('.').at(-1)!]);
        assert.equal(headers['vary'], 'Accept-Encoding');
        assert.equal(headers['cache-control'], 'public, max-age=600, must-revalidate');
        assert.match(headers.etag ?? '', /^"[\w-]+"$/);
        etags.add(headers.etag);
      }
      assert.equal(etags.size, 3);
    });

  for (const [accepted, coding] of [
    ['br;q=0', undefined],
    ['br;q=0.0, gzip;q=0', undefined],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['br ; q=0.001', 'br'],
    ['BR, GZIP', 'br'],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['gzip, *;q=0', 'gzip'],
    ['identity', undefined],
    ['identity;q=1, br;q=0.5', undefined],
    ['identity;q=0, br;q=0.5', 'br'],
    ['deflate, zstd', undefined],
    ['', undefined],
    ['brotli, gzipped', undefined],
    [';;;,,,=', undefined],
  ] as const)
    it(`come as a caller takes them: ${accepted || 'nothing named'}`, async () => {
      const { status, headers, body } = await ask('email-check.js', accepted);
      assert.deepEqual([status, headers['content-encoding']], [200, coding]);
      assert.equal(unpacked(body, coding), script);
    });

  for (const accepted of ['br', 'gzip', ''])
    it(`are not sent again to a caller who has them${accepted && `, by ${accepted}`}`, async () => {
      const { headers } = await ask('email-check.js', accepted);
      const { etag = '' } = headers;
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await ask('email-check.js', accepted, { 'If-None-Match': known });
        assert.deepEqual([again.status, again.body.length, again.headers['content-encoding']], [304, 0, undefined]);
        for (const name of ['etag', 'vary', 'cache-control']) assert.equal(again.headers[name], headers[name]);
      }
      const other = await ask('email-check.js', accepted === 'br' ? 'gzip' : 'br', { 'If-None-Match': etag });
      assert.equal(other.status, 200);
    });

  it('answer HEAD with what a GET has, but the body', async () => {
    for (const accepted of ['br', 'gzip', '']) {
      const [head, get] = [
        await ask('email-check.js', accepted, {}, 'HEAD'),
        await ask('email-check.js', accepted),
      ] as const;
      assert.deepEqual([head.status, head.body.length], [200, 0]);
      for (const name of ['content-type', 'content-length', 'content-encoding', 'etag', 'vary', 'cache-control'])
        assert.equal(head.headers[name], get.headers[name], name);
      const known = await ask('email-check.js', accepted, { 'If-None-Match': get.headers.etag ?? '' }, 'HEAD');
      assert.equal(known.status, 304);
    }
  });

  it('are never sent compressed from another build, nor from files that cannot be unpacked', async () => {
    put('email-check.js', 'export {};', { of: script });
    const { headers, body } = await ask('email-check.js', 'br, gzip');
    assert.deepEqual([headers['content-encoding'], body.toString()], [undefined, 'export {};']);
    for (const ending of ['br', 'gz']) writeFileSync(join(folder, `email-check.css.${ending}`), 'not compressed');
    assert.equal((await ask('email-check.css', 'br, gzip')).headers['content-encoding'], undefined);
  });

  it('are sent compressed as soon as a build has written that too', async () => {
    for (const ending of ['br', 'gz']) rmSync(join(folder, `email-check.js.${ending}`));
    assert.equal((await ask('email-check.js', 'br')).headers['content-encoding'], undefined);
    put('email-check.js', script);
    assert.equal((await ask('email-check.js', 'br')).headers['content-encoding'], 'br');
    put('email-check.js', 'export const another = true;');
    const { headers, body } = await ask('email-check.js', 'br');
    assert.equal(unpacked(body, headers['content-encoding']), 'export const another = true;');
  });

  it('are sent as a whole, whatever part is asked for', async () => {
    const { status, body } = await ask('email-check.js', 'gzip', { Range: 'bytes=0-9' });
    assert.deepEqual([status, unpacked(body, 'gzip')], [200, script]);
  });
});
