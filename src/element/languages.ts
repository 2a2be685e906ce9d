import { en } from './locales/en.js';
import { importCatalogue } from './locales/index.js';
import type { Catalogue } from './messages.js';

/** The texts that are there, and the requests for those that are not yet, by language. */
const catalogues: Record<string, Partial<Catalogue>> = { en };
const requests: Record<string, Promise<unknown>> = {};

/** The language of a tag, in lower case: its first part, longer only where regions write differently. `en` for no tag. */
export const languageOf = (tag: string): string =>
  /^(pt-br|zh-(hant|tw|hk|mo)|[a-z]*)/.exec(tag.toLowerCase())![0] || 'en';

/** The language that is spoken where an element is: of the nearest `lang`, that of a shadow root's host included. */
export const languageAround = (element: Element): string => {
  const around = element.closest<HTMLElement>('[lang]');
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return around || !host ? languageOf(around?.lang ?? '') : languageAround(host);
};

/** The texts of a language, as far as they are there. */
export const textsIn = (language: string): Partial<Catalogue> | undefined => catalogues[language];

/** Fetches the texts of a language; `undefined` where they are there. Never rejects: what cannot be fetched stays English. */
export const fetchTexts = (language: string): Promise<unknown> | undefined =>
  catalogues[language]
    ? undefined
    : (requests[language] ??= importCatalogue(language)
        .catch(() => ({}))
        .then((catalogue) => (catalogues[language] = catalogue)));
