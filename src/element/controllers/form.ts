import type { Effects, Happening, State } from '../state.js';
import { listen } from './listen.js';

/** What a form controller asks of the field. */
interface Field {
  input(): HTMLInputElement | undefined;
  value(): string;
  /** Notices a value that came without an event. */
  look(): void;
}

/** Decides at submit, before the page's own handlers, and lets a held submit go on exactly once. */
export const createFormController = (element: HTMLElement, { input, value, look }: Field, happen: (happening: Happening) => State) => {
  let listeners: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let submitter: HTMLButtonElement | null = null;
  let isResuming = false;

  const complain = (): void => {
    input()?.focus();
    input()?.reportValidity();
  };

  const resume = (): void => {
    const form = input()?.form;
    isResuming = true;
    try {
      form?.requestSubmit(submitter);
    } catch {
      // The button is gone, or submits no more.
      form?.requestSubmit();
    }
    isResuming = false;
  };

  const onSubmit = (event: SubmitEvent): void => {
    const form = input()?.form;
    const pressed = event.submitter as HTMLButtonElement | null;
    // A field that is disabled or read-only is nothing that a person could mend.
    if (!form || event.target !== form || isResuming || !input()?.willValidate) return;
    if (pressed?.formNoValidate || /^dialog$/i.test(pressed?.formMethod || (form.getAttribute('method') ?? ''))) return;
    look();
    const { submission } = happen({ type: 'submit', canHold: !form.noValidate });
    if (!submission || form.noValidate) return;
    event.preventDefault();
    // The page's handlers hear of the submit once, when it really goes out.
    event.stopImmediatePropagation();
    submitter = pressed;
    if (submission === 'cancelled') complain();
  };

  const onReset = (event: Event): void => {
    // The values are put back after the event, unless a listener prevents it.
    if (event.target === input()?.form) setTimeout(() => event.defaultPrevented || happen({ type: 'reset', value: value() }));
  };

  return {
    connect(): void {
      listeners = new AbortController();
      const { signal } = listeners;
      const root = element.getRootNode();
      // `submit` and `reset` are not composed: a form inside a shadow root is heard at that root alone.
      listen(root instanceof ShadowRoot ? root : window, { submit: onSubmit, reset: onReset }, { capture: true, signal });
      // A page that comes back from the browser's memory has what was typed, and nothing that was going on.
      listen(window, { pageshow: ({ persisted }: PageTransitionEvent) => persisted && happen({ type: 'reset', value: value() }) }, { signal });
    },

    leave(): void {
      listeners?.abort();
      clearTimeout(timer);
    },

    /** Holds a submit, or lets go of it. */
    run({ hold, release }: Effects): void {
      if (hold ?? release) clearTimeout(timer);
      if (hold) timer = setTimeout(happen, hold, { type: 'hold-over' });
      if (release === 'resume') resume();
      if (release === 'cancel') complain();
    },
  };
};
