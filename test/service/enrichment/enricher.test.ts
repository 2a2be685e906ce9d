import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  contactsProvider,
  createEnricher,
  hasFound,
  personFields,
  photoFields,
  type Fields,
  type Provider,
} from '../../../src/service/enrichment/index.js';

const email = 'jane.doe@acme.com';
const provider = (fields: Fields, more: Partial<Provider> = {}): Provider & { asked: number } => {
  const made = {
    name: 'a test',
    isInferring: false,
    timeoutMs: 60_000,
    asked: 0,
    find: () => Promise.resolve(fields),
    ...more,
  };
  const { find } = made;
  return Object.assign(made, { find: (...asked: Parameters<Provider['find']>) => ((made.asked += 1), find(...asked)) });
};
const inferring = (fields: Fields) => provider(fields, { isInferring: true, fields: Object.keys(fields) });

describe('an enricher', () => {
  it('prefers earlier providers, and found data to inferred data', async () => {
    const stages = [
      [provider({ photo: 'https://a.example/', city: '' }), provider({ photo: 'https://b.example/', city: 'Bern' })],
      [inferring({ city: 'Basel', domain: 'acme.com' })],
    ];
    const enriched = await createEnricher({ stages }).enrich(email, 'all');
    assert.deepEqual(enriched, {
      fields: { photo: 'https://a.example/', city: 'Bern', domain: 'acme.com' },
      inferred: ['domain'],
    });
  });

  it('mixes no found name with an inferred one', async () => {
    const guess = inferring({ fullname: 'Jane Doe', firstname: 'Jane', lastname: 'Doe' });
    const enriched = await createEnricher({ stages: [[provider({ firstname: 'Maria' }), guess]] }).enrich(email, 'all');
    assert.deepEqual(enriched, { fields: { firstname: 'Maria' }, inferred: [] });
    const alone = await createEnricher({ stages: [[provider({ photo: 'https://a.example/' }), guess]] }).enrich(
      email,
      personFields,
    );
    assert.deepEqual(alone.inferred, ['fullname', 'firstname', 'lastname']);
  });

  it('returns only the wanted fields, and asks no provider for fields that are found or not wanted', async () => {
    const contacts = provider({ photo: 'https://a.example/', city: 'Bern' });
    const avatars = provider({ photo: 'https://b.example/' }, { fields: ['photo'] });
    const names = inferring({ fullname: 'Jane Doe' });
    const enricher = createEnricher({ stages: [[contacts], [avatars, names]] });
    assert.deepEqual(await enricher.enrich(email, photoFields), {
      fields: { photo: 'https://a.example/' },
      inferred: [],
    });
    assert.deepEqual([contacts.asked, avatars.asked, names.asked], [1, 0, 0]);
    assert.deepEqual(await enricher.enrich('no address', 'all'), { fields: {}, inferred: [] });
    assert.equal(contacts.asked, 1);
  });

  it('treats a provider that fails or is late as one that found nothing, and reports it', async () => {
    const faults: unknown[] = [];
    const cause = new Error('Inside information.');
    const failing = provider({}, { find: () => Promise.reject(cause) });
    const late = provider({}, { name: 'a late one', timeoutMs: 1, find: () => new Promise(() => {}) });
    const enricher = createEnricher({
      stages: [[failing, late], [provider({ city: 'Bern' })]],
      onFault: (fault) => faults.push(fault),
    });
    assert.deepEqual((await enricher.enrich(email, 'all')).fields, { city: 'Bern' });
    assert.deepEqual(faults.map(String), [
      'EnrichmentError: The provider "a test" failed: its data is missing from one answer.',
      'EnrichmentError: The provider "a late one" did not answer within 1 ms: its data is missing from one answer.',
    ]);
    assert.equal((faults[0] as Error).cause, cause);
  });

  it('treats a provider that throws synchronously as one that fails', async () => {
    const throwing = provider(
      {},
      {
        find: () => {
          throw new Error('Not even a promise.');
        },
      },
    );
    assert.deepEqual(await createEnricher({ stages: [[throwing, provider({ city: 'Bern' })]] }).enrich(email, 'all'), {
      fields: { city: 'Bern' },
      inferred: [],
    });
  });

  it('is not blocked by an observer', async () => {
    const enricher = createEnricher({
      stages: [[provider({}, { find: () => Promise.reject(new Error('x')) })]],
      onFault: () => {
        throw new Error('The observer is broken.');
      },
    });
    assert.deepEqual(await enricher.enrich(email, 'all'), { fields: {}, inferred: [] });
  });

  it('ends when its caller leaves, cancels the look-ups and reports no fault', async () => {
    const faults: unknown[] = [];
    const caller = new AbortController();
    let seen: AbortSignal | undefined;
    const waiting = provider({}, { find: (_, signal) => new Promise(() => (seen = signal)) });
    const next = provider({ city: 'Bern' });
    const enriched = createEnricher({ stages: [[waiting], [next]], onFault: (fault) => faults.push(fault) }).enrich(
      email,
      'all',
      caller.signal,
    );
    caller.abort();
    assert.deepEqual(await enriched, { fields: {}, inferred: [] });
    assert.deepEqual([seen?.aborted, next.asked, faults.length], [true, 0, 0]);
  });

  it('has found something if not all of it is inferred', () => {
    assert.deepEqual(
      [
        { fields: {}, inferred: [] },
        { fields: { a: 'x' }, inferred: ['a'] },
        { fields: { a: 'x', b: 'y' }, inferred: ['a'] },
      ].map(hasFound),
      [false, false, true],
    );
  });

  it('finds contacts by the hash of their address, and makes a whole name of two halves', async () => {
    const contacts: Record<string, Fields> = {
      'hash of jane.doe@acme.com': { firstname: 'Jane', lastname: 'Doe' },
      'hash of max@acme.com': { fullname: 'Max', firstname: 'M', lastname: 'X' },
    };
    const own = contactsProvider({
      keyedHashOf: (address) => `hash of ${address}`,
      findContact: (hash) => Promise.resolve(contacts[hash] && { fields: contacts[hash] }),
    });
    const find = async (address: string) =>
      (await createEnricher({ stages: [[own]] }).enrich(address, 'all')).fields['fullname'];
    assert.deepEqual(
      [await find(email), await find('max@acme.com'), await find('nobody@acme.com')],
      ['Jane Doe', 'Max', undefined],
    );
  });
});
