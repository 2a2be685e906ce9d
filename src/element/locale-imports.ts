import type { Catalogue } from './messages.js';

/** A language's file: its texts, and under a key that no text has, that no native speaker has read them. */
export type LocaleFile = Partial<Catalogue> & { readonly '@status'?: string };

/**
 * The languages that there are texts in beside English: each is fetched when a page needs it, and may lack texts. A bundler must see
 * each import; the script-tag file gets a shorter table of the same (`localesBeside` in `rollup.config.mjs`).
 */
export const locales: Readonly<Record<string, () => Promise<{ readonly default: LocaleFile }>>> = {
  ar: () => import('./locales/ar.json'),
  bg: () => import('./locales/bg.json'),
  cs: () => import('./locales/cs.json'),
  da: () => import('./locales/da.json'),
  de: () => import('./locales/de.json'),
  el: () => import('./locales/el.json'),
  es: () => import('./locales/es.json'),
  et: () => import('./locales/et.json'),
  fa: () => import('./locales/fa.json'),
  fi: () => import('./locales/fi.json'),
  fr: () => import('./locales/fr.json'),
  ga: () => import('./locales/ga.json'),
  he: () => import('./locales/he.json'),
  hi: () => import('./locales/hi.json'),
  hr: () => import('./locales/hr.json'),
  hu: () => import('./locales/hu.json'),
  id: () => import('./locales/id.json'),
  it: () => import('./locales/it.json'),
  ja: () => import('./locales/ja.json'),
  ko: () => import('./locales/ko.json'),
  lt: () => import('./locales/lt.json'),
  lv: () => import('./locales/lv.json'),
  mt: () => import('./locales/mt.json'),
  nb: () => import('./locales/nb.json'),
  nl: () => import('./locales/nl.json'),
  pl: () => import('./locales/pl.json'),
  pt: () => import('./locales/pt.json'),
  'pt-br': () => import('./locales/pt-br.json'),
  ro: () => import('./locales/ro.json'),
  ru: () => import('./locales/ru.json'),
  sk: () => import('./locales/sk.json'),
  sl: () => import('./locales/sl.json'),
  sv: () => import('./locales/sv.json'),
  tr: () => import('./locales/tr.json'),
  uk: () => import('./locales/uk.json'),
  vi: () => import('./locales/vi.json'),
  zh: () => import('./locales/zh.json'),
  'zh-hant': () => import('./locales/zh-hant.json'),
};
