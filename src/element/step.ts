import { isComplete, isSameAddress, parseNamedAddress } from '../address/index.js';
import { BOUNCE, DISPOSABLE, UNKNOWN } from '../wire/verdicts.js';
import { isRelay, suggestionFor } from './domains.js';
import { localVerdict } from './local-verdict.js';
import { DENIED, isListed, judge, needsAnswer, stopsForSlip } from './policy.js';
import { quietTime, withInterval } from './quiet-time.js';
import type { Rules } from './rules.js';
import { serviceSuggestion } from './service-suggestion.js';
import {
  stateOf,
  type Effects,
  type FailureCode,
  type StateEvent,
  type Outcome,
  type State,
  type StateName,
} from './state.js';

/** When a value is looked at: while it is being typed, when it is left, by hand, or at submit. */
type Occasion = 'quiet' | 'commit' | 'check' | 'submit';

/** The next state: only `step` writes to it. */
type Draft = { -readonly [Key in keyof State]: State[Key] };

/** Failures that are not worth another try. */
export const misconfigurations: readonly FailureCode[] = ['wrong-key', 'no-credits', 'forbidden', 'private-key'];

const nameOf = ({ verdict, failure }: Outcome): StateName => {
  if (failure === 'daily-limit') return 'limited';
  if (failure) return misconfigurations.includes(failure) ? 'misconfigured' : 'unavailable';
  const names = {
    'Safe to Send': 'safe',
    Risky: 'risky',
    Invalid: verdict?.code === DISPOSABLE ? 'disposable' : 'invalid',
    Unknown: 'unknown',
  } as const;
  return names[verdict?.result ?? 'Unknown'];
};

/** The whole of the element's behaviour: what happened, to the next state and what is to be done about it. Pure. */
export const step = (before: State, event: StateEvent, rules: Rules): readonly [State, Effects] => {
  let draft: Draft = { ...before };
  const effects: Effects = {};
  const { value, suggestion, previous } = before;
  /** Whether a submit waits to go out. */
  const isWaiting = before.submission === 'held' || before.submission === 'going';

  const holds = (address: string): boolean => !draft.composing && isSameAddress(address, value);
  const isBlocked = (): boolean => !!judge(draft, rules)?.isBlock;

  /** Takes in how a question ended. */
  const conclude = ({ verdict, source, failure }: Outcome): void => {
    // People who hide an address behind a relay read what is sent there, whatever a list says.
    const parsed = parseNamedAddress(value);
    if (verdict?.code === DISPOSABLE && parsed.ok && isRelay(parsed.asciiDomain)) {
      verdict = localVerdict(value, UNKNOWN, 'Relay');
      source = 'local';
    }
    Object.assign(draft, { verdict, source, failure, name: nameOf({ verdict, failure }), isAsked: true });
  };

  /**
   * Finds what can be said of the value without asking anyone: its faults, a suggestion, the page's `allow` and `deny`. While
   * it is being typed (`quiet`) an unfinished address is not a fault.
   */
  const examine = (occasion: Occasion): void => {
    const text = draft.value;
    const parsed = parseNamedAddress(text);
    // Who has answered knows better.
    if (!rules.noSuggestion && !draft.kept.includes(text) && !draft.verdict) draft.suggestion ||= suggestionFor(text);
    if (parsed.ok && isComplete(parsed)) {
      draft.asciiDomain = parsed.asciiDomain;
      const isDenied = isListed(draft.asciiDomain, rules.deny);
      if (draft.source === 'local' || (!isDenied && !isListed(draft.asciiDomain, rules.allow))) return;
      conclude({
        verdict: isDenied ? localVerdict(text, BOUNCE, DENIED) : localVerdict(text, UNKNOWN, 'Allowed'),
        source: 'local',
      });
      draft.suggestion = '';
    } else if (text && occasion !== 'quiet' && (!draft.suggestion || occasion === 'submit')) {
      // A suggestion says how to correct it; only a submit needs the fault as well.
      draft.name = 'malformed';
      draft.fault = parsed.ok ? 'noEnding' : parsed.fault;
    }
  };

  const ask = (): void => {
    Object.assign(draft, { name: 'checking', isAsked: true, failure: undefined });
    effects.ask = true;
  };

  /** Takes the value for finished, on an occasion that may ask the service unless the page's trigger says otherwise. */
  const settle = (occasion: Occasion): void => {
    effects.wait = 0;
    examine(occasion);
    draft.isCommitted ||= occasion === 'commit';
    const { trigger, paused } = rules;
    const isItsTime =
      occasion === 'check' || (occasion === 'commit' ? trigger !== 'submit' : trigger === 'input' && !draft.suggestion);
    if (isItsTime && draft.asciiDomain && !draft.fault && !draft.isAsked && !paused) ask();
  };

  /** Forgets a submit that has not gone out yet. */
  const drop = (): void => {
    if (!isWaiting) return;
    draft.submission = undefined;
    effects.release = 'forget';
  };

  /** Another text is in the field: nothing that was known of the last one holds. */
  const replace = (text: string): void => {
    const { kept, overridden, hasAsked, lastKey, intervals } = draft;
    drop();
    draft = {
      ...stateOf(text),
      ...{ kept, overridden, hasAsked, lastKey, intervals },
      isEdited: true,
      name: text ? 'typing' : 'idle',
    };
    effects.wait = 0;
  };

  /** Puts another text into the field and asks about it. */
  const write = (text: string, replaced: string): void => {
    replace(text);
    draft.previous = replaced;
    draft.kept = [...draft.kept, text];
    effects.write = text;
    settle('commit');
  };

  /**
   * Whether a submit is not to go out. For a suggestion that nobody has answered that is so once: the next submit keeps what was
   * typed, whatever was done in between.
   */
  const mustStop = (): boolean => {
    const isSlip = !!draft.suggestion && !draft.isTakenOver && stopsForSlip(rules);
    if (isSlip && !draft.hasAsked) return (draft.hasAsked = true);
    if (isBlocked() && !draft.isUnvalidated) return true;
    draft.hasAsked = false;
    if (isSlip) keep();
    return false;
  };

  /** The person keeps what was typed. */
  const keep = (): void => {
    draft.kept = [...draft.kept, value];
    draft.suggestion = '';
  };

  /** Lets go of a held submit. */
  const release = (): void => {
    if (draft.submission !== 'held') return;
    draft.wasHeld = true;
    draft.submission = mustStop() ? 'cancel' : 'going';
    effects.release = draft.submission === 'cancel' ? 'cancel' : 'resume';
  };

  const edit = (event: Extract<StateEvent, { type: 'edit' }>): void => {
    const { value: text, now, isWhole, isRewritten, composing = false } = event;
    // What is known, or waited for, holds as before.
    if (isRewritten && (isSameAddress(text, value) || !(draft.isAsked || suggestion))) {
      draft.value = text;
      if (suggestion === text) draft.suggestion = '';
      if (before.kept.includes(value)) draft.kept = [...before.kept, text];
      if (before.overridden === value) draft.overridden = text;
      return;
    }
    const isSame = text === value && composing === draft.composing;
    if (isSame && draft.isEdited) return;
    // What the page had put there a person may type again.
    if (!isSame) replace(text);
    draft.isEdited = true;
    draft.composing = composing;
    draft.intervals = isWhole ? [] : withInterval(draft.intervals, now - before.lastKey);
    draft.lastKey = now;
    if (composing) return;
    if (isWhole) return settle('quiet');
    const parsed = parseNamedAddress(text);
    if (!parsed.ok || !isComplete(parsed)) return;
    effects.wait = quietTime(draft.intervals, parsed.asciiDomain, rules.debounce);
  };

  const submit = (canHold: boolean): void => {
    draft.submission = undefined;
    effects.wait = 0;
    // A second submit while the first waits is intended; one that was let go was judged before.
    if (isWaiting) {
      draft.wasHeld = true;
      drop();
    } else {
      examine('submit');
      draft.isCommitted = true;
      const isAnswerable = draft.asciiDomain && !draft.fault && (!draft.isAsked || draft.name === 'checking');
      if (mustStop()) draft.submission = 'cancel';
      else if (
        canHold &&
        rules.hold &&
        !draft.wasHeld &&
        isAnswerable &&
        !rules.paused &&
        (rules.endpoint || rules.trigger === 'submit' || needsAnswer(rules))
      ) {
        draft.submission = 'held';
        draft.isHoldShown = false;
        effects.hold = rules.hold;
        if (!draft.isAsked) ask();
      }
    }
  };

  const take = (outcome: Outcome): void => {
    conclude(outcome);
    // Given up unasked, since the element was paused: it can be asked when consent comes.
    if (outcome.failure === 'aborted') Object.assign(draft, { name: 'typing', failure: undefined, isAsked: false });
    const meant = serviceSuggestion(outcome.verdict?.didYouMean ?? '', value);
    if (meant && meant !== suggestion && !draft.kept.includes(value) && !rules.noSuggestion) {
      draft.suggestion = meant;
      draft.isTakenOver = false;
    } else if (!meant && draft.name === 'safe') draft.suggestion = '';
    release();
  };

  switch (event.type) {
    case 'edit':
      edit(event);
      break;
    case 'reset':
      replace(event.value);
      draft = stateOf(event.value);
      break;
    case 'check':
    case 'quiet':
      if (event.type === 'check' && draft.failure) draft.isAsked = false;
      if (!draft.composing) settle(event.type);
      break;
    case 'rules':
      // A held submit is judged by the rules that it was held for.
      if (before.composing || isWaiting || !(before.isEdited || before.isAsked)) break;
      replace(value);
      draft.previous = previous;
      settle(before.isAsked || before.fault ? 'check' : 'quiet');
      break;
    case 'commit':
      draft.composing = false;
      if (draft.isEdited) settle('commit');
      break;
    case 'submit':
      Object.assign(draft, { composing: false, isUnvalidated: event.isUnvalidated });
      submit(event.canHold && !before.composing);
      break;
    case 'drop':
      drop();
      break;
    case 'hold-over':
      release();
      break;
    case 'hold-shown':
      draft.isHoldShown = draft.submission === 'held';
      break;
    case 'take-over':
      draft.isTakenOver = true;
      break;
    case 'examine':
      if (!isWaiting && !draft.composing) examine('submit');
      break;
    case 'outcome':
      // What was forgotten stays forgotten.
      if (before.name !== 'idle' && holds(event.address)) take(event.outcome);
      break;
    case 'accept':
      if (suggestion) write(suggestion, value);
      break;
    case 'undo':
      if (previous) write(previous, '');
      break;
    case 'keep':
      keep();
      settle('commit');
      break;
    case 'override':
      draft.overridden = value;
  }
  return [draft, effects];
};
