import { listen } from './listen.js';

/** Watches over one held submit. */
export interface HoldWatch {
  /** Whether the person pressed something else, and the form has gone from the screen since. */
  isFormLeft(): boolean;
  end(): void;
}

/** The nodes around one as it is rendered: out of slots and shadow trees. */
const parentOf = (node: Node): Node | null =>
  (node as Element).assignedSlot ?? node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null;

const isOpen = (element: Element): boolean => {
  try {
    return element.matches('dialog[open], :popover-open');
  } catch {
    // The browser has no popovers.
    return element.matches('dialog[open]');
  }
};

/**
 * Watches what a person does while their submit is held. `drop` is called when they close the dialog or popover that was open
 * around the form, or leave the page. A form that its page hides by itself, as with a spinner in its place, still goes out.
 */
export const watchHold = (input: HTMLInputElement, drop: () => void): HoldWatch => {
  const watching = new AbortController();
  const { signal } = watching;
  let wasLeft = false;
  const isOnScreen = (): boolean => input.getClientRects().length > 0;

  const onClosed = ({ target, currentTarget, type, newState }: Event & { readonly newState?: string }): void => {
    if (target === currentTarget && (type === 'close' || newState === 'closed')) drop();
  };
  const onPress = ({ isTrusted, type, key }: Event & { readonly key?: string }): void => {
    wasLeft ||= isTrusted && (type === 'click' || key === 'Escape') && isOnScreen();
  };

  for (let node: Node | null = input; node; node = parentOf(node)) {
    if (node instanceof Element && isOpen(node)) listen(node, { close: onClosed, toggle: onClosed }, { signal });
  }
  listen(window, { click: onPress, keydown: onPress, beforeunload: drop }, { capture: true, signal });
  return {
    isFormLeft: () => wasLeft && !isOnScreen(),
    end: () => watching.abort(),
  };
};
