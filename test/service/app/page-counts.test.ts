import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PAGE_COUNTS_CALLS_PER_MINUTE } from '../../../src/wire/index.js';
import { shop, startService, visiting, type Fixture } from './fixture.js';

describe('what pages report', () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await startService();
  });
  after(() => fixture.end());

  const report = (key: string, counts: Record<string, string>, headers: Record<string, string> = { Origin: shop }) =>
    fixture.get('/v1/counts/', { api: key, ...counts }, headers);

  it('is added to the counts of the account, at no cost, and may be read by the page', async () => {
    const today = new Date().toISOString().slice(0, 10);
    for (const corrected of ['1', '2']) {
      const answer = await report(fixture.keys.public, { corrected, used_anyway: '1' });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('access-control-allow-origin'), shop);
      assert.deepEqual(await answer.json(), { success: '1' });
    }
    assert.equal((await report(fixture.keys.private, { warned: '4' }, {})).status, 200);
    const until = performance.now() + 20_000;
    let counted: Record<string, number> = {};
    while (counted['page.warned'] === undefined && performance.now() < until) {
      // SQLite answers without leaving the task: the timer that writes needs a turn.
      await new Promise(setImmediate);
      const counts = await fixture.service.accounts.counts(fixture.account, today, today);
      counted = Object.fromEntries(counts.map(({ name, count }) => [name, count]));
    }
    assert.deepEqual(counted, { 'page.corrected': 3, 'page.usedAnyway': 2, 'page.warned': 4 });
    assert.equal((await fixture.service.accounts.account(fixture.account)).balance, 1_000);
  });

  for (const [corrected, why] of [
    ['-1', 'negative'],
    ['101', 'too many'],
    ['1e2', 'no digits'],
    ['9'.repeat(1_000), 'long'],
  ] as const)
    it(`is refused if a number is ${why}`, async () => {
      const answer = await report(fixture.keys.public, { corrected });
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), /The parameter \\"corrected\\" must be a whole number from 0 to 100\./);
    });

  it('is refused from a page that the key does not approve, and without a key', async () => {
    assert.equal((await report(fixture.keys.public, {}, { Origin: 'https://other.example' })).status, 403);
    assert.equal((await report('', { corrected: '1' })).status, 401);
  });

  it('is taken from one network so many times a minute', async () => {
    const answers: number[] = [];
    for (let count = 0; count <= PAGE_COUNTS_CALLS_PER_MINUTE; count++)
      answers.push((await report(fixture.keys.public, { corrected: '1' }, visiting)).status);
    assert.equal(answers.at(-1), 429);
  });
});
