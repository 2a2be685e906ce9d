import { makeElement } from '../make-element.js';
import { listen } from './listen.js';

/** How long a nonce is used, in milliseconds: five minutes less than it is valid. */
const NONCE_LIFE = 1_500_000;
/** How long a key proxy that gave no nonce is left alone, in milliseconds. */
const RETRY = 60_000;

/** What an ownership controller asks of its element. */
interface Prover extends HTMLElement {
  readonly ownership: boolean;
  /** The key proxy that gives nonces. */
  readonly endpoint: string;
  readonly paused: boolean;
}

/**
 * Puts a hidden field into the form, which the browser fills just before the submit if its user can prove to have the address (Email
 * Verification Protocol). Nothing is shown for it and nothing waits for it.
 */
export const createOwnershipController = (element: Prover, input: () => HTMLInputElement | undefined) => {
  let field: HTMLElement | undefined;
  /** Until when the nonce in the field is good, by the page's clock. */
  let until = -Infinity;
  let listeners: AbortController | undefined;

  const expire = (): void => void (until = -Infinity);

  /** A nonce is worth nothing once its form was sent, or once the page came back from the browser's memory. */
  const watch = (): void => {
    if (listeners) return;
    listeners = new AbortController();
    const { signal } = listeners;
    listen(element.getRootNode(), { submit: ({ target }: Event) => target === input()?.form && expire() }, { signal });
    listen(window, { pageshow: ({ persisted }: PageTransitionEvent) => persisted && expire() }, { signal });
  };

  const put = (form: HTMLFormElement, nonce: string): void => {
    field?.remove();
    field = makeElement('input', {
      type: 'hidden',
      name: 'email_check_token',
      autocomplete: 'email-verification-token',
    });
    (element.contains(input()!) ? element : form).append(field);
    // Under a policy that is sent as a header, browsers empty the attribute when the field is inserted.
    field.setAttribute('nonce', nonce);
    watch();
  };

  return {
    hostDisconnected(): void {
      listeners?.abort();
      listeners = undefined;
      field?.remove();
      expire();
    },

    /** The person has come to the field: the form gets a nonce, unless it has a good one. */
    async renew(): Promise<void> {
      const form = input()?.form;
      const { ownership, endpoint, paused } = element;
      if (!ownership || !endpoint || paused || !form || performance.now() < until) return;
      until = performance.now() + NONCE_LIFE;
      try {
        const response = await fetch(`${endpoint}/nonce`, { method: 'POST' });
        const { nonce } = (await response.json()) as { readonly nonce: string };
        if (response.ok && nonce && input()?.form === form) return put(form, nonce);
      } catch {
        // Without a nonce nothing is proven, and the site mails its code.
      }
      until = performance.now() + RETRY;
    },
  };
};
