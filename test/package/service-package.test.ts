import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

/** What `npm pack ./dist/service` would send, as it stands after a build. */
const packed = (): string[] => {
  const [tarball] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', './dist/service'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { files: { path: string }[] }[];
  return (tarball?.files ?? []).map(({ path }) => path);
};

describe("the service's package", () => {
  const read = (name: string) => readFileSync(`dist/service/${name}`, 'utf8');

  it('has its licence, a page that says what it is, and the notices of what it takes from others', () => {
    const files = packed();
    for (const name of ['LICENSE', 'README.md', 'package.json', 'email-check.js', 'data/NOTICE.txt'])
      assert.ok(files.includes(name), name);
    assert.equal(read('LICENSE'), readFileSync('LICENSE', 'utf8'));
    assert.match(read('data/NOTICE.txt'), /that doesn't mean to imply that all icons within the project are also CC0/);
  });

  it('has every page that its own page links to', () => {
    const files = packed();
    const links = [...read('README.md').matchAll(/\]\(([^)#]+)\)/g)].map(([, file = '']) => file);
    assert.ok(links.length >= 3);
    for (const link of links) assert.ok(files.includes(link), link);
  });
});
