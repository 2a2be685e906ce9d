import type { Fault } from '../address/index.js';
import type { ClientErrorCode } from '../client/client-error.js';
import type { Validation } from '../wire/results.js';

/** The word that `state` shows. */
export type StateName =
  | 'idle'
  | 'typing'
  | 'malformed'
  | 'checking'
  | 'safe'
  | 'risky'
  | 'disposable'
  | 'invalid'
  | 'unknown'
  | 'limited'
  | 'unavailable'
  | 'misconfigured';

/** Where a verdict came from. */
export type VerdictSource = 'local' | 'detector' | 'service' | 'cache';

/** Why a question got no verdict: an error of the client, or a private key that was never sent. */
export type FailureCode = ClientErrorCode | 'private-key';

/** How a question ended: with a verdict, with a failure, or with neither, if there is no service to ask. */
export interface Outcome {
  readonly verdict?: Validation | undefined;
  readonly source?: VerdictSource | undefined;
  readonly failure?: FailureCode | undefined;
}

/** All that one element knows. Each event makes the next one. */
export interface State extends Outcome {
  readonly name: StateName;
  /** The text of the field. */
  readonly value: string;
  /** Whether a person has changed the field since it was connected or reset. */
  readonly isEdited: boolean;
  /** Whether an input method is composing. */
  readonly composing: boolean;
  /** When the last key came, and the last intervals between keys, in milliseconds. */
  readonly lastKey: number;
  readonly intervals: readonly number[];
  /** Set in `malformed`. `noEnding`: an address whose domain has no ending. */
  readonly fault?: Fault | 'noEnding' | undefined;
  /** Whether the present value's question was asked, so that it is not asked again. */
  readonly isAsked: boolean;
  /** Whether the person has finished the present value: has left the field, or submitted. */
  readonly isCommitted: boolean;
  /** The corrected address that is offered, or `''`. */
  readonly suggestion: string;
  /** Whether the page offers it itself. */
  readonly isTakenOver: boolean;
  /** Whether the latest submit was stopped once for a suggestion: the next one is not. */
  readonly hasAsked: boolean;
  /** The values whose suggestion the person declined, the newest last. */
  readonly kept: readonly string[];
  /** What an accepted suggestion replaced, or `''`. */
  readonly previous: string;
  /** The value that the person uses although it is blocked. */
  readonly overridden: string;
  /** The domain, as lower-case A-labels, that the quiet time settled on, or `''`. */
  readonly asciiDomain: string;
  /** Whether a submit was held for the present value: it is not held again. */
  readonly wasHeld: boolean;
  /** Whether a submit has been held so long that the visitor should be told. */
  readonly isHoldShown: boolean;
  /** What becomes of the latest submit, if it does not go out at once: `going` is about to, in a task of its own. */
  readonly submission?: 'held' | 'going' | 'cancel' | undefined;
  /** Whether the form wants no validation: its submit is held for a receipt alone, and never cancelled. */
  readonly isUnvalidated?: boolean | undefined;
}

/** Before anything happened, with the field's text. */
export const stateOf = (value: string): State => ({
  name: 'idle',
  value,
  isEdited: false,
  composing: false,
  isAsked: false,
  isCommitted: false,
  isHoldShown: false,
  isTakenOver: false,
  hasAsked: false,
  wasHeld: false,
  lastKey: -Infinity,
  intervals: [],
  suggestion: '',
  kept: [],
  previous: '',
  overridden: '',
  asciiDomain: '',
});

/** What can happen to an element. */
export type StateEvent =
  /**
   * The field's text changed at `now`, in milliseconds. `isWhole`: pasted or filled in at once. `isRewritten`: by the page,
   * which writes the same letters in another case.
   */
  | {
      readonly type: 'edit';
      readonly value: string;
      readonly now: number;
      readonly isWhole?: boolean;
      readonly isRewritten?: boolean;
      readonly composing?: boolean;
    }
  /** The field's text was set by the page, or the field is new. */
  | { readonly type: 'reset'; readonly value: string }
  /** The quiet time is over. */
  | { readonly type: 'quiet' }
  /** The page has changed what is asked, and what is made of it; or consent has come. */
  | { readonly type: 'rules' }
  /** Focus left both the field and the element. */
  | { readonly type: 'commit' }
  /** The page asks for a check. */
  | { readonly type: 'check' }
  /** The page offers the suggestion itself. */
  | { readonly type: 'take-over' }
  /** The form is about to go out: what can be said of the value without asking anyone is found out. */
  | { readonly type: 'examine' }
  /** It goes out; it can be held or not. `isUnvalidated`: it is not cancelled for a fault or a verdict. */
  | { readonly type: 'submit'; readonly canHold: boolean; readonly isUnvalidated?: boolean }
  /** The person has turned to something else, or the browser has refused the submit: nothing is held any more. */
  | { readonly type: 'drop' }
  /** The time to hold a submit is over. */
  | { readonly type: 'hold-over' }
  /** A submit has been held for a while. */
  | { readonly type: 'hold-shown' }
  /** The question about an address has ended. */
  | { readonly type: 'outcome'; readonly address: string; readonly outcome: Outcome }
  /** A button was pressed. */
  | { readonly type: ActionType };

/** The buttons: use the suggestion, keep what was typed, change back, use a blocked address anyway. */
export type ActionType = 'accept' | 'keep' | 'undo' | 'override';

/** What is to be done about a event, in this order. */
export interface Effects {
  /** Put this text into the field as if typed. */
  write?: string;
  /** Restart the quiet time, in milliseconds; 0 ends it. */
  wait?: number;
  /** Ask about the present value: the detector and then, unless it knows, the service. */
  ask?: boolean;
  /** Hold the current submit for at most this many milliseconds. */
  hold?: number;
  /** Let go of a held submit: it goes on in a task of its own, is cancelled because the address is blocked, or is forgotten. */
  release?: 'resume' | 'cancel' | 'forget';
}
