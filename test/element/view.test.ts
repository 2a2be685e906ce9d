import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localVerdict } from '../../src/element/local-verdict.js';
import { en } from '../../src/element/locales/en.js';
import { policyTable } from '../../src/element/policy.js';
import { quietTime, withInterval } from '../../src/element/quiet-time.js';
import { largestMessages, SAMPLE_ADDRESS } from '../../src/element/reserve.js';
import type { Rules } from '../../src/element/rules.js';
import { stateOf, type State } from '../../src/element/state.js';
import { viewOf } from '../../src/element/view.js';
import { rules } from './default-rules.js';

const shown = (state: Partial<State>, by: Partial<Rules> = {}, showsLimit = true) => {
  const { tone, pieces, actions, description, blockedBy } = viewOf(
    { ...stateOf('jane@acme.org'), ...state },
    { ...rules, ...by },
    en,
    showsLimit,
  );
  return { tone, text: pieces.join(''), actions: actions.map(([type]) => type), description, blockedBy };
};

const nothing = { tone: 'neutral', text: '', actions: [], description: '', blockedBy: '' };

describe('the view', () => {
  it('of idle, typing, unknown, misconfigured and a quick check is nothing', () => {
    for (const name of ['idle', 'typing', 'unknown', 'misconfigured', 'checking'] as const)
      assert.deepEqual(shown({ name }), nothing);
  });

  it('of a slow check and a held submit says so', () => {
    assert.equal(shown({ name: 'checking', isSlow: true }).text, en.checking);
    assert.equal(shown({ name: 'checking', submission: 'held' }).text, en.holding);
  });

  it('of the day’s limit is on one element of the page', () => {
    assert.equal(shown({ name: 'limited' }).text, en.limit);
    assert.deepEqual(shown({ name: 'limited' }, {}, false), nothing);
  });

  it('of a failure tells offline and late from the rest', () => {
    assert.equal(shown({ name: 'unavailable', failure: 'offline' }).text, en.offline);
    assert.equal(shown({ name: 'unavailable', failure: 'timeout' }).text, en.timeout);
    assert.equal(shown({ name: 'unavailable', failure: 'bad-answer' }).text, en.unavailable);
  });

  it('of a fault is an error that blocks, or a warning', () => {
    const state = { name: 'malformed', fault: 'noAt' } as const;
    assert.deepEqual(shown(state), {
      ...nothing,
      tone: 'error',
      text: en.noAt,
      description: en.noAt,
      blockedBy: en.noAt,
    });
    assert.deepEqual(shown(state, { block: '' }), { ...nothing, tone: 'warning', text: en.noAt, description: en.noAt });
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
    });
    const overridden = shown({ ...state, overridden: 'jane@acme.org' }, by);
    assert.deepEqual(overridden, { ...nothing, tone: 'warning', text: en.invalid, description: en.invalid });
    assert.deepEqual(shown(state, { ...by, noOverride: true }).actions, []);
  });

  it('of a suggestion hides the message that it mends', () => {
    const text = 'Did you mean jane@gmail.com?';
    const state = { name: 'typing', suggestion: 'jane@gmail.com' } as const;
    assert.deepEqual(shown(state), {
      tone: 'neutral',
      text,
      actions: ['accept', 'keep'],
      description: text,
      blockedBy: '',
    });
  });

  it('after a suggestion was taken offers the way back', () => {
    assert.deepEqual(shown({ name: 'checking', previous: 'jane@gmial.com' }).actions, ['undo']);
    assert.equal(
      shown({ name: 'checking', previous: 'jane@gmial.com' }).text,
      'Email address changed to jane@acme.org',
    );
    assert.equal(shown({ name: 'safe', previous: 'jane@gmial.com', verdict: localVerdict('', 5) }).text, en.safe);
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
      ['syntax', 'deny', 'disposable', 'spam-trap', 'invalid', 'accept-all', 'role', 'risky', 'free'],
    );
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

describe('the room that is kept', () => {
  it('is for what the attributes allow', () => {
    const buttons = (by: Partial<Rules>) =>
      largestMessages({ ...rules, ...by }, en, SAMPLE_ADDRESS).map(({ actions }) =>
        actions.map(([type]) => type).join(' '),
      );
    assert.deepEqual(buttons({}), ['', 'undo', 'accept keep']);
    assert.deepEqual(buttons({ noSuggestion: true }), ['', '']);
    assert.deepEqual(buttons({ block: 'invalid' }), ['', 'override undo', 'accept keep']);
    assert.deepEqual(buttons({ block: 'invalid', noOverride: true }), ['', 'undo', 'accept keep']);
  });
});
