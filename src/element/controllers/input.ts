import { tellDeveloper } from '../page-console.js';
import type { StateEvent } from '../state.js';
import { claim, giveUp } from './input-owners.js';
import { isSeen } from './is-seen.js';
import { listen } from './listen.js';

/** How often a focused field is looked at for values that came without an event, in milliseconds. */
const READ_INTERVAL = 1000;
/** How long a page may take to bring the input, in milliseconds. */
const INPUT_TIMEOUT = 1000;

/** Input that changes a value key by key; all else that has a name (paste, drop, autofill, replacement) brings it whole. */
const keyed = /^(insert(Text|CompositionText)|delete|history)/;

/**
 * Whether a text came at once, as from a password manager. Keyboards on the screen, and frameworks at the end of a word that
 * was composed, tell of a key or a word with an event that says nothing of it.
 */
const isWhole = (before: string, after: string, inputType: string): boolean =>
  inputType
    ? !keyed.test(inputType)
    : !before || (Math.abs(after.length - before.length) > 1 && !after.startsWith(before) && !before.startsWith(after));

/**
 * Whether a person has changed a field and left it, or tried to send it, before anyone listened. Only browsers know, and not of a
 * field that the page filled, or that they filled or restored themselves.
 */
const wasTyped = (input: HTMLInputElement): boolean => {
  try {
    return input.matches(':user-valid, :user-invalid');
  } catch {
    // A browser of before 2024: the value waits until it is edited.
    return false;
  }
};

type Tree = Document | ShadowRoot;

/** The element: the id of an input elsewhere in its tree, or `''` for the one inside it; the suggestion that is offered. */
type FieldElement = HTMLElement & { readonly htmlFor: string; readonly suggestion: string };

/** Whom an input controller tells. */
interface Listener {
  /** The input was found, lost or exchanged. */
  adopt(input: HTMLInputElement | undefined): void;
  /** The person focused or changed the field. */
  touch(): void;
  /** Markup in or around the field changed. */
  mend(): void;
  /** The browser refuses the field's value. */
  refused(event: Event): void;
  dispatch(event: StateEvent): void;
}

/** Finds the page's input, follows it through re-renders, and tells what a person does in it. */
export const createInputController = (element: FieldElement, { adopt, touch, mend, refused, dispatch }: Listener) => {
  let input: HTMLInputElement | undefined;
  let listeners: AbortController | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let watching: AbortController | undefined;
  let warning: ReturnType<typeof setTimeout> | undefined;
  let seen = '';
  let isWriting = false;
  /** Whether no input was found yet. */
  let isFirst = true;
  /** Whether something is shown or known of the value. */
  let isShown = false;

  /** The value as it is compared: browsers differ in what blanks they leave around it. */
  const value = (): string => input?.value.trim() ?? '';

  const isFocused = (): boolean => !!input && (input.getRootNode() as Tree).activeElement === input;

  const edited = (more: Partial<Extract<StateEvent, { type: 'edit' }>> = {}): void => {
    seen = value();
    touch();
    dispatch({ type: 'edit', value: seen, now: performance.now(), ...more });
  };

  /** A page that sets the value behind the person's back has not edited for them. */
  const takeOver = (): void => {
    seen = value();
    dispatch({ type: 'reset', value: seen });
  };

  /**
   * Notices a value that came without an event: in a field that is in use it was filled in for the person, in any other one
   * the page has set it. Asks nothing at once, since a submit may be what comes next, unless `mayAsk`.
   */
  const readInput = (mayAsk = false, isInUse = isFocused()): void => {
    const now = value();
    if (now === seen) return;
    const isRewritten = now.toLowerCase() === seen.toLowerCase();
    if (isInUse || isRewritten) edited({ isWhole: mayAsk && isWhole(seen, now, ''), isRewritten });
    else takeOver();
  };

  const onInput = ({ isTrusted, inputType = '', isComposing }: InputEvent): void => {
    if (isWriting) return;
    if (isTrusted || isFocused())
      return edited({ isWhole: isWhole(seen, value(), inputType), composing: !!isComposing });
    takeOver();
  };

  const onKey = (event: KeyboardEvent): void => {
    // A key that an input method handles is not ours; some browsers show that only by its code.
    if (event.key !== 'Escape' || !element.suggestion || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    event.stopPropagation();
    dispatch({ type: 'keep' });
  };

  const stopWatching = (): void => {
    clearInterval(timer);
    timer = undefined;
    watching?.abort();
  };

  /** Looks for such values while the person is in the field, and while something is shown that may be out of date. */
  const watch = (): void => {
    if (!input || !(isShown || isFocused())) return stopWatching();
    if (timer) return;
    timer = setInterval(readInput, READ_INTERVAL, true);
    watching = new AbortController();
    const { signal } = watching;
    const onPress = (): void => readInput();
    // What is pressed may be the form's button: the browser's own validation comes before the submit.
    listen(window, { pointerdown: onPress, keydown: onPress, click: onPress }, { capture: true, signal });
  };

  const onFocus = (): void => {
    touch();
    if (value() !== seen) takeOver();
    watch();
  };

  const onLeave = ({ relatedTarget }: FocusEvent): void => {
    // If only the window lost focus, the field still has it.
    if (isFocused() || relatedTarget === input || element.contains(relatedTarget as Node | null)) return;
    watch();
    readInput(false, true);
    dispatch({ type: 'commit' });
  };

  /** The browser tells, as the person leaves, that they changed the value: before the script came, if no event did. */
  const onChange = ({ isTrusted }: Event): void => {
    if (isTrusted && !isWriting && value() === seen) edited();
  };

  const onInvalid = (event: Event): void => {
    readInput();
    refused(event);
  };

  const release = (): void => {
    stopWatching();
    listeners?.abort();
    giveUp(input, find);
    if (input) adopt(undefined);
    input = undefined;
  };

  /** The inputs that may be meant: those for email if there are any, else those for text. There should be one. */
  const fields = (): HTMLInputElement[] => {
    const { htmlFor } = element;
    const tree = htmlFor ? (element.getRootNode() as Tree) : element;
    const of = (wanted: string): HTMLInputElement[] =>
      [...tree.querySelectorAll('input')].filter(
        ({ id, type, multiple }) => type === wanted && !multiple && (!htmlFor || id === htmlFor),
      );
    const forEmail = of('email');
    return forEmail.length ? forEmail : of('text');
  };

  function find(): void {
    const [named] = fields();
    // An input has one owner: two would describe it by turns, for ever.
    const found = named && claim(named, find) ? named : undefined;
    if (found === input) return mend();
    release();
    // An input that was taken away leaves nothing behind.
    if (!found) return takeOver();
    input = found;
    seen = value();
    adopt(input);
    listeners = new AbortController();
    const { signal } = listeners;
    // Our own buttons are left as well as the field.
    const onBoth = { keydown: onKey, focusout: onLeave };
    listen(element, onBoth, { signal });
    listen(
      input,
      { ...onBoth, input: onInput, compositionend: () => edited(), focus: onFocus, invalid: onInvalid },
      { signal },
    );
    if (isFocused()) input.addEventListener('change', onChange, { signal, once: true });
    else if (isFirst && seen && wasTyped(input)) {
      edited();
      dispatch({ type: 'commit' });
    }
    isFirst = false;
    // A field that the page focused itself may yet be hydrated: it is touched at the first edit.
    watch();
  }

  const observer = new MutationObserver(find);

  /** Looks for the input, also if another one is named now. */
  const seek = (): void => {
    observer.disconnect();
    clearTimeout(warning);
    // An input may come late.
    warning = setTimeout(() => {
      if (fields().length !== 1)
        tellDeveloper('warn', 'needs one input of type email or text, not "multiple", inside or named by for="id"');
      else if (!input) tellDeveloper('warn', 'does nothing: another <email-check> has this input');
    }, INPUT_TIMEOUT);
    const tree = element.htmlFor ? element.getRootNode() : element;
    observer.observe(tree, {
      childList: true,
      subtree: true,
      attributeFilter: ['id', 'type', 'multiple', 'aria-describedby', 'aria-invalid', 'slot'],
    });
    find();
  };

  return {
    input: () => input,
    value,
    isSeen: (): boolean => !!input && isSeen(input),
    readInput: (): void => readInput(),

    /** Something is shown or known of the value, or no longer. */
    show(isAnything: boolean): void {
      isShown = isAnything;
      watch();
    },

    seek,
    hostConnected: seek,

    hostDisconnected(): void {
      observer.disconnect();
      clearTimeout(warning);
      release();
    },

    /**
     * Puts a text into the field as if typed: with the browser's undo if possible, and with the events that frameworks listen
     * for. Focus returns to the field with the caret at the end.
     */
    write(text: string): void {
      if (!input) return;
      isWriting = true;
      input.focus();
      input.select();
      document.execCommand?.('insertText', false, text);
      if (input.value !== text) {
        // The command is missing, or `maxlength` cut the text. Frameworks put a setter of their own on the input.
        Reflect.set(HTMLInputElement.prototype, 'value', text, input);
        input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
      }
      seen = value();
      isWriting = false;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
  };
};
