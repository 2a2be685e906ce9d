import { listen } from './listen.js';

/** How long after a press of a button or of Enter what the page and the browser do is taken for its work, in milliseconds. */
const CAUSED = 1000;
/** How long a click may take to come after the pointer is up, in milliseconds. */
const CLICK_DELAY = 100;

/**
 * Watches what a person presses on the page. `pressed`: a press may be about to send a form. `released`: no pointer is down any
 * more, and its click has been dealt with.
 */
export const createPressController = (pressed: () => void, released: () => void) => {
  let listeners: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDown = false;
  let lastPress = -Infinity;

  const release = (): void => {
    isDown = false;
    released();
  };
  const releaseAfter = (milliseconds: number): void => {
    clearTimeout(timer);
    if (isDown) timer = setTimeout(release, milliseconds);
  };
  const press = (): void => {
    lastPress = performance.now();
    pressed();
  };

  return {
    /** Whether a click may be about to come: until then nothing may move away from under it. */
    isDown: (): boolean => isDown,

    /** Whether a person has just pressed something that may send a form. */
    isRecent: (): boolean => performance.now() - lastPress < CAUSED,

    hostConnected(): void {
      listeners = new AbortController();
      listen(
        window,
        {
          pointerdown: () => {
            clearTimeout(timer);
            isDown = true;
          },
          pointerup: () => releaseAfter(CLICK_DELAY),
          pointercancel: () => releaseAfter(0),
          click: () => {
            press();
            releaseAfter(0);
          },
          keydown: ({ key }: KeyboardEvent) => {
            // Who types has let go, even if the pointer went up where the page could not see it.
            releaseAfter(0);
            if (key === 'Enter') press();
          },
        },
        { capture: true, signal: listeners.signal },
      );
    },

    hostDisconnected(): void {
      listeners?.abort();
      clearTimeout(timer);
      isDown = false;
    },
  };
};
