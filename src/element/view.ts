import { piecesOf, textOf, type Catalogue, type Fillings, type MessageKey } from './messages.js';
import { judge, type Judgement } from './policy.js';
import type { Rules } from './rules.js';
import type { ActionType, State } from './state.js';

/** How a message looks: its icon, which has the colour; an error's text has it too. */
export type Tone = 'neutral' | 'busy' | 'good' | 'warning' | 'error';

/** A button: what it does, its name, and what it shows. The suggestion's own piece of the message is shown by `accept`, a × by `keep`. */
export interface Action {
  readonly type: ActionType;
  readonly name: string;
  readonly label?: string;
}

/** What a person sees and hears. */
export interface View {
  readonly tone: Tone;
  /** The message in pieces: every second one is an address or a domain, which reads left to right wherever it stands. */
  readonly pieces: readonly string[];
  readonly actions: readonly Action[];
  /** What is spoken: `relief` only if it ends a problem that was spoken. */
  readonly isSpoken: boolean | 'relief';
  /** The message while it lasts as a description of the field: an error, a warning, a suggestion. Else `''`. */
  readonly description: string;
  /** Why the form is kept from going out, or `''`. */
  readonly blockedBy: string;
  /** What the page's own styles may know of the field, or `''`. */
  readonly mark: 'blocked' | 'warned' | 'safe' | '';
  /** Whether the domain's logo follows the words. */
  readonly hasLogo: boolean;
}

/** What is seen of a field that nothing is to be said of. */
export const EMPTY_VIEW: View = {
  tone: 'neutral',
  pieces: [],
  actions: [],
  isSpoken: true,
  description: '',
  blockedBy: '',
  mark: '',
  hasLogo: false,
};

/** An address as it is shown beside what was typed: the domain alone, unless the part before it differs. */
const shortened = (address: string, typed: string): string => {
  const at = address.lastIndexOf('@');
  return typed.toLowerCase().startsWith(address.slice(0, at + 1).toLowerCase()) ? address.slice(at) : address;
};

/** What a message says: its tone, its text, and what stands for the text's `{address}`. */
type Saying = readonly [tone: Tone, key: MessageKey, address?: string];

const sayingOf = (
  state: State,
  judgement: Judgement | undefined,
  { noSuccess }: Rules,
  showsLimit: boolean,
): Saying | undefined => {
  const { name, submission, isHoldShown, previous, value, suggestion, isTakenOver } = state;
  const isSuggested = suggestion && !isTakenOver;
  if (isSuggested) return [judgement?.isBlock ? 'error' : 'neutral', 'suggest', shortened(suggestion, value)];
  if (submission === 'held') return isHoldShown ? ['busy', 'checking'] : undefined;
  if (judgement) return [judgement.isBlock ? 'error' : 'warning', judgement.key];
  if (previous) return ['good', 'accepted', shortened(value, previous)];
  if (name === 'limited' && showsLimit) return ['neutral', 'limit'];
  return name === 'safe' && !noSuccess ? ['good', 'safe'] : undefined;
};

/** What is shown and spoken in a state. `showsLimit`: this element is the one of its page that shows the day's limit. Pure. */
export const viewOf = (state: State, rules: Rules, catalogue: Catalogue, showsLimit: boolean): View => {
  const judgement = judge(state, rules);
  const saying = sayingOf(state, judgement, rules, showsLimit);
  if (!saying && !judgement && state.name !== 'safe') return EMPTY_VIEW;
  const [tone, key, address = state.value] = saying ?? ['neutral'];
  const { suggestion, asciiDomain, previous } = state;
  const fillings: Fillings = { address, domain: asciiDomain, previous };
  const text = (each: MessageKey, more?: Fillings): string => textOf(catalogue[each], { ...fillings, ...more });
  const pieces = key ? piecesOf(catalogue[key], fillings) : [];
  const actions: readonly (Action | false | undefined)[] = [
    key === 'suggest' && { type: 'accept', name: text('use', { address: suggestion }) },
    key === 'suggest' && { type: 'keep', name: text('keep') },
    key === judgement?.key && judgement?.canOverride && { type: 'override', name: '', label: text('override') },
    // A verdict on what was taken takes the place of the words, and not of the way back.
    !!key && !!previous && { type: 'undo', name: text('changeBack'), label: text('undo') },
  ];
  return {
    tone,
    pieces,
    actions: actions.filter((each): each is Action => !!each),
    isSpoken: key === 'safe' ? 'relief' : key !== 'limit',
    description: key === 'suggest' || tone === 'warning' || tone === 'error' ? pieces.join('') : '',
    // A fault's text says what to change; a verdict's says what is wrong.
    blockedBy: judgement?.isBlock
      ? [judgement.key, ...(state.fault ? [] : (['blocked'] as const))].map((each) => text(each)).join('\n')
      : '',
    mark: judgement ? (judgement.isBlock ? 'blocked' : 'warned') : state.name === 'safe' ? 'safe' : '',
    hasLogo: key === 'safe',
  };
};
