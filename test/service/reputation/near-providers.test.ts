import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { suggestAddress } from '../../../src/address/index.js';
import { nearProviders } from '../../../src/service/reputation/near-providers.js';
import { oneSlipAway } from '../../address/typos.js';

const providers = readFileSync(new URL('../../../src/service/reputation/data/providers.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const near = nearProviders(providers);

describe('the providers near a domain', () => {
  it('are all that a suggestion could name', () => {
    const plain = providers.flatMap(oneSlipAway);
    const typed = [
      ...plain,
      // Bare names, and endings that are far from the provider's.
      ...providers.flatMap((provider) =>
        ['', '.com.br', '.museum'].map((ending) => provider.split('.', 1)[0] + ending),
      ),
      ...plain.slice(0, 200).flatMap((slip) => [slip.toUpperCase(), slip.replace('.', ',,'), slip.replace('m', 'ｍ')]),
    ];
    const suggest = (domain: string, some: readonly string[]) =>
      suggestAddress(`jane@${domain}`, { providers: some, known: () => false });
    assert.deepEqual(
      typed.filter((domain) => suggest(domain, providers) !== suggest(domain, near(domain))),
      [],
    );
  });

  it('is an empty list if most letters differ', () => {
    assert.deepEqual(near('the-biggest-company-of-all.com'), []);
    assert.ok(!near('gmial.com').includes('protonmail.com'));
  });
});
