import { tellDeveloper } from '../page-console.js';
import type { Happening } from '../state.js';
import { listen } from './listen.js';

/** How often a focused field is looked at for values that came without an event, in milliseconds. */
const LOOK_INTERVAL = 1000;
/** How long a page may take to bring the input, in milliseconds. */
const PATIENCE = 1000;

/** Input that changes a value key by key; all else (paste, drop, autofill, replacement) brings it whole. */
const keyed = /^(insert(Text|CompositionText)|delete|history)/;

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
  happen(happening: Happening): void;
}

/** Finds the page's input, follows it through re-renders, and tells what a person does in it. */
export const createInputController = (element: FieldElement, { adopt, touch, mend, happen }: Listener) => {
  let input: HTMLInputElement | undefined;
  let listeners: AbortController | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let warning: ReturnType<typeof setTimeout> | undefined;
  let seen = '';
  let isWriting = false;

  /** The value as it is compared: browsers differ in what blanks they leave around it. */
  const value = (): string => input?.value.trim() ?? '';

  const isFocused = (): boolean => !!input && (input.getRootNode() as Tree).activeElement === input;

  const edited = (isWhole: boolean, composing = false): void => {
    seen = value();
    touch();
    happen({ type: 'edit', value: seen, now: performance.now(), isWhole, composing });
  };

  /** Notices a value that came without an event. */
  const look = (): void => {
    if (value() !== seen) edited(true);
  };

  /** A page that sets the value behind the person's back has not edited for them. */
  const takeOver = (): void => {
    seen = value();
    happen({ type: 'reset', value: seen });
  };

  const onInput = ({ isTrusted, inputType = '', isComposing }: InputEvent): void => {
    if (isWriting) return;
    if (isTrusted || isFocused()) return edited(!keyed.test(inputType), isComposing);
    takeOver();
  };

  const onKey = (event: KeyboardEvent): void => {
    // A key that an input method takes is none of ours; some browsers tell it by its code alone.
    if (event.key !== 'Escape' || !element.suggestion || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    event.stopPropagation();
    happen({ type: 'keep' });
  };

  const watch = (): void => {
    clearInterval(timer);
    timer = setInterval(look, LOOK_INTERVAL);
  };

  const onFocus = (): void => {
    touch();
    if (value() !== seen) takeOver();
    watch();
  };

  const onLeave = ({ relatedTarget }: FocusEvent): void => {
    // Where the window lost focus, the field still has it.
    if (isFocused() || relatedTarget === input || element.contains(relatedTarget as Node | null)) return;
    clearInterval(timer);
    look();
    happen({ type: 'commit' });
  };

  const release = (): void => {
    clearInterval(timer);
    listeners?.abort();
    if (input) adopt(undefined);
    input = undefined;
  };

  /** The inputs that may be meant: those for email where there are any, else those for text. One is right. */
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

  const find = (): void => {
    const [found] = fields();
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
      { ...onBoth, input: onInput, compositionend: () => edited(false), focus: onFocus, invalid: look },
      { signal },
    );
    // A field that the page focused itself may yet be hydrated: it is touched at the first edit.
    if (isFocused()) watch();
  };

  const observer = new MutationObserver(find);

  return {
    input: () => input,
    value,
    look,

    /** Looks for the input, also where another one is named now. */
    connect(): void {
      observer.disconnect();
      clearTimeout(warning);
      // An input may come late.
      warning = setTimeout(() => {
        if (fields().length !== 1)
          tellDeveloper('warn', 'needs one input of type email or text, not "multiple", inside or named by for="id"');
      }, PATIENCE);
      const tree = element.htmlFor ? element.getRootNode() : element;
      observer.observe(tree, {
        childList: true,
        subtree: true,
        attributeFilter: ['id', 'type', 'multiple', 'aria-describedby', 'aria-invalid', 'slot'],
      });
      find();
    },

    leave(): void {
      observer.disconnect();
      clearTimeout(warning);
      release();
    },

    /**
     * Puts a text into the field as if typed: with the browser's undo where it can, and with the events that frameworks listen
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
