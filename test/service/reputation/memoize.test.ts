import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoize } from '../../../src/service/reputation/memoize.js';

describe('memoize', () => {
  const asking = (basis?: () => object) => {
    const asked: string[] = [];
    const tell = memoize((name) => {
      asked.push(name);
      return { of: name };
    }, basis);
    return { asked, tell };
  };

  it('computes the value of a name once, also if it is false', () => {
    const { asked, tell } = asking();
    assert.deepEqual(
      ['a.com', 'b.com', 'a.com'].map((name) => tell(name).of),
      ['a.com', 'b.com', 'a.com'],
    );
    assert.deepEqual(asked, ['a.com', 'b.com']);
    let times = 0;
    const never = memoize(() => ++times < 0);
    assert.deepEqual([never('a.com'), never('a.com'), times], [false, false, 1]);
  });

  it('computes it again when the data that it reads is another object', () => {
    let basis = {};
    const { asked, tell } = asking(() => basis);
    tell('a.com');
    basis = {};
    tell('a.com');
    tell('a.com');
    assert.deepEqual(asked, ['a.com', 'a.com']);
  });

  it('caches 5,000 names, none longer than a domain', () => {
    const { asked, tell } = asking();
    for (let number = 0; number <= 5_000; number++) tell(`${number}.com`);
    asked.length = 0;
    tell('5000.com');
    tell('0.com');
    const long = 'a'.repeat(256);
    tell(long);
    tell(long);
    assert.deepEqual(asked, ['0.com', long, long]);
  });
});
