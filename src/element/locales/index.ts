import type { Catalogue } from '../messages.js';

/** Languages whose pages get the texts of another one. */
export const aliases: Readonly<Record<string, string>> = {
  // Norwegian, if no form of it is named, is Bokmål, which readers of Nynorsk read too.
  nn: 'nb',
  no: 'nb',
  // The regions where Chinese is written in traditional characters.
  'zh-hk': 'zh-hant',
  'zh-mo': 'zh-hant',
  'zh-tw': 'zh-hant',
};

/** A language's file: its texts, and under a key that no text has, that no native speaker has read them. */
export type LocaleFile = Partial<Catalogue> & { readonly '@status'?: string };

/** The languages that there are texts in beside English: each is fetched when a page needs it, and may lack texts. */
const locales: Readonly<Record<string, () => Promise<{ readonly default: LocaleFile }>>> = {
  ar: () => import('./ar.json'),
  bg: () => import('./bg.json'),
  cs: () => import('./cs.json'),
  da: () => import('./da.json'),
  de: () => import('./de.json'),
  el: () => import('./el.json'),
  es: () => import('./es.json'),
  et: () => import('./et.json'),
  fa: () => import('./fa.json'),
  fi: () => import('./fi.json'),
  fr: () => import('./fr.json'),
  ga: () => import('./ga.json'),
  he: () => import('./he.json'),
  hi: () => import('./hi.json'),
  hr: () => import('./hr.json'),
  hu: () => import('./hu.json'),
  id: () => import('./id.json'),
  it: () => import('./it.json'),
  ja: () => import('./ja.json'),
  ko: () => import('./ko.json'),
  lt: () => import('./lt.json'),
  lv: () => import('./lv.json'),
  mt: () => import('./mt.json'),
  nb: () => import('./nb.json'),
  nl: () => import('./nl.json'),
  pl: () => import('./pl.json'),
  pt: () => import('./pt.json'),
  'pt-br': () => import('./pt-br.json'),
  ro: () => import('./ro.json'),
  ru: () => import('./ru.json'),
  sk: () => import('./sk.json'),
  sl: () => import('./sl.json'),
  sv: () => import('./sv.json'),
  tr: () => import('./tr.json'),
  uk: () => import('./uk.json'),
  vi: () => import('./vi.json'),
  zh: () => import('./zh.json'),
  'zh-hant': () => import('./zh-hant.json'),
};

/** All languages that a page can have, in lower case: English, those of the files, and the aliases. */
export const languageTags = (): string[] => ['en', ...Object.keys(locales), ...Object.keys(aliases)].sort();

/** The tags of regions that write differently from the rest of their language. */
export const regionalTags = Object.keys({ ...locales, ...aliases }).filter((tag) => tag.includes('-'));

/** Fetches the texts of a language, given in lower case; rejects if there are none. */
export const importCatalogue = async (language: string): Promise<Partial<Catalogue>> => {
  const { '@status': _, ...texts } = (await locales[aliases[language] ?? language]!()).default;
  return texts;
};
