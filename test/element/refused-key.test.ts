import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedKey } from '../../src/element/refused-key.js';

const at = (url: string) => new URL(url);

it('a key that does not allow the page’s origin is told with that origin by name', () => {
  const said = (url: string): string => refusedKey('forbidden', at(url), false);
  assert.equal(
    said('https://shop.example.com/sign-up?email=jane@example.com'),
    "key refused (forbidden): it does not allow the origin https://shop.example.com: add that to the key's origins",
  );
  for (const host of ['localhost', '127.0.0.1'])
    assert.equal(
      said(`http://${host}:5173/`),
      `key refused (forbidden): it does not allow the origin http://${host}:5173: add that to the key's origins (localhost and 127.0.0.1 are two)`,
    );
  assert.equal(
    said('file:///home/jane/page.html'),
    'key refused (forbidden): it allows no page that is opened as a file: serve the page over http',
  );
});

it('what a key proxy is refused is told by its answer', () => {
  const page = at('https://shop.example.com/');
  for (const code of ['wrong-key', 'no-credits', 'forbidden'] as const)
    assert.equal(refusedKey(code, page, true), `key refused (${code}): the answer of the key proxy says why`);
});

it('every other refusal has its own reason', () => {
  const page = at('https://shop.example.com/');
  for (const [code, reason] of [
    ['wrong-key', /does not know it/],
    ['no-credits', /no credits/],
    ['private-key', /key proxy/],
  ] as const)
    assert.match(refusedKey(code, page, false), reason);
});
