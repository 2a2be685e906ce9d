import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isComplete, normalizeAddress, parseNamedAddress } from '../../src/address/index.js';
import { localVerdict } from '../../src/element/local-verdict.js';
import { isListed, judge, stopsForSlip } from '../../src/element/policy.js';
import type { Rules } from '../../src/element/rules.js';
import {
  stateOf,
  type ActionType,
  type Effects,
  type FailureCode,
  type StateEvent,
  type Outcome,
  type State,
  type StateName,
} from '../../src/element/state.js';
import { step } from '../../src/element/step.js';
import { isSoak, seed, trials } from '../soak.js';

const RUNS = trials(10_000);

const addresses = [
  ...['', 'jane', 'jane@', 'jane@acme', 'jane@@acme.org', 'jane@gmailcom'],
  ...[
    'jane@acme.org',
    'jane@ACME.org',
    'jane@bücher.de',
    'jane@xn--bcher-kva.de',
    'jane@gmail.com',
    'jane@gmial.com',
    'jane@yahoo.co',
  ],
  ...['jane@allowed.org', 'jane@mail.denied.org'],
];

const failures: readonly FailureCode[] = [
  'daily-limit',
  'wrong-key',
  'no-credits',
  'forbidden',
  'private-key',
  'timeout',
  'offline',
  'busy',
  'bad-answer',
];
const failed: readonly StateName[] = ['limited', 'unavailable', 'misconfigured'];
const judged: readonly StateName[] = ['safe', 'risky', 'disposable', 'invalid'];
const words: readonly StateName[] = ['idle', 'typing', 'malformed', 'checking', 'unknown', ...judged, ...failed];

/**
 * What may happen next, as data that shrinks well. An edit comes `after` milliseconds. An outcome is that of a question that
 * is out: the `first` or the `last` one, so that old answers come late and in any order.
 */
type Move =
  | {
      readonly type: 'edit';
      readonly value: string;
      readonly after: number;
      readonly isWhole?: true;
      readonly composing?: true;
    }
  | {
      readonly type: 'outcome';
      readonly of: 'first' | 'last';
      readonly code?: number;
      readonly meant?: string;
      readonly failure?: FailureCode;
    }
  | { readonly type: 'reset'; readonly value: string }
  | { readonly type: 'rewrite'; readonly isUpper: boolean }
  | { readonly type: 'submit'; readonly canHold: boolean; readonly isUnvalidated: boolean }
  | {
      readonly type:
        | 'quiet'
        | 'commit'
        | 'check'
        | 'rules'
        | 'hold-over'
        | 'hold-shown'
        | 'drop'
        | 'examine'
        | 'take-over'
        | ActionType;
    };

const address = fc.constantFrom(...addresses);
const of = fc.constantFrom('last' as const, 'first' as const);
const sometimes = fc.constant(true as const);

const edits = fc.record(
  {
    type: fc.constant('edit' as const),
    value: address,
    after: fc.constantFrom(200, 0, 900, 3000),
    isWhole: sometimes,
    composing: sometimes,
  },
  { requiredKeys: ['type', 'value', 'after'] },
);

const moves: fc.Arbitrary<Move> = fc.oneof(
  { weight: 5, arbitrary: edits },
  { weight: 4, arbitrary: fc.constantFrom<Move>({ type: 'quiet' }, { type: 'commit' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('outcome' as const),
      of,
      code: fc.constantFrom(5, 1, 2, 3, 4, 6, 7, 8),
      meant: fc.constantFrom('', ...addresses),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('outcome' as const), of }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('outcome' as const), of, failure: fc.constantFrom(...failures) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('submit' as const),
      canHold: fc.constantFrom(true, true, false),
      isUnvalidated: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Move>({ type: 'accept' }, { type: 'keep' }, { type: 'undo' }, { type: 'override' }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Move>({ type: 'check' }, { type: 'rules' }, { type: 'hold-over' }, { type: 'drop' }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Move>({ type: 'hold-shown' }, { type: 'examine' }, { type: 'take-over' }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rewrite' as const), isUpper: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reset' as const), value: address }) },
);

const list = (...items: string[]): fc.Arbitrary<string> => fc.subarray(items).map((some) => some.join(' '));

const everyRules: fc.Arbitrary<Rules> = fc.record({
  trigger: fc.constantFrom('input', 'input', 'change', 'submit'),
  debounce: fc.constantFrom(400, 0),
  hold: fc.constantFrom(2500, 2500, 0),
  block: fc.oneof(
    fc.constant('syntax'),
    fc.constant('syntax typo'),
    fc.constant('typo invalid'),
    fc.constant('syntax invalid disposable'),
    list('syntax', 'disposable', 'spam-trap', 'invalid', 'accept-all', 'role', 'risky', 'free'),
  ),
  warn: list('invalid', 'disposable', 'risky'),
  allow: list('allowed.org'),
  deny: list('denied.org'),
  noSuggestion: fc.constantFrom(false, false, true),
  noSuccess: fc.boolean(),
  endpoint: fc.constantFrom('', '', '/email-check'),
  noOverride: fc.boolean(),
  paused: fc.constantFrom(false, false, false, true),
});

const frozen = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};

const isBlocked = (state: State, rules: Rules): boolean => !!judge(state, rules)?.isBlock;

const isSame = (one: string, other: string): boolean => normalizeAddress(one) === normalizeAddress(other);

/** An element's state among what happens to it, its questions that are out, and what must hold after every event. */
class Run {
  readonly rules: Rules;
  /** How often each thing came about that a run without it would not test. */
  readonly seen: Record<string, number>;
  state: State;
  now = 0;
  readonly out: string[] = [];
  /** Of the present value: whether it was asked about or is known, and whether a submit was held for it. */
  isAsked = false;
  wasHeld = false;

  constructor(value: string, rules: Rules, seen: Record<string, number>) {
    this.rules = frozen(rules);
    this.state = frozen(stateOf(value));
    this.seen = seen;
  }

  /** The event of a move; none for an answer that nobody waits for, or a button that is not shown. */
  eventOf(move: Move): StateEvent | undefined {
    const { suggestion, previous, value, composing } = this.state;
    switch (move.type) {
      case 'rewrite': {
        const text = move.isUpper ? value.toUpperCase() : value.toLowerCase();
        return { type: 'edit', value: text, now: this.now, isRewritten: true, composing };
      }
      case 'edit': {
        const { after, ...more } = move;
        return { ...more, now: (this.now += after) };
      }
      case 'outcome': {
        const asked = move.of === 'last' ? this.out.pop() : this.out.shift();
        return asked === undefined
          ? undefined
          : { type: 'outcome', address: asked, outcome: this.outcomeOf(move, asked) };
      }
      case 'accept':
      case 'keep':
        return suggestion ? move : undefined;
      case 'take-over':
        return suggestion ? move : undefined;
      case 'undo':
        return previous && !suggestion ? move : undefined;
      case 'override':
        return judge(this.state, this.rules)?.canOverride && !suggestion ? move : undefined;
      case 'reset':
        return { type: 'reset', value: move.value };
      default:
        return move;
    }
  }

  outcomeOf({ failure, code, meant = '' }: Extract<Move, { type: 'outcome' }>, asked: string): Outcome {
    if (failure) return { failure };
    return code
      ? { verdict: { ...localVerdict(asked, code), role: code === 8, didYouMean: meant }, source: 'service' }
      : {};
  }

  dispatch(move: Move): void {
    const event = this.eventOf(move);
    if (!event) return;
    const before = this.state;
    const [after, effects] = step(before, frozen(event), this.rules);
    this.state = frozen(after);
    // An event that leaves another text, or another composition, in the field, or another page's rules over it: all that was
    // known is of the past.
    const isReviewed =
      event.type === 'rules' &&
      before.submission !== 'held' &&
      before.submission !== 'going' &&
      !before.composing &&
      (before.isEdited || before.isAsked);
    const isRewritten =
      event.type === 'edit' &&
      !!event.isRewritten &&
      (isSame(event.value, before.value) || !(before.isAsked || before.suggestion));
    const isNew =
      event.type === 'reset' ||
      isReviewed ||
      effects.write !== undefined ||
      (event.type === 'edit' &&
        !isRewritten &&
        (event.value !== before.value || !!event.composing !== before.composing));
    const isTaken =
      event.type === 'outcome' && before.name !== 'idle' && !before.composing && isSame(event.address, before.value);
    if (isNew) this.isAsked = this.wasHeld = false;
    if (event.type === 'drop' && before.submission === 'held') this.wasHeld = false;
    this.checkKnowledge(before, isNew, isTaken);
    this.checkQuestion(event, before, effects);
    this.checkSubmit(event, before, effects, isNew, isTaken);
    // A question that was given up unasked may be asked.
    if (isTaken && event.type === 'outcome' && event.outcome.failure === 'aborted') this.isAsked = false;
    else this.isAsked ||= isTaken || !!effects.ask || after.source === 'local';
    if (effects.ask) this.out.push(after.value);
    for (const effect of Object.keys(effects)) this.count(effect === 'release' ? String(effects.release) : effect);
    if (after.suggestion && !before.suggestion) this.count('suggestion');
    if (event.type === 'outcome') this.count(isTaken ? (after.failure ? 'failed' : 'answered') : 'late');
  }

  count(what: string): void {
    this.seen[what] = (this.seen[what] ?? 0) + 1;
  }

  /** What is known and shown is of the value in the field, and a failure is never held against it. */
  checkKnowledge(before: State, isNew: boolean, isTaken: boolean): void {
    const { name, value, verdict, source, failure, fault, suggestion } = this.state;
    assert.ok(words.includes(name), `"${name}" is no state`);
    if (verdict) assert.ok(isSame(verdict.email, value), `a verdict on ${verdict.email} is shown for "${value}"`);
    if (isNew) assert.equal(failure, undefined, 'a failure outlives its value');
    if (failure && failure !== before.failure)
      assert.ok(isTaken, `a failure is shown for "${value}", which was not asked about`);
    if (judged.includes(name)) assert.ok(verdict && source, `"${value}" is ${name} without a verdict`);
    assert.equal(failed.includes(name), !!failure, `"${value}" is ${name} with the failure ${failure}`);
    assert.equal(name === 'malformed', !!fault, `"${value}" is ${name} with the fault ${fault}`);
    if (failure) assert.ok(!isBlocked(this.state, this.rules), `${failure} blocks "${value}"`);
    assert.ok(!suggestion || suggestion !== value, `"${value}" is offered in its own place`);
  }

  /** A question is about a finished value, of an element that may ask, and once. */
  checkQuestion(event: StateEvent, { isEdited, failure }: State, { ask, wait }: Effects): void {
    const { value, composing, name } = this.state;
    const parsed = parseNamedAddress(value);
    const isFinished = parsed.ok && isComplete(parsed);
    if (wait) assert.ok(isFinished && !composing, `"${value}" is waited for`);
    if (!ask) return;
    const { type } = event;
    const { trigger, paused, allow, deny } = this.rules;
    assert.ok(isFinished, `"${value}" is asked about`);
    assert.ok(!composing, 'a question goes out while an input method composes');
    assert.ok(!paused, 'a paused element asks');
    assert.ok(
      !isListed(parsed.asciiDomain, `${allow} ${deny}`),
      `"${value}" is asked about although the page knows its domain`,
    );
    assert.equal(name, 'checking');
    assert.ok(!this.isAsked || (type === 'check' && !!failure), `"${value}" is asked about a second time`);
    if (type === 'quiet') assert.equal(trigger, 'input', `trigger="${trigger}" asks while the person types`);
    if (type === 'commit')
      assert.ok(
        trigger !== 'submit' && isEdited,
        `trigger="${trigger}" asks when a value is left that was edited: ${isEdited}`,
      );
  }

  /** A submit is held once, for an answer that can come, until something ends it; it is cancelled for a block alone. */
  checkSubmit(event: StateEvent, before: State, { hold, release }: Effects, isNew: boolean, isTaken: boolean): void {
    const { submission, name } = this.state;
    const { type } = event;
    const wasHeld = before.submission === 'held';
    const isWaiting = wasHeld || before.submission === 'going';
    const isDropped = isNew || type === 'submit' || type === 'drop';
    const isOver = isTaken || type === 'hold-over';
    assert.equal(
      !!release,
      (isWaiting && isDropped) || (wasHeld && isOver),
      `a submit that is ${before.submission}: ${release ?? 'stays'} at "${type}"`,
    );
    if (isDropped && isWaiting) assert.equal(release, 'forget', `a submit that is dropped goes out at "${type}"`);
    if (release) assert.notEqual(submission, 'held', 'a submit that was let go is held');
    assert.equal(release === 'resume', submission === 'going' && wasHeld, 'a submit goes on that nobody lets go');
    assert.equal(!!hold, submission === 'held' && !wasHeld, 'a submit is held without a limit');
    if (hold) {
      assert.ok(type === 'submit' && event.canHold, 'a form is held that cannot be');
      assert.ok(!this.wasHeld, 'a submit is held twice for one value');
      this.wasHeld = true;
    }
    if (submission === 'held') assert.equal(name, 'checking', `a submit is held in ${name}, where no answer will come`);
    const isCancelled = release === 'cancel' || (type === 'submit' && submission === 'cancel');
    const { suggestion, isTakenOver, hasAsked } = this.state;
    const isAsked = isCancelled && !!suggestion && !isTakenOver && stopsForSlip(this.rules) && !before.hasAsked;
    if (isAsked) {
      assert.ok(hasAsked, 'a slip stops another submit');
      this.count('slip');
    } else if (isCancelled) {
      assert.ok(isBlocked(this.state, this.rules), 'a submit is cancelled although nothing blocks it');
      assert.ok(!this.state.isUnvalidated, 'a form that wants no validation is cancelled');
    }
    // Whoever submits twice means it; every other submit of a blocked value is cancelled.
    if (type === 'submit' && !isWaiting && !event.isUnvalidated && isBlocked(this.state, this.rules))
      assert.ok(isCancelled, 'a blocked value is submitted');
    if (release && isTaken && !isCancelled) assert.equal(release, 'resume', 'an answered submit is lost');
  }
}

describe('whatever happens, in whatever order', () => {
  it('what is shown is of the value, a question is asked once, and no submit is lost', () => {
    const seen: Record<string, number> = {};
    fc.assert(
      fc.property(address, everyRules, fc.array(moves, { maxLength: 36, size: 'max' }), (value, rules, events) => {
        const run = new Run(value, rules, seen);
        for (const move of events) run.dispatch(move);
      }),
      { seed, numRuns: RUNS, includeErrorInReport: true },
    );
    // A test that never comes to the point proves nothing.
    const least = isSoak ? 30 : 0;
    for (const what of [
      'ask',
      'wait',
      'hold',
      'write',
      'resume',
      'cancel',
      'forget',
      'suggestion',
      'slip',
      'answered',
      'failed',
      'late',
    ]) {
      assert.ok((seen[what] ?? 0) > least, `${what}: ${seen[what] ?? 0} times in ${RUNS} runs`);
    }
  });
});
