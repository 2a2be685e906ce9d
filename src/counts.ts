import { judge } from './element/policy.js';
import type { EmailCheckElement, EmailCheckEventMap } from './index.js';
import { countsQuery, PAGE_COUNTS_PATH, type PageCounts } from './wire/page-counts.js';

/** What is counted of one element until its form is sent. */
type Counts = { -readonly [Name in keyof PageCounts]: number };

const countsOf = new WeakMap<EmailCheckElement, Counts>();
/** The elements that said something, by the document or shadow root that they are in. */
const elementsIn = new WeakMap<Node, Set<EmailCheckElement>>();

/** The text that a block or a warning of the element shows; `undefined` if the element has nothing against the address. */
const objectionOf = (element: EmailCheckElement): string | undefined =>
  judge({ fault: undefined, verdict: element.verdict, overridden: '', value: '' }, element)?.key;

/** Where the counts go: to the key proxy or service that the element asks; `''` if it asks none. */
const targetOf = (element: EmailCheckElement): string => {
  const { endpoint, publicKey, baseUrl, paused } = element;
  const base = endpoint || baseUrl || (element.constructor as typeof EmailCheckElement).defaultBaseUrl;
  if (paused || !base || !(endpoint || publicKey)) return '';
  const url = base.replace(/\/$/, '');
  return endpoint ? `${url}/counts?` : `${url}${PAGE_COUNTS_PATH}?api=${encodeURIComponent(publicKey)}&`;
};

const report = (element: EmailCheckElement): void => {
  const counts = countsOf.get(element) ?? { corrected: 0, warned: 0, usedAnyway: 0 };
  countsOf.delete(element);
  if (element.suggestion || objectionOf(element)) counts.usedAnyway += 1;
  const [target, query] = [targetOf(element), countsQuery(counts)];
  // The page may be gone before the answer comes. Nothing waits for it, and its failure changes nothing.
  if (target && query) fetch(target + query, { keepalive: true, credentials: 'omit' }).catch(() => undefined);
};

const formOf = (element: EmailCheckElement): HTMLFormElement | null | undefined => {
  const { htmlFor } = element;
  const root = element.getRootNode() as Document | ShadowRoot;
  return (htmlFor ? (root.getElementById(htmlFor) as HTMLInputElement | null) : element.querySelector('input'))?.form;
};

/** Watches the forms where an element is. A submit that the element stops does not come this far. */
const watch = (element: EmailCheckElement): void => {
  const root = element.getRootNode();
  const elements = elementsIn.get(root) ?? new Set();
  elements.add(element);
  if (elementsIn.has(root)) return;
  elementsIn.set(root, elements);
  root.addEventListener('submit', ({ target }) => {
    for (const each of elements) {
      if (!each.isConnected) elements.delete(each);
      else if (formOf(each) === target) report(each);
    }
  });
};

const count = (event: Event, name: keyof PageCounts, isCounted: (element: EmailCheckElement) => boolean): void => {
  const [element] = event.composedPath() as EmailCheckElement[];
  if (!element) return;
  watch(element);
  if (!isCounted(element)) return;
  const counts = countsOf.get(element) ?? { corrected: 0, warned: 0, usedAnyway: 0 };
  counts[name] += 1;
  countsOf.set(element, counts);
};

/** What is counted at each event of the element. */
const countings: Partial<Record<keyof EmailCheckEventMap, (event: Event) => void>> = {
  'email-check-accept': (event) => count(event, 'corrected', () => true),
  'email-check-verdict': (event) => count(event, 'warned', (element) => objectionOf(element) === 'disposable'),
  'email-check-suggestion': (event) => count(event, 'usedAnyway', () => false),
};

// A server that renders pages has no document.
if (globalThis.document)
  for (const [type, listener] of Object.entries(countings)) document.addEventListener(type, listener);
