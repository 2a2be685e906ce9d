import { en } from './locales/en.js';
import { importCatalogue, regionalTags } from './locales/index.js';
import type { Catalogue } from './messages.js';

/** The texts that are there, and the requests for those that are not yet, by language. */
const catalogues: Record<string, Partial<Catalogue>> = { en };
const requests: Record<string, Promise<unknown>> = {};

/** The language of a tag, in lower case: its first part, longer only where regions write differently. `en` for no tag. */
export const languageOf = (tag: string): string =>
  regionalTags.find((each) => tag.toLowerCase().startsWith(each)) ?? (/^[a-z]*/.exec(tag.toLowerCase())![0] || 'en');

/** The language that is spoken where an element is: of the nearest `lang`, that of a shadow root's host included. */
const languageAround = (element: Element): string => {
  const around = element.closest<HTMLElement>('[lang]');
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return around || !host ? languageOf(around?.lang ?? '') : languageAround(host);
};

/** Tells of each change of a `lang` around an element, that of a shadow root's host included, until what it returns is called. */
export const watchLanguage = (element: Element, onChange: () => void): (() => void) => {
  const observer = new MutationObserver(onChange);
  const parentOf = (node: Node): Node | null => node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null;
  // Not the whole tree: the description within the element has a language of its own.
  for (let node = parentOf(element); node; node = parentOf(node)) observer.observe(node, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
};

/** Fetches the texts of a language; `undefined` if they are loaded. Never rejects: texts that cannot be fetched stay English. */
export const fetchTexts = (language: string): Promise<unknown> | undefined =>
  catalogues[language]
    ? undefined
    : (requests[language] ??= importCatalogue(language)
        .catch(() => ({}))
        .then((catalogue) => (catalogues[language] = catalogue)));

/** All texts that an element shows, and the language that they are in. */
export interface LocalizedTexts {
  readonly catalogue: Catalogue;
  readonly language: string;
}

export const ENGLISH: LocalizedTexts = { catalogue: en, language: 'en' };

/**
 * The texts for an element: its page's own, those of the language around it, and English for the rest. If that language's have to
 * be fetched, `onFetched` is called when they are there.
 */
export const catalogueFor = (
  element: Element & { readonly messages: Partial<Catalogue> },
  onFetched: () => void,
): LocalizedTexts => {
  const language = languageAround(element);
  void fetchTexts(language)?.then(onFetched);
  const catalogue = { ...en, ...catalogues[language], ...element.messages };
  return { catalogue, language: catalogue.safe === en.safe ? 'en' : language };
};
