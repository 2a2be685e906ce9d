import { isComplete, normalizeAddress, parseNamedAddress } from '../address/index.js';
import { BOUNCE, DISPOSABLE, UNKNOWN } from '../wire/verdicts.js';
import { endingOf, suggestionFor } from './domains.js';
import { localVerdict } from './local-verdict.js';
import { DENIED, isListed, judge, needsAnswer } from './policy.js';
import { quietTime, withInterval } from './quiet-time.js';
import { stateOf, type Effects, type FailureCode, type Happening, type Outcome, type Rules, type State, type StateName } from './state.js';

/** The state that is being made, and what is to be done: written to by the functions below, and by nobody after `step`. */
type Draft = { -readonly [Key in keyof State]: State[Key] };
type Occasion = 'quiet' | 'commit' | 'check' | 'submit';

const nameOf = ({ verdict, failure }: Outcome): StateName => {
  if (failure === 'daily-limit') return 'limited';
  if (failure) return misconfigurations.includes(failure) ? 'misconfigured' : 'unavailable';
  if (verdict?.result === 'Invalid') return verdict.code === DISPOSABLE ? 'disposable' : 'invalid';
  return verdict?.result === 'Safe to Send' ? 'safe' : verdict?.result === 'Risky' ? 'risky' : 'unknown';
};

/** Failures that asking again does not mend. */
export const misconfigurations: readonly FailureCode[] = ['wrong-key', 'no-credits', 'forbidden', 'private-key'];

/** Takes in how a question ended. */
const conclude = (draft: Draft, outcome: Outcome): void => {
  Object.assign(draft, { verdict: undefined, source: undefined, failure: undefined }, outcome, { name: nameOf(outcome), isAsked: true });
};

/**
 * Finds what can be said of the value without asking anyone: its faults, a suggestion, the page's `allow` and `deny`. While
 * it is being typed (`quiet`) an unfinished address is no fault.
 */
const examine = (draft: Draft, rules: Rules, occasion: Occasion): void => {
  const { value } = draft;
  const parsed = parseNamedAddress(value);
  if (!rules.noSuggestion && draft.kept !== value) draft.suggestion ||= suggestionFor(value);
  if (!parsed.ok || !isComplete(parsed)) {
    // A suggestion says how to mend it; only a submit needs the fault as well.
    if (!value || occasion === 'quiet' || (draft.suggestion && occasion !== 'submit')) return;
    draft.name = 'malformed';
    draft.fault = parsed.ok ? 'noDomain' : parsed.fault;
    return;
  }
  draft.domain = parsed.asciiDomain;
  const isDenied = isListed(draft.domain, rules.deny);
  if (!isDenied && !isListed(draft.domain, rules.allow)) return;
  conclude(draft, { verdict: localVerdict(value, isDenied ? BOUNCE : UNKNOWN, isDenied ? DENIED : 'Allowed'), source: 'local' });
  draft.suggestion = '';
};

const ask = (draft: Draft, effects: Effects): void => {
  Object.assign(draft, { name: 'checking', isAsked: true, isSlow: false, failure: undefined });
  effects.ask = true;
};

/** Takes the value for finished, on an occasion that may ask the service unless the page's trigger says otherwise. */
const settle = (draft: Draft, effects: Effects, rules: Rules, occasion: Occasion): void => {
  effects.wait = 0;
  examine(draft, rules, occasion);
  if (!draft.domain || draft.fault || draft.isAsked || rules.paused) return;
  const { trigger } = rules;
  if (occasion === 'check' || (occasion === 'commit' ? trigger !== 'submit' : trigger === 'input' && !draft.suggestion)) {
    ask(draft, effects);
  }
};

/** Another text is in the field: nothing that was known of the last one holds. */
const replace = (draft: Draft, effects: Effects, value: string): void => {
  if (draft.submission === 'held') effects.release = 'forget';
  const { kept, overridden, lastKey, intervals } = draft;
  Object.assign(draft, stateOf(value), { kept, overridden, lastKey, intervals, isEdited: true, name: value ? 'typing' : 'idle' });
  effects.wait = 0;
};

const edit = (draft: Draft, effects: Effects, rules: Rules, { value, now, isWhole, isComposing }: Of<'edit'>): void => {
  if (value === draft.value && !isComposing === !draft.isComposing) return;
  const { domain, lastKey } = draft;
  replace(draft, effects, value);
  draft.intervals = isWhole || !lastKey ? [] : withInterval(draft.intervals, now - lastKey);
  draft.lastKey = isWhole ? 0 : now;
  if (isComposing) draft.isComposing = true;
  else if (isWhole) settle(draft, effects, rules, 'quiet');
  else {
    const ahead: Draft = { ...draft };
    examine(ahead, rules, 'quiet');
    if (!ahead.domain) return;
    // A logo that is shown stays while the domain does.
    if (ahead.domain === domain) draft.domain = domain;
    effects.wait = quietTime(draft.intervals, endingOf(ahead.domain), rules.debounce);
  }
};

const submit = (draft: Draft, effects: Effects, rules: Rules, { canHold }: Of<'submit'>): void => {
  const isSecond = draft.submission === 'held';
  draft.submission = undefined;
  effects.wait = 0;
  if (isSecond) {
    // Whoever submits twice means it.
    effects.release = 'forget';
    return;
  }
  examine(draft, rules, 'submit');
  const isAnswerable = draft.domain && !draft.fault && !draft.verdict && !draft.failure;
  if (judge(draft, rules)?.isBlock) draft.submission = 'cancelled';
  else if (canHold && isAnswerable && !rules.paused && (rules.trigger === 'submit' || needsAnswer(rules))) {
    draft.submission = 'held';
    effects.hold = rules.hold;
    if (!draft.isAsked) ask(draft, effects);
  }
};

/** Lets go of a held submit. */
const release = (draft: Draft, effects: Effects, isCancelled = false): void => {
  if (draft.submission !== 'held') return;
  draft.submission = isCancelled ? 'cancelled' : undefined;
  effects.release = isCancelled ? 'cancel' : 'resume';
};

const take = (draft: Draft, effects: Effects, rules: Rules, outcome: Outcome): void => {
  const { verdict } = outcome;
  conclude(draft, outcome);
  const meant = verdict?.didYouMean;
  if (meant && meant !== draft.value && draft.kept !== draft.value && !rules.noSuggestion) draft.suggestion = meant;
  else if (draft.name === 'safe') draft.suggestion = '';
  release(draft, effects, judge(draft, rules)?.isBlock);
};

/** Puts another text into the field and asks about it. */
const write = (draft: Draft, effects: Effects, rules: Rules, value: string, previous: string): void => {
  replace(draft, effects, value);
  draft.previous = previous;
  draft.kept = effects.write = value;
  settle(draft, effects, rules, 'commit');
};

type Of<Type extends Happening['type']> = Extract<Happening, { type: Type }>;

/** The whole of the element's behaviour: what happened, to the next state and what is to be done about it. Pure. */
export const step = (state: State, happening: Happening, rules: Rules): readonly [State, Effects] => {
  const draft: Draft = { ...state };
  const effects: Effects = {};
  const { suggestion, value, previous } = state;
  const holds = (address: string): boolean => !draft.isComposing && normalizeAddress(address) === normalizeAddress(value);
  if (happening.type === 'commit' || happening.type === 'submit') draft.isComposing = false;
  switch (happening.type) {
    case 'edit':
      edit(draft, effects, rules, happening);
      break;
    case 'reset':
      replace(draft, effects, happening.value);
      return [stateOf(happening.value), effects];
    case 'quiet':
    case 'check':
      if (happening.type === 'check' && draft.failure) draft.isAsked = false;
      if (!draft.isComposing) settle(draft, effects, rules, happening.type);
      break;
    case 'commit':
      if (draft.isEdited) settle(draft, effects, rules, 'commit');
      break;
    case 'submit':
      submit(draft, effects, rules, happening);
      break;
    case 'hold-over':
      release(draft, effects);
      break;
    case 'slow':
      draft.isSlow = holds(happening.address);
      break;
    case 'outcome':
      if (holds(happening.address)) take(draft, effects, rules, happening.outcome);
      break;
    case 'accept':
      if (suggestion) write(draft, effects, rules, suggestion, value);
      break;
    case 'undo':
      if (previous) write(draft, effects, rules, previous, '');
      break;
    case 'keep':
      Object.assign(draft, { suggestion: '', kept: value });
      settle(draft, effects, rules, 'commit');
      break;
    case 'override':
      draft.overridden = value;
  }
  return [draft, effects];
};
