import type { Effects, StateEvent, State } from '../state.js';
import { watchHold, type HoldWatch } from './hold-watch.js';
import { listen } from './listen.js';

/** What a form controller asks of its element. */
interface ReceiptHolder extends HTMLElement {
  /** A key proxy, whose receipt a submit waits for. */
  readonly endpoint: string;
  /** The receipt for the field's present address, or `''`. */
  readonly receipt: string;
  readonly receiptName: string;
}

/** How long a submit is held before the visitor is told, in milliseconds. */
const SHOWN_AFTER = 300;

/** What a form controller asks of the field. */
interface Field {
  input(): HTMLInputElement | undefined;
  value(): string;
  /** Whether the person can see it, and so correct it. */
  isSeen(): boolean;
  /** Notices a value that came without an event. */
  readInput(): void;
}

/**
 * Submits a form as a press of its button did. A button that a library made for one click is gone by now: a copy stands in, so that
 * its name, value and form attributes go along.
 */
const submitWith = (form: HTMLFormElement, button: HTMLButtonElement | null): void => {
  const copy = button?.hasAttributes() && !button.isConnected ? (button.cloneNode() as HTMLButtonElement) : undefined;
  if (copy) {
    copy.hidden = true;
    form.append(copy);
  }
  try {
    form.requestSubmit(copy ?? button);
  } catch {
    // The button belongs to another form now, or submits no more.
    form.requestSubmit();
  }
  copy?.remove();
};

/** Decides at submit, before the page's own handlers, and lets a held submit go on exactly once. */
export const createFormController = (
  element: ReceiptHolder,
  { input, value, isSeen, readInput }: Field,
  dispatch: (event: StateEvent) => State,
) => {
  let listeners: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notice: ReturnType<typeof setTimeout> | undefined;
  let submitter: HTMLButtonElement | null = null;
  let watch: HoldWatch | undefined;

  const drop = (): void => void dispatch({ type: 'drop' });

  const resume = (): void => {
    // A page's listener may have emptied the field since: then this submit no longer counts.
    const due = timer;
    readInput();
    if (timer !== due) return;
    const fate = watch?.fate();
    if (typeof fate === 'number') return void (timer = setTimeout(resume, fate));
    const form = input()?.form;
    if (form && fate !== 'drop') submitWith(form, submitter);
    // The browser may have refused it for another field's sake: the next one is a new one.
    drop();
  };

  const onSubmit = (event: SubmitEvent): void => {
    const form = input()?.form;
    if (!form || event.target !== form) return;
    const pressed = event.submitter as HTMLButtonElement | null;
    // A field that is disabled, read-only or hidden cannot be corrected by the visitor.
    if (
      !input()?.willValidate ||
      !isSeen() ||
      pressed?.formNoValidate ||
      /^dialog$/i.test(pressed?.formMethod || `${form.getAttribute('method')}`)
    )
      return drop();
    readInput();
    const { noValidate } = form;
    // A page that offers the suggestion itself says so before the submit is judged.
    dispatch({ type: 'examine' });
    const { submission } = dispatch({
      type: 'submit',
      canHold: !noValidate || !!element.endpoint,
      isUnvalidated: noValidate,
    });
    // What the page does with the form, it may do with the field: many empty it.
    if (!submission) return void setTimeout(readInput);
    event.preventDefault();
    // The page's handlers hear of the submit once, when it really goes out.
    event.stopImmediatePropagation();
    submitter = pressed;
    if (submission === 'cancel') input()?.focus();
  };

  const onReset = (event: Event): void => {
    // The values are put back after the event, unless a listener prevents it.
    if (event.target === input()?.form)
      setTimeout(() => event.defaultPrevented || dispatch({ type: 'reset', value: value() }));
  };

  const onFormData = ({ target, formData }: FormDataEvent): void => {
    if (target !== input()?.form) return;
    readInput();
    if (element.receipt) formData.set(element.receiptName, element.receipt);
  };

  return {
    hostConnected(): void {
      listeners = new AbortController();
      const { signal } = listeners;
      const root = element.getRootNode();
      // `submit`, `reset` and `formdata` are not composed: a form inside a shadow root is heard at that root alone.
      listen(
        root instanceof ShadowRoot ? root : window,
        { submit: onSubmit, reset: onReset, formdata: onFormData },
        { capture: true, signal },
      );
      // A page that comes back from the browser's memory has what was typed, and nothing that was going on.
      listen(
        window,
        { pageshow: ({ persisted }: PageTransitionEvent) => persisted && dispatch({ type: 'reset', value: value() }) },
        { signal },
      );
    },

    hostDisconnected(): void {
      listeners?.abort();
      clearTimeout(timer);
      clearTimeout(notice);
      watch?.end();
    },

    /** Holds a submit, or lets go of it. */
    run({ hold, release }: Effects): void {
      if (!(hold ?? release)) return;
      clearTimeout(timer);
      clearTimeout(notice);
      timer = undefined;
      if (hold) {
        notice = setTimeout(dispatch, SHOWN_AFTER, { type: 'hold-shown' });
        timer = setTimeout(dispatch, hold, { type: 'hold-over' });
        watch = watchHold(input()!, drop);
        // While a person's own submit is dispatched, which what needs no network outruns, browsers ignore another one.
      } else if (release === 'resume') timer = setTimeout(resume);
      else watch?.end();
      if (release === 'cancel') input()?.focus();
    },
  };
};
