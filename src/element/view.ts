import { piecesOf, textOf, type Catalogue, type Fillings, type MessageKey } from './messages.js';
import { judge, type Judgement } from './policy.js';
import type { Rules } from './rules.js';
import type { ActionType, State } from './state.js';

/** How a message looks: its colour and its icon, never its colour alone. */
export type Tone = 'neutral' | 'busy' | 'good' | 'warning' | 'error';

/** A button, and what it says. */
export type Action = readonly [type: ActionType, label: string];

/** A message with its icon and its buttons. */
export interface Message {
  readonly tone: Tone;
  /** The message in pieces: every second one is an address or a domain, which reads left to right wherever it stands. */
  readonly pieces: readonly string[];
  readonly actions: readonly Action[];
}

/** What a person sees and hears. */
export interface View extends Message {
  /** The message while it lasts as a description of the field: an error, a warning, a suggestion. Else `''`. */
  readonly description: string;
  /** Why the form is kept from going out, or `''`. */
  readonly blockedBy: string;
}

const sayingOf = (
  state: State,
  judgement: Judgement | undefined,
  showsLimit: boolean,
): readonly [Tone, MessageKey] | undefined => {
  const { name, failure, submission, isSlow, previous } = state;
  if (submission === 'held') return ['busy', 'holding'];
  if (name === 'checking' && isSlow) return ['busy', 'checking'];
  if (name === 'limited' && showsLimit) return ['neutral', 'limit'];
  if (name === 'unavailable')
    return ['neutral', failure === 'offline' || failure === 'timeout' ? failure : 'unavailable'];
  if (judgement) return [judgement.isBlock ? 'error' : 'warning', judgement.key];
  if (name === 'safe') return ['good', 'safe'];
  return previous ? ['neutral', 'accepted'] : undefined;
};

/** What is shown and spoken in a state. `showsLimit`: this element is the one of its page that shows the day's limit. Pure. */
export const viewOf = (state: State, rules: Rules, catalogue: Catalogue, showsLimit: boolean): View => {
  const { suggestion, value, asciiDomain, previous } = state;
  const fillings: Fillings = { address: suggestion || value, domain: asciiDomain, previous };
  const action = (type: ActionType, key: MessageKey): Action => [type, textOf(catalogue[key], fillings)];
  const judgement = judge(state, rules);
  const saying = suggestion
    ? ([judgement?.isBlock ? 'error' : 'neutral', 'suggest'] as const)
    : sayingOf(state, judgement, showsLimit);
  const [tone, key] = saying ?? ['neutral'];
  const pieces = key ? piecesOf(catalogue[key], fillings) : [];
  return {
    tone,
    pieces,
    actions: suggestion
      ? [action('accept', 'use'), action('keep', 'keep')]
      : [
          ...(judgement?.canOverride ? [action('override', 'override')] : []),
          ...(previous ? [action('undo', 'undo')] : []),
        ],
    description: suggestion || tone === 'warning' || tone === 'error' ? pieces.join('') : '',
    // A fault's text says what to change; a verdict's says what is wrong.
    blockedBy: judgement?.isBlock
      ? [judgement.key, ...(state.fault ? [] : (['blocked'] as const))]
          .map((each) => textOf(catalogue[each], fillings))
          .join('\n')
      : '',
  };
};
