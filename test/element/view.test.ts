import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localVerdict } from '../../src/element/local-verdict.js';
import { en } from '../../src/element/locales/en.js';
import { policyTable } from '../../src/element/policy.js';
import { quietTime, withInterval } from '../../src/element/quiet-time.js';
import type { Rules } from '../../src/element/rules.js';
import { stateOf, type State } from '../../src/element/state.js';
import { viewOf } from '../../src/element/view.js';
import { rules } from './default-rules.js';

const shown = (state: Partial<State>, by: Partial<Rules> = {}, showsLimit = true) => {
  const { tone, pieces, actions, description, blockedBy, mark } = viewOf(
    { ...stateOf('jane@acme.org'), ...state },
    { ...rules, ...by },
    en,
    showsLimit,
  );
  return { tone, text: pieces.join(''), actions: actions.map(({ type }) => type), description, blockedBy, mark };
};

const nothing = { tone: 'neutral', text: '', actions: [], description: '', blockedBy: '', mark: '' };

describe('the view', () => {
  it('of idle, typing, unknown, misconfigured and a quick check is nothing', () => {
    for (const name of ['idle', 'typing', 'unknown', 'misconfigured', 'checking'] as const)
      assert.deepEqual(shown({ name }), nothing);
  });

  it('of a check is nothing, but of a submit that is held for a while', () => {
    assert.deepEqual(shown({ name: 'checking', submission: 'held' }), nothing);
    assert.equal(shown({ name: 'checking', submission: 'held', isHoldShown: true }).text, en.checking);
  });

  it('of the day’s limit is on one element of the page', () => {
    assert.equal(shown({ name: 'limited' }).text, en.limit);
    assert.deepEqual(shown({ name: 'limited' }, {}, false), nothing);
  });

  it('of a failure is nothing', () => {
    for (const failure of ['offline', 'timeout', 'bad-answer'] as const)
      assert.deepEqual(shown({ name: 'unavailable', failure }), nothing);
  });

  it('of a good verdict is small, and nothing if the page wants none', () => {
    const state = { name: 'safe', verdict: localVerdict('', 5) } as const;
    assert.deepEqual(shown(state), { ...nothing, tone: 'good', text: en.safe, mark: 'safe' });
    assert.deepEqual(shown(state, { noSuccess: true }), { ...nothing, mark: 'safe' });
  });

  it('of a fault is an error that blocks, or a warning', () => {
    const state = { name: 'malformed', fault: 'noAt' } as const;
    assert.deepEqual(shown(state), {
      ...nothing,
      tone: 'error',
      text: en.noAt,
      description: en.noAt,
      blockedBy: en.noAt,
      mark: 'blocked',
    });
    const warned = { ...nothing, tone: 'warning', text: en.noAt, description: en.noAt, mark: 'warned' };
    assert.deepEqual(shown(state, { block: '' }), warned);
  });

  it('of a blocked verdict offers a way around, and keeps the warning once it was taken', () => {
    const state = { name: 'invalid', verdict: localVerdict('jane@acme.org', 6) } as const;
    const by = { block: 'invalid' };
    assert.deepEqual(shown(state, by), {
      tone: 'error',
      text: en.invalid,
      actions: ['override'],
      description: en.invalid,
      blockedBy: `${en.invalid}\n${en.blocked}`,
      mark: 'blocked',
    });
    const overridden = shown({ ...state, overridden: 'jane@acme.org' }, by);
    assert.deepEqual(overridden, {
      ...nothing,
      tone: 'warning',
      text: en.invalid,
      description: en.invalid,
      mark: 'warned',
    });
    assert.deepEqual(shown(state, { ...by, noOverride: true }).actions, []);
  });

  it('of a suggestion hides the message that it mends, and names the domain alone', () => {
    const text = 'Did you mean @gmail.com?';
    const state = { name: 'typing', value: 'jane@gmial.com', suggestion: 'jane@gmail.com' } as const;
    const view = { ...nothing, text, actions: ['accept', 'keep'], description: text };
    assert.deepEqual(shown(state), view);
    assert.deepEqual(shown({ ...state, isTakenOver: true }), nothing);
    assert.equal(shown({ ...state, value: 'Jane@gmail' }).text, text);
    assert.equal(shown({ ...state, value: 'Jane <jane@gmail.com>' }).text, 'Did you mean jane@gmail.com?');
  });

  it('after a suggestion was taken offers the way back, with a good verdict too', () => {
    const state = { name: 'checking', value: 'jane@gmail.com', previous: 'jane@gmial.com' } as const;
    const view = { ...nothing, tone: 'good', text: 'Changed to @gmail.com', actions: ['undo'] };
    assert.deepEqual(shown(state), view);
    assert.deepEqual(shown({ ...state, name: 'safe', verdict: localVerdict('', 5) }), { ...view, mark: 'safe' });
    assert.equal(shown({ ...state, previous: '<jane@gmail.com>' }).text, 'Changed to jane@gmail.com');
    const bad = { ...state, name: 'invalid', verdict: localVerdict('', 6) } as const;
    const { text, actions } = shown(bad, { warn: 'invalid' });
    assert.deepEqual([text, actions], [en.invalid, ['undo']], 'a warning takes the place of the words alone');
    assert.deepEqual(shown(bad, { block: 'invalid' }).actions, ['override', 'undo']);
    assert.deepEqual(shown({ ...bad, previous: '' }, { warn: 'invalid' }).actions, []);
  });
});

describe('a policy word', () => {
  const rows = [
    ['syntax', localVerdict('', 1), 'format'],
    ['disposable', localVerdict('', 3), 'disposable'],
    ['spam-trap', localVerdict('', 2), 'invalid'],
    ['invalid', localVerdict('', 6), 'invalid'],
    ['accept-all', localVerdict('', 4), 'acceptAll'],
    ['role', { ...localVerdict('', 5), role: true }, 'role'],
    ['risky', { ...localVerdict('', 7), result: 'Risky' as const }, 'risky'],
    ['free', { ...localVerdict('', 5), freeEmail: true }, 'free'],
  ] as const;
  for (const [word, verdict, key] of rows) {
    it(`(${word}) matches and shows its text, as block and as warn`, () => {
      const blocked = shown({ name: 'risky', verdict }, { block: word, warn: '' });
      assert.deepEqual(
        [blocked.tone, blocked.text, blocked.blockedBy],
        ['error', en[key], `${en[key]}\n${en.blocked}`],
      );
      const warned = shown({ name: 'risky', verdict }, { block: '', warn: word });
      assert.deepEqual([warned.tone, warned.text, warned.blockedBy], ['warning', en[key], '']);
      assert.equal(shown({ name: 'risky', verdict }, { block: '', warn: '' }).text, '');
    });
  }

  it('is in the table, strongest first', () => {
    assert.deepEqual(
      policyTable.map(([word]) => word),
      ['typo', 'syntax', 'deny', 'disposable', 'spam-trap', 'invalid', 'accept-all', 'role', 'risky', 'free'],
    );
  });

  it('that matches more exactly has the better text', () => {
    for (const [word, verdict, key] of [
      ['invalid', localVerdict('', 3), 'disposable'],
      ['risky', { ...localVerdict('', 4), result: 'Risky' as const }, 'acceptAll'],
    ] as const)
      assert.equal(shown({ verdict }, { block: `syntax ${word}`, warn: '' }).text, en[key]);
  });

  it('that blocks is stronger than one that warns', () => {
    const verdict = { ...localVerdict('', 6), role: true };
    assert.deepEqual([shown({ verdict }, { block: 'role', warn: 'invalid' }).text], [en.role]);
  });
});

describe('the quiet time', () => {
  it('follows pace and domain between its bounds', () => {
    const at = (interval: number, domain: string): number =>
      quietTime(new Array<number>(8).fill(interval), domain, 400);
    assert.deepEqual([at(60, 'gmail.com'), at(500, 'gmail.com')], [300, 400]);
    assert.deepEqual([at(60, 'acme.org'), at(250, 'acme.org'), at(900, 'acme.org')], [400, 625, 1800]);
    assert.deepEqual([at(60, 'yahoo.com'), at(250, 'yahoo.com'), at(900, 'yahoo.com')], [400, 1562.5, 2700]);
  });

  it('is of the median of the last eight intervals; a pause is none', () => {
    const intervals = [100, 100, 100, 900, 900, 900, 900, 900, 900].reduce<readonly number[]>(withInterval, []);
    assert.equal(intervals.length, 8);
    assert.equal(quietTime(intervals, 'gmail.com', 0), 720);
    assert.deepEqual(withInterval([100], 2001), [100]);
    assert.deepEqual(withInterval([100], Infinity), [100]);
  });
});
