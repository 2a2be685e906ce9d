import type { Effects, Happening, State } from '../state.js';
import { listen } from './listen.js';

/** What a form controller asks of its element. */
interface ReceiptHolder extends HTMLElement {
  /** A key proxy, whose receipt a submit waits for. */
  readonly endpoint: string;
  /** The receipt for the field's present address, or `''`. */
  readonly receipt: string;
  readonly receiptName: string;
}

/** What a form controller asks of the field. */
interface Field {
  input(): HTMLInputElement | undefined;
  value(): string;
  /** Notices a value that came without an event. */
  look(): void;
}

/** Decides at submit, before the page's own handlers, and lets a held submit go on exactly once. */
export const createFormController = (
  element: ReceiptHolder,
  { input, value, look }: Field,
  happen: (happening: Happening) => State,
) => {
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
    if (
      !form ||
      event.target !== form ||
      isResuming ||
      !input()?.willValidate ||
      pressed?.formNoValidate ||
      /^dialog$/i.test(pressed?.formMethod || `${form.getAttribute('method')}`)
    )
      return;
    look();
    const { noValidate } = form;
    const { submission } = happen({ type: 'submit', canHold: !noValidate || !!element.endpoint });
    const isCancelled = submission === 'cancel';
    if (!submission || (noValidate && isCancelled)) return;
    event.preventDefault();
    // The page's handlers hear of the submit once, when it really goes out.
    event.stopImmediatePropagation();
    submitter = pressed;
    if (isCancelled) complain();
  };

  const onReset = (event: Event): void => {
    // The values are put back after the event, unless a listener prevents it.
    if (event.target === input()?.form)
      setTimeout(() => event.defaultPrevented || happen({ type: 'reset', value: value() }));
  };

  const onFormData = ({ target, formData }: FormDataEvent): unknown =>
    element.receipt && target === input()?.form && formData.set(element.receiptName, element.receipt);

  return {
    connect(): void {
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
        { pageshow: ({ persisted }: PageTransitionEvent) => persisted && happen({ type: 'reset', value: value() }) },
        { signal },
      );
    },

    leave(): void {
      listeners?.abort();
      clearTimeout(timer);
    },

    /** Holds a submit, or lets go of it. */
    run({ hold, release }: Effects): void {
      if (hold ?? release) clearTimeout(timer);
      if (hold) timer = setTimeout(happen, hold, { type: 'hold-over' });
      // A form that wants no validation was held for its receipt alone.
      if (release === 'resume' || (release === 'cancel' && input()?.form?.noValidate)) resume();
      else if (release === 'cancel') complain();
    },
  };
};
