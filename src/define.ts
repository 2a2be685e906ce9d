import {
  EmailCheckElement,
  type EmailCheckAcceptEvent,
  type EmailCheckErrorEvent,
  type EmailCheckLimitEvent,
  type EmailCheckStartEvent,
  type EmailCheckSuggestionEvent,
  type EmailCheckVerdictEvent,
} from './index.js';

export * from './index.js';

declare global {
  interface HTMLElementTagNameMap {
    'email-check': EmailCheckElement;
  }
  interface GlobalEventHandlersEventMap {
    'email-check-start': EmailCheckStartEvent;
    'email-check-verdict': EmailCheckVerdictEvent;
    'email-check-suggestion': EmailCheckSuggestionEvent;
    'email-check-accept': EmailCheckAcceptEvent;
    'email-check-limit': EmailCheckLimitEvent;
    'email-check-error': EmailCheckErrorEvent;
  }
}

// A page may load two copies, and a server that renders pages has no registry.
if (globalThis.customElements && !customElements.get('email-check')) customElements.define('email-check', EmailCheckElement);
