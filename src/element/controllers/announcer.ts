import type { View } from '../view.js';

/** How long after the last key a change is spoken at the earliest, in milliseconds. */
const QUIET_AFTER_KEY = 1000;

/**
 * Speaks each change once, politely, and not into a person's typing. `region`: present and empty from the first render, with
 * `role="status"`.
 */
export const createAnnouncer = (region: HTMLElement) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastKey = -QUIET_AFTER_KEY;
  let said = '';
  /** Whether a problem was spoken that nothing has ended since. */
  let hasProblem = false;
  return {
    /** What was not spoken yet is said again. */
    hostDisconnected(): void {
      clearTimeout(timer);
      said = region.textContent;
    },

    /** A key came: what is not yet spoken waits. */
    keyed(): void {
      lastKey = performance.now();
    },

    /** Speaks what a view says, unless it is what was said last; one without words empties the region. */
    say({ pieces, isSpoken, description }: View): void {
      const text = isSpoken === true || (isSpoken && hasProblem) ? pieces.join('') : '';
      if (text === said) return;
      said = text;
      clearTimeout(timer);
      const speak = (): void => {
        region.textContent = text;
        if (text) hasProblem = !!description;
      };
      if (text) timer = setTimeout(speak, lastKey + QUIET_AFTER_KEY - performance.now());
      else speak();
    },
  };
};
