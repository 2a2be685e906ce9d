import { makeElement } from './make-element.js';
import { messageView } from './message-view.js';
import type { ActionType } from './state.js';
import { toneColor } from './tone-color.js';
import { EMPTY_VIEW, type Tone, type View } from './view.js';

/** The width that every message of usual length has room in, in pixels. */
const MESSAGE_WIDTH = 288;

/**
 * Makes the shadow tree and shows views in it. The line and the status region are there from the first render: the one so that
 * nothing moves, the other so that assistive technology knows it. `act` is called when a button is pressed.
 */
export const createRenderer = (root: ShadowRoot, act: (type: ActionType) => void) => {
  const row = makeElement('div');
  const hint = makeElement('slot', { name: 'hint' }) as HTMLSlotElement;
  const logo = makeElement('span');
  const status = makeElement('div', { role: 'status' });
  const line = makeElement('div', { part: 'line' }, row, hint, status);
  root.append(makeElement('slot'), line, makeElement('slot', { name: 'description' }));
  let shown: View | undefined;
  /** What is on the screen, as one text. */
  let content = '';
  /** The input that the line is aligned to. */
  let aligned: HTMLElement | undefined;
  /** Whether there is no room for it before the person has finished. */
  let isTooTall = false;

  /** Begins the line where the input begins, if its label stands beside it. */
  const align = (input: HTMLElement | undefined): void => {
    const box = root.host.getBoundingClientRect();
    const field = input && root.host.contains(input) ? input.getBoundingClientRect() : box;
    const offset = getComputedStyle(line).direction === 'rtl' ? box.right - field.right : field.left - box.left;
    // Where that leaves less room than a message needs, it begins farther to the start.
    const indent = field.width ? Math.min(offset, box.width - MESSAGE_WIDTH) : 0;
    line.style.paddingInlineStart = indent >= 1 ? `${indent}px` : '';
  };

  const isTall = (): boolean => row.offsetHeight > 1.5 * parseFloat(getComputedStyle(row).lineHeight);

  const setClasses = (tone: string): void => {
    row.className = `row ${tone}`;
    line.className = row.firstChild || hint.assignedNodes().length ? 'line' : 'line empty';
  };

  const paint = (tone: Tone): void => row.style.setProperty('--tone', toneColor(tone, row));

  const render = (view: View): void => {
    row.replaceChildren(...messageView(view, act, logo));
    setClasses(view.tone);
    paint(view.tone);
  };

  /** A hint is there from the start: what stands beside the input may have its width only when a font or a style comes. */
  const resizes = new ResizeObserver(() => align(aligned));

  // The page's own text has another colour, as in a dark mode: the background may be another one too.
  line.ontransitionend = () => shown && paint(shown.tone);
  hint.onslotchange = () => {
    setClasses(shown?.tone ?? '');
    align(aligned);
  };
  setClasses('');

  return {
    logo,
    status,

    hostDisconnected: (): void => resizes.disconnect(),

    /** The texts, which are in `language`, or the rules have changed, or the element is somewhere else. */
    changed(language: string): void {
      shown = aligned = undefined;
      for (const node of [line, status]) node.lang = language;
    },

    /**
     * Shows what is to be seen of a field's value. A message that needs a second line waits until the person has finished the
     * value (`isCommitted`): while somebody types nothing moves.
     */
    show(view: View, input: HTMLElement | undefined, isCommitted: boolean): void {
      const isDue = (isTooTall && isCommitted) || input !== aligned;
      if (view === shown && !isDue) return;
      shown = view;
      const { tone, pieces, actions } = view;
      const next = pieces.length ? JSON.stringify([tone, pieces, actions]) : '';
      if (next === content && !isDue) return;
      content = next;
      aligned = input;
      resizes.disconnect();
      if (input) resizes.observe(input);
      isTooTall = false;
      render(view);
      // A hint begins where a message will.
      if (!next && !hint.assignedNodes().length) return;
      align(input);
      isTooTall = !isCommitted && isTall();
      if (isTooTall) render(EMPTY_VIEW);
    },
  };
};
