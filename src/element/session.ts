import type { Rules } from './rules.js';
import { stateOf, type Effects, type StateEvent, type State } from './state.js';
import { step } from './step.js';

/** What came of one event. */
export interface Change {
  readonly event: StateEvent;
  readonly before: State;
  readonly after: State;
  readonly effects: Effects;
}

/** Holds one element's state and makes the next one of what happens. `carryOut` is called with each change. */
export const createSession = (element: Rules & Pick<Node, 'isConnected'>, carryOut: (change: Change) => void) => {
  let state = stateOf('');
  return {
    state: (): State => state,

    /** Gives what was made of the event, whatever the page's listeners have made of that since. */
    dispatch(event: StateEvent): State {
      // What was asked before a move, or before the element went, is answered all the same.
      if (!element.isConnected && event.type !== 'outcome') return state;
      const before = state;
      const [after, effects] = step(before, event, element);
      state = after;
      carryOut({ event, before, after, effects });
      return after;
    },

    /** Whether these parts of a state are still so. */
    isStill: (then: State, ...keys: (keyof State)[]): boolean => keys.every((key) => state[key] === then[key]),

    /** The element has left the page, and no submit waits any more. */
    hostDisconnected(): void {
      state = { ...state, submission: undefined };
    },
  };
};
