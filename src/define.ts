import { fetchTexts, languageOf } from './element/languages.js';
import { tellDeveloper } from './element/page-console.js';
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

/** How long the element waits for the texts of the page's language, in milliseconds; until they arrive it then shows English. */
const TEXTS_TIMEOUT = 1000;

const define = (): void => {
  // Define only once: a page may load two copies, and each calls this twice.
  const defined = customElements.get('email-check');
  if (!defined) customElements.define('email-check', EmailCheckElement);
  else if (defined !== EmailCheckElement)
    tellDeveloper('warn', 'is loaded twice: the first copy is used. Keep either the script tag or the import');
};

// A server that renders pages has no document. On pages that are not English, the texts are loaded first so that the layout does not move.
if (globalThis.document) {
  const fetched = fetchTexts(languageOf(document.documentElement.lang));
  if (fetched) {
    void fetched.then(define);
    setTimeout(define, TEXTS_TIMEOUT);
  } else define();
}
