import { afterSign, fateOf, heldForm, type Fate, type HeldFormSign } from '../held-form.js';
import { isSeen } from './is-seen.js';
import { listen } from './listen.js';

/** Watches over one held submit. */
export interface HoldWatch {
  /** What becomes of the submit if it may go out now. */
  fate(): Fate;
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
 * Watches what a person does while their submit is held. `drop` is called when they close the form or the dialog or popover
 * that was open around it, or have left the page. `held-form.ts` has the rule.
 */
export const watchHold = (input: HTMLInputElement, drop: () => void): HoldWatch => {
  const watching = new AbortController();
  const { signal } = watching;
  let form = heldForm;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const fate = (at = performance.now()): Fate => fateOf(form, at, isSeen(input));

  const judge = (at = performance.now()): void => {
    const then = fate(at);
    if (then === 'drop') drop();
    // A transition that makes the form invisible may end without any further change of the markup. On a busy machine the timer
    // comes later than it is due: what is judged is the time that the form was given.
    else if (typeof then === 'number') timer = setTimeout(() => judge(at + then), then);
  };
  const take = (sign: HeldFormSign): void => {
    form = afterSign(form, sign, performance.now(), isSeen(input));
    clearTimeout(timer);
    judge();
  };

  const onClosed = ({ target, currentTarget, type, newState }: Event & { readonly newState?: string }): void => {
    if (target === currentTarget && (type === 'close' || newState === 'closed')) drop();
  };
  const onPress = ({ isTrusted, type, key }: Event & { readonly key?: string }): void => {
    if (isTrusted && (type !== 'keydown' || key === 'Escape')) take('press');
  };

  const changes = new MutationObserver(() => take('change'));
  for (let node: Node | null = input; node; node = parentOf(node)) {
    if (!(node instanceof Element)) continue;
    if (isOpen(node)) listen(node, { close: onClosed, toggle: onClosed }, { signal });
    if (node !== input) changes.observe(node, { attributes: true });
  }
  listen(
    window,
    { pointerdown: onPress, click: onPress, keydown: onPress, beforeunload: () => take('unload'), pagehide: drop },
    { capture: true, signal },
  );
  return {
    fate: () => fate(),
    end(): void {
      watching.abort();
      changes.disconnect();
      clearTimeout(timer);
    },
  };
};
