import { judge } from './element/policy.js';
import type { EmailCheckElement, EmailCheckEventMap } from './index.js';
import { countsQuery, PAGE_COUNTS_PATH, type PageCounts } from './wire/page-counts.js';

/** What is counted of one element until its form is sent. */
type Counts = { -readonly [Name in keyof PageCounts]: number };

const countsOf = new WeakMap<EmailCheckElement, Counts>();
/** The address that each element had another suggestion for. */
const doubted = new WeakMap<EmailCheckElement, string>();
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

const inputOf = (element: EmailCheckElement): HTMLInputElement | null => {
  const { htmlFor } = element;
  const root = element.getRootNode() as Document | ShadowRoot;
  return htmlFor ? (root.getElementById(htmlFor) as HTMLInputElement | null) : element.querySelector('input');
};

const report = (element: EmailCheckElement): void => {
  const counts = countsOf.get(element) ?? { corrected: 0, warned: 0, usedAnyway: 0 };
  countsOf.delete(element);
  if (inputOf(element)?.value === doubted.get(element) || objectionOf(element)) counts.usedAnyway += 1;
  const [target, query] = [targetOf(element), countsQuery(counts)];
  // The page may be gone before the answer comes. Nothing waits for it, and its failure changes nothing.
  if (target && query) fetch(target + query, { keepalive: true, credentials: 'omit' }).catch(() => undefined);
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
      else if (inputOf(each)?.form === target) report(each);
    }
  });
};

/** The element that an event comes from, out of its shadow trees. */
const elementOf = (event: Event): EmailCheckElement => {
  const element = event.composedPath()[0] as EmailCheckElement;
  watch(element);
  return element;
};

const count = (element: EmailCheckElement, name: keyof PageCounts): void => {
  const counts = countsOf.get(element) ?? { corrected: 0, warned: 0, usedAnyway: 0 };
  counts[name] += 1;
  countsOf.set(element, counts);
};

/** What is noted at each event of the element. */
const notes: { readonly [Type in keyof EmailCheckEventMap]?: (event: EmailCheckEventMap[Type]) => void } = {
  'email-check-accept': (event) => count(elementOf(event), 'corrected'),
  'email-check-suggestion': (event) => void doubted.set(elementOf(event), event.address),
  'email-check-verdict': (event) => {
    const element = elementOf(event);
    if (objectionOf(element) === 'disposable') count(element, 'warned');
  },
};

// A server that renders pages has no document.
if (globalThis.document)
  for (const [type, note] of Object.entries(notes)) document.addEventListener(type, note as (event: Event) => void);
