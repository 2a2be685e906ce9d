import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Nonces } from '../../src/proxy/index.js';

/** Nonces that are remembered together, as those of several machines are, each on its own connection. */
export interface ManyNonces {
  readonly each: readonly [Nonces, Nonces];
  end(): Promise<void>;
}

const HOUR = 3_600_000;

/** What any record of nonces does, wherever it is kept. */
export const noncesContract = (name: string, make: () => Promise<ManyNonces>): void =>
  void describe(`nonces ${name}`, () => {
    let many: ManyNonces;
    let count = 0;
    const newName = (): string => `nonce-${++count}`.padEnd(22, '0');
    before(async () => {
      many = await make();
    });
    after(() => many.end());

    it('are taken once, by any machine', async () => {
      const [one, other] = many.each;
      const [nonce, session] = [newName(), newName()];
      await one.keep(nonce, session, Date.now() + HOUR);
      assert.deepEqual([await other.take(nonce, session), await one.take(nonce, session)], [true, false]);
    });

    it('are not taken by another session, and stay for their own', async () => {
      const [one] = many.each;
      const [nonce, session] = [newName(), newName()];
      await one.keep(nonce, session, Date.now() + HOUR);
      assert.equal(await one.take(nonce, newName()), false);
      assert.equal(await one.take(nonce, session), true);
    });

    it('are not known if they were never given', async () => {
      assert.equal(await many.each[0].take(newName(), newName()), false);
    });

    it('are taken by one of many who try at once', async () => {
      const [nonce, session] = [newName(), newName()];
      await many.each[0].keep(nonce, session, Date.now() + HOUR);
      const taken = await Promise.all(
        Array.from({ length: 50 }, (_, at) => many.each[at % 2 ? 1 : 0].take(nonce, session)),
      );
      assert.equal(taken.filter(Boolean).length, 1);
    });

    it('are worth nothing after their time', async () => {
      const [one] = many.each;
      const [nonce, session] = [newName(), newName()];
      await one.keep(nonce, session, Date.now() + 1);
      while (Date.now() % 2) await new Promise((resolve) => setTimeout(resolve, 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      assert.equal(await one.take(nonce, session), false);
    });
  });
