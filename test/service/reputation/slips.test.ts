import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { providers, slips } from '../../../src/service/reputation/generate/curated.js';
import { makeLists } from '../../../src/service/reputation/generate/lists.js';
import { disposableDespiteSlip, realDespiteSlip } from '../../../src/service/reputation/generate/real-domains.js';
import { isOneEdit, slipOf } from '../../../src/service/reputation/generate/slip-rule.js';
import { loadReputation } from '../../../src/service/reputation/index.js';

const linesOf = (name: string) =>
  readFileSync(new URL(`../../../src/service/reputation/data/${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

/** Every text that one edit makes of a domain, found by making all of them. */
function editsOf(domain: string): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789-.'];
  return Array.from({ length: domain.length + 1 }, (_, at) => {
    const before = domain.slice(0, at);
    const after = domain.slice(at);
    return [
      before + after.slice(1),
      before + after.charAt(1) + after.charAt(0) + after.slice(2),
      ...letters.flatMap((letter) => [before + letter + after, before + letter + after.slice(1)]),
    ];
  }).flat();
}
const nearAProvider = new Set(providers.flatMap(editsOf));
for (const provider of providers) nearAProvider.delete(provider);

describe('a slip of a provider', () => {
  const lists: readonly (readonly [name: string, allowed: ReadonlyMap<string, string>])[] = [
    ['disposable', disposableDespiteSlip],
    ['free', realDespiteSlip],
    ['lookalikes', realDespiteSlip],
    ['relay', new Map()],
  ];
  for (const [name, allowed] of lists)
    it(`is on no list: ${name}.txt has those of the allow list alone`, () =>
      assert.deepEqual(
        linesOf(name).filter((domain) => (nearAProvider.has(domain) || slips.has(domain)) && !allowed.has(domain)),
        [],
      ));

  const reputation = loadReputation();
  for (const domain of ['gmil.com', 'gmial.com', 'yaho.com', 'comast.com', 'comast.net', 'hotmial.com', 'vahoo.com'])
    it(`such as ${domain} is not disposable, not free and not real`, () => {
      assert.deepEqual([reputation.isDisposable(domain), reputation.isFree(domain)], [false, false]);
      assert.ok(!linesOf('lookalikes').includes(domain));
    });

  it('is refused by the generator, whatever the sources say', () => {
    const sources = ['gmaik.com', 'gmail.con', 'comast.com', 'hotmial.co.in', 'throwaway-inbox.net', '5ymail.com'];
    const { disposable } = makeLists({ packages: [], disposable: sources, free: [], role: [] });
    assert.deepEqual(disposable, ['5ymail.com', 'throwaway-inbox.net']);
    const { free } = makeLists({ packages: [], disposable: [], free: [...sources, 'email.com'], role: [] });
    assert.deepEqual(
      [...sources, 'email.com'].filter((domain) => free.includes(domain)),
      ['throwaway-inbox.net', 'email.com'],
    );
  });
});

describe('the rule for slips', () => {
  it('finds every text that is one edit away, and no other', () => {
    for (const domain of ['gmail.com', 'qq.com', 'yahoo.co.uk']) {
      const edits = new Set(editsOf(domain));
      edits.delete(domain);
      assert.deepEqual(
        [...edits].filter((edit) => !isOneEdit(edit, domain)),
        [],
      );
    }
    for (const other of ['gmail.com', 'gmaxxl.com', 'mgali.com', 'mail.co', ''])
      assert.equal(isOneEdit(other, 'gmail.com'), false, other);
  });

  for (const [domain, meant] of [
    ['gmial.com', 'gmail.com'],
    ['comast.com', 'comcast.net'],
    ['gamil.co.in', 'gmail.com'],
    ['hotmaail.fr', 'hotmail.fr'],
    ['gmail.com', undefined],
    ['126.com', undefined],
    ['125.com', undefined],
    ['mail.xyz', undefined],
    ['gamil.xyz', undefined],
    ['example.com', undefined],
    ['localhost', undefined],
  ] as const)
    it(`says of ${domain} that it is a slip of ${meant}`, () => assert.equal(slipOf(domain), meant));

  it('has no domain on its allow lists that is no slip, and a reason for each', () => {
    for (const [domain, reason] of [...realDespiteSlip, ...disposableDespiteSlip]) {
      assert.ok(slipOf(domain), domain);
      assert.ok(reason.length > 5, domain);
    }
  });
});
