import { en } from './locales/en.js';
import { importCatalogue } from './locales/index.js';
import type { Catalogue } from './messages.js';

/** The texts that are there, by language. */
const catalogues: Record<string, Partial<Catalogue>> = { en };

/** The language of a tag, in lower case: its first part, longer only where regions write differently. `en` for no tag. */
export const languageOf = (tag: string): string => (/^(pt-br|zh-(hant|tw|hk)|[a-z]*)/.exec(tag.toLowerCase())?.[0] ?? '') || 'en';

/** The language that texts in `language` are really in, so far. */
export const spokenFor = (language: string): string => (catalogues[language]?.safe ? language : 'en');

/** The texts of a language, as far as they are there: English stands in for what is not. */
export const textsIn = (language: string): Catalogue => ({ ...en, ...catalogues[language] });

/** Fetches the texts of a language; `undefined` where they are there. Never rejects: what cannot be fetched stays English. */
export const fetchTexts = (language: string): Promise<unknown> | undefined =>
  catalogues[language] ? undefined : importCatalogue(language).catch(() => ({})).then((catalogue) => (catalogues[language] = catalogue));
