import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Batches, type BatchWriter } from '../../src/service/store/postgres/batches.js';

interface Piece {
  readonly account: number;
  readonly name: string;
}

const turn = () => new Promise(setImmediate);

/** Batches whose outcomes are names in capitals, and what was written of them, `!` before a patient batch. */
const batchesOf = (write: BatchWriter<Piece, string>['write'], retryMs = 0) => {
  const written: string[] = [];
  const batches = new Batches<Piece, string>({
    accountOf: ({ account }) => account,
    isTemporary: (error) => (error as Error).message === 'away',
    retryMs,
    write(pieces, isPatient) {
      written.push(`${isPatient ? '!' : ''}${pieces.map(({ name }) => name).join('')}`);
      return write(pieces, isPatient);
    },
  });
  return {
    written,
    add: (name: string, account = 1) => batches.add({ account, name }),
    settled: () => batches.settled(),
  };
};
const capitals = (pieces: readonly Piece[]) => Promise.resolve(pieces.map(({ name }) => name.toUpperCase()));

describe('batches', () => {
  it('contain the pieces that arrive together, or while one is written', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { written, add } = batchesOf((pieces) => held.then(() => capitals(pieces)));
    const first = [add('a'), add('b')];
    await turn();
    await turn();
    const later = [add('c'), add('d')];
    letGo();
    assert.deepEqual(await Promise.all([...first, ...later]), ['A', 'B', 'C', 'D']);
    assert.deepEqual(written, ['ab', 'cd']);
  });

  it('are not endless', async () => {
    const { written, add } = batchesOf(capitals);
    await Promise.all(Array.from({ length: 450 }, () => add('a')));
    assert.deepEqual(
      written.map((names) => names.length),
      [200, 200, 50],
    );
  });

  it('write an account that is locked by others separately', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { written, add } = batchesOf(async (pieces, isPatient) => {
      if (isPatient) await held;
      return pieces.map(({ account, name }) => (account === 9 && !isPatient ? undefined : name.toUpperCase()));
    });
    const hot = [add('x', 9), add('y', 9)];
    assert.equal(await add('a'), 'A');
    hot.push(add('z', 9));
    assert.equal(await add('b'), 'B');
    letGo();
    assert.deepEqual(await Promise.all(hot), ['X', 'Y', 'Z']);
    assert.deepEqual(
      written.filter((names) => !names.startsWith('!')),
      ['xya', 'b'],
      'it is not asked for quickly while it waits',
    );
    assert.equal(await add('w', 9), 'W');
    assert.equal(written.at(-2), 'w', 'and is again when it has been had');
  });

  it('reject one piece that cannot be written, and write the others', async () => {
    const { add } = batchesOf((pieces) =>
      pieces.some(({ name }) => name === 'b') ? Promise.reject(new Error('bad')) : capitals(pieces),
    );
    const [a, b, c] = await Promise.allSettled([add('a'), add('b'), add('c')]);
    assert.deepEqual(
      [a, c],
      [
        { status: 'fulfilled', value: 'A' },
        { status: 'fulfilled', value: 'C' },
      ],
    );
    assert.equal(b.status === 'rejected' && (b.reason as Error).message, 'bad');
  });

  it('are retried for a limited time, with the pieces that arrived since', async () => {
    let failures = 2;
    const write = (pieces: readonly Piece[]) => (failures-- > 0 ? Promise.reject(new Error('away')) : capitals(pieces));
    const patient = batchesOf(write, 60_000);
    const first = patient.add('a');
    await turn();
    await turn();
    assert.deepEqual(await Promise.all([first, patient.add('b')]), ['A', 'B']);
    assert.deepEqual(patient.written, ['a', 'ab', 'ab']);
    failures = Infinity;
    await assert.rejects(batchesOf(write).add('a'), /away/);
    await assert.rejects(batchesOf(write, 150).add('a'), /away/);
  });

  it('report when all pieces are written or rejected', async () => {
    const { add, settled } = batchesOf((pieces) =>
      pieces[0]?.name === 'a' ? capitals(pieces) : Promise.reject(new Error('bad')),
    );
    let ended = 0;
    const all = ['a', 'b'].map((name) =>
      add(name).then(
        () => ended++,
        () => ended++,
      ),
    );
    await settled();
    await Promise.all(all);
    assert.equal(ended, 2);
    await settled();
  });
});
