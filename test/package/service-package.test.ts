import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { packedFiles } from './packed.js';

describe("the service's package", () => {
  const read = (name: string) => readFileSync(`dist/service/${name}`, 'utf8');

  it('has its licence, a page that says what it is, and the notices of what it takes from others', () => {
    const files = packedFiles('./dist/service');
    for (const name of ['LICENSE', 'README.md', 'package.json', 'email-check.js', 'data/NOTICE.txt'])
      assert.ok(files.includes(name), name);
    assert.equal(read('LICENSE'), readFileSync('LICENSE', 'utf8'));
    assert.match(read('data/NOTICE.txt'), /that doesn't mean to imply that all icons within the project are also CC0/);
  });

  it('has every page that its own page links to', () => {
    const files = packedFiles('./dist/service');
    const links = [...read('README.md').matchAll(/\]\(([^)#]+)\)/g)].map(([, file = '']) => file);
    assert.ok(links.length >= 3);
    for (const link of links) assert.ok(files.includes(link), link);
  });
});
