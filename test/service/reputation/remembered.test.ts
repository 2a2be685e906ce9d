import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { remembered } from '../../../src/service/reputation/remembered.js';

describe('what is remembered of names', () => {
  const asking = (basis?: () => object) => {
    const asked: string[] = [];
    const tell = remembered((name) => {
      asked.push(name);
      return { of: name };
    }, basis);
    return { asked, tell };
  };

  it('is asked for once a name, though it is false', () => {
    const { asked, tell } = asking();
    assert.deepEqual(
      ['a.com', 'b.com', 'a.com'].map((name) => tell(name).of),
      ['a.com', 'b.com', 'a.com'],
    );
    assert.deepEqual(asked, ['a.com', 'b.com']);
    let times = 0;
    const never = remembered(() => ++times < 0);
    assert.deepEqual([never('a.com'), never('a.com'), times], [false, false, 1]);
  });

  it('is asked for again when its basis has changed', () => {
    let basis = {};
    const { asked, tell } = asking(() => basis);
    tell('a.com');
    basis = {};
    tell('a.com');
    tell('a.com');
    assert.deepEqual(asked, ['a.com', 'a.com']);
  });

  it('is of some thousand names, none longer than a domain', () => {
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
