import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localVerdict } from '../../src/element/local-verdict.js';
import type { Rules } from '../../src/element/rules.js';
import {
  stateOf,
  type Effects,
  type StateEvent,
  type Outcome,
  type State,
  type StateName,
} from '../../src/element/state.js';
import { step } from '../../src/element/step.js';
import type { Validation } from '../../src/wire/results.js';
import { rules } from './default-rules.js';

const strict: Rules = { ...rules, block: 'syntax invalid disposable' };

const ADDRESS = 'jane@acme.org';

const verdictOf = (code: number, more: Partial<Validation> = {}): Outcome => ({
  verdict: { ...localVerdict(ADDRESS, code), ...more },
  source: 'service',
});

const edit = (value: string, more: object = {}): StateEvent => ({ type: 'edit', value, now: 1000, ...more });
const answer = (outcome: Outcome, address = ADDRESS): StateEvent => ({ type: 'outcome', address, outcome });

/** Runs events one after the other; gives the last state and the effects of the last. */
const after = (events: readonly StateEvent[], by: Rules = rules, value = ''): { state: State; effects: Effects } => {
  let state = stateOf(value);
  let effects: Effects = {};
  for (const event of events) [state, effects] = step(state, event, by);
  return { state, effects };
};

const typed = edit(ADDRESS);
const quiet: StateEvent = { type: 'quiet' };
const commit: StateEvent = { type: 'commit' };
const submit: StateEvent = { type: 'submit', canHold: true };

describe('an edit', () => {
  const rows: readonly (readonly [text: string, name: StateName, wait: number])[] = [
    ['', 'idle', 0],
    ['jane', 'typing', 0],
    ['jane@acme', 'typing', 0],
    ['jane@@acme.org', 'typing', 0],
    ['jane@acme.org', 'typing', 400],
    ['jane@gmail.com', 'typing', 300],
    ['jane@acme.co', 'typing', 400],
  ];
  for (const [text, name, wait] of rows) {
    it(`to "${text}" is ${name} and waits ${wait} ms`, () => {
      const { state, effects } = after([edit('x'), edit(text)]);
      assert.deepEqual([state.name, effects], [name, { wait }]);
    });
  }

  it('waits longer for a slow hand, and longest if the domain may still grow', () => {
    const wait = (domain: string): number | undefined => {
      const text = `jane@${domain}`;
      return after([...text].map((_, index) => edit(text.slice(0, index + 1), { now: 400 * (index + 1) }))).effects
        .wait;
    };
    assert.deepEqual(
      [wait('gmail.com'), wait('acme.org'), wait('acme.co'), wait('yahoo.com')],
      [320, 1000, 2500, 2500],
    );
  });

  it('that brings the value whole ends the wait at once', () => {
    const { state, effects } = after([edit(ADDRESS, { isWhole: true })]);
    assert.deepEqual([state.name, effects], ['checking', { wait: 0, ask: true }]);
  });

  it('while an input method composes starts nothing, and its end starts the wait', () => {
    assert.deepEqual(after([edit(ADDRESS, { composing: true })]).effects, { wait: 0 });
    assert.deepEqual(after([edit(ADDRESS, { composing: true }), quiet]).effects, {});
    assert.deepEqual(after([edit(ADDRESS, { composing: true }), edit(ADDRESS, { now: 1100 })]).effects, { wait: 400 });
  });

  it('of nothing changes nothing', () => {
    const { state } = after([typed, quiet]);
    assert.deepEqual(step(state, edit(ADDRESS, { now: 2000 }), rules), [state, {}]);
    // The person typed again what the page had put there.
    assert.equal(after([edit(ADDRESS), quiet], rules, ADDRESS).effects.ask, true);
  });

  it('takes back verdict, message, suggestion and held submit', () => {
    const { state, effects } = after([typed, submit, edit(`${ADDRESS}x`)], strict);
    assert.deepEqual(
      [state.name, state.verdict, state.submission, state.isAsked],
      ['typing', undefined, undefined, false],
    );
    assert.equal(effects.release, 'forget');
  });
});

describe('the end of the quiet time', () => {
  it('asks, once', () => {
    const { state, effects } = after([typed, quiet]);
    assert.deepEqual([state.name, effects], ['checking', { wait: 0, ask: true }]);
    assert.equal(after([typed, quiet, commit]).effects.ask, undefined);
    assert.equal(after([typed, quiet, answer(verdictOf(5)), commit]).effects.ask, undefined);
  });

  it('asks nothing about an unfinished address, by another trigger, or while paused', () => {
    assert.equal(after([edit('jane@acme'), quiet]).effects.ask, undefined);
    for (const by of [
      { ...rules, trigger: 'change' },
      { ...rules, trigger: 'submit' },
      { ...rules, paused: true },
    ]) {
      assert.equal(after([typed, quiet], by).effects.ask, undefined);
    }
  });

  it('offers a suggestion instead of asking', () => {
    const { state, effects } = after([edit('jane@gmial.com'), quiet]);
    assert.deepEqual([state.name, state.suggestion, effects], ['typing', 'jane@gmail.com', { wait: 0 }]);
  });
});

describe('a commit', () => {
  it('names a fault, unless a suggestion mends it', () => {
    assert.deepEqual(
      [after([edit('jane@acme'), commit]).state.name, after([edit('jane@acme'), commit]).state.fault],
      ['malformed', 'noEnding'],
    );
    assert.equal(after([edit('jane'), commit]).state.fault, 'noAt');
    assert.equal(after([edit('jane@[192.0.2.1]'), commit]).state.fault, 'format');
    const mended = after([edit('jane@gmailcom'), commit]).state;
    assert.deepEqual([mended.name, mended.suggestion], ['typing', 'jane@gmail.com']);
  });

  for (const [pasted, meant] of [
    ['Jane Doe <jane@acme.org>', 'jane@acme.org'],
    ['mailto:jane@acme.org', 'jane@acme.org'],
    ['<jane@acme.org>', 'jane@acme.org'],
    ['jane@acme.org;', 'jane@acme.org'],
    ['ja\u200bne@acme.org', 'jane@acme.org'],
    ['jane\uff20acme.org', 'jane@acme.org'],
    ['Jane <jane@gmial.com>', 'jane@gmail.com'],
    ['jane@acme.org, john@acme.org', ''],
    // A book that is pasted by mistake is not read.
    [`${'word '.repeat(250)}<jane@acme.org>`, ''],
  ] as const)
    it(`offers ${meant || 'nothing'} for what was pasted: ${JSON.stringify(pasted.slice(0, 40))}`, () => {
      assert.equal(after([edit(pasted), commit]).state.suggestion, meant);
    });

  it('asks although a suggestion is open, and not with trigger="submit"', () => {
    assert.equal(after([edit('jane@gmial.com'), commit]).effects.ask, true);
    assert.equal(after([typed, commit], { ...rules, trigger: 'submit' }).effects.ask, undefined);
  });

  it('of an unedited value does nothing', () => {
    assert.deepEqual(after([commit], rules, ADDRESS), { state: stateOf(ADDRESS), effects: {} });
  });
});

describe('rules that change', () => {
  const rulesChange: StateEvent = { type: 'rules' };

  it('have the address judged and asked about again, whatever the trigger', () => {
    const { state, effects } = after([typed, quiet, answer(verdictOf(5)), rulesChange], rules);
    assert.deepEqual([state.name, state.verdict, effects], ['checking', undefined, { wait: 0, ask: true }]);
    assert.equal(after([typed, { type: 'check' }, rulesChange], { ...rules, trigger: 'submit' }).effects.ask, true);
  });

  it('keep what the person chose', () => {
    const { state } = after(
      [
        edit('jane@gmial.com'),
        commit,
        { type: 'keep' },
        answer(verdictOf(6), 'jane@gmial.com'),
        { type: 'override' },
        rulesChange,
      ],
      strict,
    );
    assert.deepEqual([state.suggestion, state.overridden], ['', 'jane@gmial.com']);
    assert.equal(
      after([edit('jane@gmial.com'), commit, { type: 'accept' }, rulesChange]).state.previous,
      'jane@gmial.com',
    );
  });

  it('keep a fault, and make none of an unfinished address', () => {
    assert.equal(after([edit('jane'), commit, rulesChange]).state.name, 'malformed');
    assert.equal(after([edit('jane'), rulesChange]).state.name, 'typing');
  });

  it('leave alone an unedited value, what an input method composes, and a submit that is held', () => {
    assert.deepEqual(after([rulesChange], rules, ADDRESS).effects, {});
    assert.deepEqual(after([edit(ADDRESS, { composing: true }), rulesChange]).effects, {});
    const { state, effects } = after([typed, submit, rulesChange], strict);
    assert.deepEqual([state.submission, effects], ['held', {}]);
  });
});

describe('an outcome', () => {
  it('of what was reset is forgotten', () => {
    assert.deepEqual(
      after([typed, quiet, { type: 'reset', value: ADDRESS }, answer(verdictOf(5))]).state,
      stateOf(ADDRESS),
    );
  });

  const rows: readonly (readonly [Outcome, StateName])[] = [
    [verdictOf(5), 'safe'],
    [verdictOf(5, { result: 'Risky', role: true }), 'risky'],
    [verdictOf(4), 'risky'],
    [verdictOf(7, { result: 'Risky' }), 'risky'],
    [verdictOf(3), 'disposable'],
    [verdictOf(6), 'invalid'],
    [verdictOf(2), 'invalid'],
    [verdictOf(1), 'invalid'],
    [verdictOf(7), 'unknown'],
    [{}, 'unknown'],
    [{ failure: 'daily-limit' }, 'limited'],
    [{ failure: 'wrong-key' }, 'misconfigured'],
    [{ failure: 'no-credits' }, 'misconfigured'],
    [{ failure: 'forbidden' }, 'misconfigured'],
    [{ failure: 'private-key' }, 'misconfigured'],
    ...(
      ['offline', 'network', 'timeout', 'server-error', 'bad-answer', 'busy', 'rejected', 'bad-request'] as const
    ).map((failure) => [{ failure }, 'unavailable'] as const),
  ];
  for (const [outcome, name] of rows) {
    it(`${JSON.stringify(outcome.failure ?? [outcome.verdict?.result, outcome.verdict?.code])} is ${name}`, () => {
      assert.equal(after([typed, quiet, answer(outcome)]).state.name, name);
    });
  }

  it('for another value is not shown', () => {
    assert.equal(
      after([typed, quiet, edit('john@acme.org', { now: 2000 }), answer(verdictOf(6))]).state.name,
      'typing',
    );
  });

  it('is for the value in the field however its domain is written', () => {
    assert.equal(after([edit('jane@ACME.org'), quiet, answer(verdictOf(5))]).state.name, 'safe');
    assert.equal(
      after([edit('jane@bücher.de'), quiet, answer(verdictOf(5), 'jane@xn--bcher-kva.de')]).state.name,
      'safe',
    );
  });

  it('brings a suggestion for the domain alone, in ASCII', () => {
    const suggestion = (didYouMean: string, address = ADDRESS) =>
      after([edit(address), quiet, answer(verdictOf(7, { didYouMean }), address)]).state.suggestion;
    assert.equal(suggestion('JANE@acme.com'), 'jane@acme.com');
    assert.equal(suggestion('jane@bücher.de'), 'jane@xn--bcher-kva.de');
    for (const dropped of ['mallory@acme.com', 'jane@', 'jane', 'jane@acme', 'jane@[192.0.2.1]', 'Click here', ADDRESS])
      assert.equal(suggestion(dropped), '', dropped);
    assert.equal(suggestion('jane@\u0430cme.org'), 'jane@xn--cme-5cd.org');
  });

  it('that is good ends a suggestion for good', () => {
    const { state } = after([edit('jane@gmial.com'), quiet, commit, answer(verdictOf(5), 'jane@gmial.com'), commit]);
    assert.deepEqual([state.name, state.suggestion], ['safe', '']);
    assert.equal(step(state, submit, rules)[0].submission, undefined);
  });

  it('brings the service’s own suggestion, unless that was declined', () => {
    const meant = verdictOf(6, { didYouMean: 'jane@acme.com' });
    assert.equal(after([typed, quiet, answer(meant)]).state.suggestion, 'jane@acme.com');
    assert.equal(after([typed, quiet, answer(meant), { type: 'keep' }]).state.suggestion, '');
  });

  it('that failed can be asked about again by hand', () => {
    assert.equal(after([typed, quiet, answer({ failure: 'timeout' }), commit]).effects.ask, undefined);
    assert.equal(after([typed, quiet, answer({ failure: 'timeout' }), { type: 'check' }]).effects.ask, true);
    assert.equal(after([typed, quiet, answer(verdictOf(5)), { type: 'check' }]).effects.ask, undefined);
  });
});

describe('a submit', () => {
  it('is cancelled by a fault, and goes through with nothing remote in block', () => {
    assert.equal(after([edit('jane@acme'), submit]).state.submission, 'cancel');
    assert.deepEqual(after([typed, submit]).effects, { wait: 0 });
    assert.equal(after([typed, submit]).state.submission, undefined);
  });

  it('is held once, asked about and let go', () => {
    const held = after([typed, submit], strict);
    assert.deepEqual([held.state.submission, held.effects], ['held', { wait: 0, hold: 2500, ask: true }]);
    assert.equal(after([typed, submit, answer(verdictOf(5))], strict).effects.release, 'resume');
    assert.equal(after([typed, submit, answer(verdictOf(6))], strict).effects.release, 'cancel');
    assert.equal(after([typed, submit, answer({ failure: 'timeout' })], strict).effects.release, 'resume');
    assert.equal(after([typed, submit, { type: 'hold-over' }], strict).effects.release, 'resume');
    assert.deepEqual(after([typed, submit, submit], strict).effects, { wait: 0, release: 'forget' });
    assert.equal(after([typed, submit, { type: 'reset', value: '' }], strict).effects.release, 'forget');
  });

  it('that goes on is forgotten by whatever comes before it is out, and goes through as the next submit', () => {
    const going = [typed, submit, answer(verdictOf(5))];
    assert.equal(after(going, strict).state.submission, 'going');
    for (const event of [submit, edit('x'), { type: 'reset', value: '' }, { type: 'drop' }] as const) {
      const { state, effects } = after([...going, event], strict);
      assert.deepEqual([state.submission, effects.release], [undefined, 'forget'], event.type);
    }
    assert.deepEqual(after([...going, { type: 'hold-over' }], strict).effects, {});
    assert.deepEqual(after([typed, { type: 'drop' }], strict).effects, {});
  });

  it('of a form without validation is never cancelled', () => {
    const unvalidated: StateEvent = { ...submit, isUnvalidated: true };
    assert.equal(after([typed, unvalidated, answer(verdictOf(6))], strict).effects.release, 'resume');
    assert.equal(after([typed, quiet, answer(verdictOf(6)), unvalidated], strict).state.submission, undefined);
  });

  it('is not held for what is known already, for nothing, or if the form cannot be held', () => {
    assert.equal(after([typed, quiet, answer(verdictOf(5)), submit], strict).state.submission, undefined);
    assert.equal(after([submit], strict).state.submission, undefined);
    assert.equal(after([typed, { type: 'submit', canHold: false }], strict).state.submission, undefined);
    assert.equal(after([typed, submit], { ...strict, paused: true }).state.submission, undefined);
  });

  it('waits for a question that is out already, without a second one', () => {
    assert.deepEqual(after([typed, quiet, submit], strict).effects, { wait: 0, hold: 2500 });
  });

  it('goes through if a blocked address was overridden', () => {
    const blocked = [typed, quiet, answer(verdictOf(6))];
    assert.equal(after([...blocked, submit], strict).state.submission, 'cancel');
    assert.equal(after([...blocked, { type: 'override' }, submit], strict).state.submission, undefined);
    assert.equal(
      after([...blocked, { type: 'override' }, submit], { ...strict, noOverride: true }).state.submission,
      'cancel',
    );
  });
});

describe('a suggestion', () => {
  const offered = [edit('jane@gmial.com'), quiet];

  it('that is taken is written, asked about, and can be taken back', () => {
    const taken = after([...offered, { type: 'accept' }]);
    assert.deepEqual(taken.effects, { wait: 0, write: 'jane@gmail.com', ask: true });
    assert.deepEqual(
      [taken.state.value, taken.state.previous, taken.state.suggestion],
      ['jane@gmail.com', 'jane@gmial.com', ''],
    );
    const undone = after([...offered, { type: 'accept' }, { type: 'undo' }]);
    assert.deepEqual(undone.effects, { wait: 0, write: 'jane@gmial.com', ask: true });
    assert.deepEqual([undone.state.previous, undone.state.suggestion], ['', '']);
  });

  it('that is declined is asked about and does not come back', () => {
    assert.equal(after([...offered, { type: 'keep' }]).effects.ask, true);
    const again = after([
      ...offered,
      { type: 'keep' },
      edit('jane@gmial.co', { now: 2000 }),
      edit('jane@gmial.com', { now: 3000 }),
      quiet,
    ]);
    assert.equal(again.state.suggestion, '');
  });
});

describe('an unanswered slip', () => {
  const slip = edit('jane@gmial.com');
  const other = edit('jane@hotmial.com', { now: 2000 });
  const submission = (events: readonly StateEvent[], by: Partial<Rules> = {}) =>
    after(events, { ...rules, ...by }).state.submission;

  it('stops the first submit once, before the quiet time is over and after it', () => {
    for (const events of [[slip], [slip, quiet], [slip, quiet, commit]]) {
      assert.equal(submission([...events, submit]), 'cancel');
      assert.equal(submission([...events, submit, submit]), undefined);
    }
    const { state } = after([slip, submit]);
    assert.deepEqual([state.suggestion, state.name, state.fault], ['jane@gmail.com', 'typing', undefined]);
  });

  it('is not asked about again once it went out', () => {
    const { state } = after([slip, submit, submit]);
    assert.equal(state.suggestion, '');
    assert.equal(submission([slip, submit, submit, submit]), undefined);
    assert.equal(submission([slip, submit, submit, other, submit]), 'cancel');
  });

  it('lets the next submit go whatever was done in between', () => {
    assert.equal(submission([slip, submit, commit, quiet, submit]), undefined);
    assert.equal(submission([slip, submit, other, submit]), undefined);
    assert.equal(submission([slip, submit, edit('jane@', { now: 2000 }), submit]), 'cancel', 'a fault');
    assert.equal(submission([slip, submit, edit('jane@', { now: 2000 }), submit, other, submit]), undefined);
  });

  it('stops a form without validation too', () => {
    assert.equal(submission([slip, { ...submit, isUnvalidated: true }]), 'cancel');
  });

  it('stops nothing once it is used, kept or offered by the page, or if the page wants none of it', () => {
    for (const type of ['accept', 'keep', 'take-over'] as const)
      assert.equal(submission([slip, quiet, { type }, submit]), undefined, type);
    assert.equal(submission([slip, { type: 'examine' }, { type: 'take-over' }, submit]), undefined);
    assert.equal(submission([slip, submit], { block: 'syntax' }), undefined);
    assert.equal(submission([slip, submit], { noSuggestion: true }), undefined);
  });

  it('that the service names stops the submit that was held for its answer', () => {
    const meant = answer(verdictOf(7, { didYouMean: 'jane@acme.com' }));
    assert.equal(after([typed, submit, meant], { ...strict, block: 'typo invalid' }).effects.release, 'cancel');
  });
});

describe('the page’s own lists', () => {
  it('answer without a question', () => {
    const denied = after([edit('jane@mail.acme.org'), quiet], { ...rules, deny: 'other.org, ACME.org' });
    assert.deepEqual([denied.state.name, denied.state.source, denied.effects.ask], ['invalid', 'local', undefined]);
    const allowed = after([typed, quiet], { ...rules, allow: 'acme.org' });
    assert.deepEqual([allowed.state.name, allowed.state.source, allowed.effects.ask], ['unknown', 'local', undefined]);
    assert.equal(after([edit('jane@notacme.org'), quiet], { ...rules, deny: 'acme.org' }).effects.ask, true);
  });

  it('block by deny whatever else the policy says', () => {
    assert.equal(after([typed, submit], { ...rules, block: '', deny: 'acme.org' }).state.submission, 'cancel');
  });
});
