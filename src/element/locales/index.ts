import type { Catalogue } from '../messages.js';

/** The languages that there are texts in beside English, each a module that is fetched when a page needs it. */
const locales: Readonly<Record<string, () => Promise<{ readonly catalogue: Catalogue }>>> = {
  ar: () => import('./ar.js'),
  bg: () => import('./bg.js'),
  cs: () => import('./cs.js'),
  da: () => import('./da.js'),
  de: () => import('./de.js'),
  el: () => import('./el.js'),
  es: () => import('./es.js'),
  et: () => import('./et.js'),
  fa: () => import('./fa.js'),
  fi: () => import('./fi.js'),
  fr: () => import('./fr.js'),
  ga: () => import('./ga.js'),
  he: () => import('./he.js'),
  hi: () => import('./hi.js'),
  hr: () => import('./hr.js'),
  hu: () => import('./hu.js'),
  id: () => import('./id.js'),
  it: () => import('./it.js'),
  ja: () => import('./ja.js'),
  ko: () => import('./ko.js'),
  lt: () => import('./lt.js'),
  lv: () => import('./lv.js'),
  mt: () => import('./mt.js'),
  nb: () => import('./nb.js'),
  nl: () => import('./nl.js'),
  nn: () => import('./nn.js'),
  no: () => import('./no.js'),
  pl: () => import('./pl.js'),
  pt: () => import('./pt.js'),
  'pt-br': () => import('./pt-br.js'),
  ro: () => import('./ro.js'),
  ru: () => import('./ru.js'),
  sk: () => import('./sk.js'),
  sl: () => import('./sl.js'),
  sv: () => import('./sv.js'),
  tr: () => import('./tr.js'),
  uk: () => import('./uk.js'),
  vi: () => import('./vi.js'),
  zh: () => import('./zh.js'),
  'zh-hant': () => import('./zh-hant.js'),
  'zh-hk': () => import('./zh-hk.js'),
  'zh-mo': () => import('./zh-mo.js'),
  'zh-tw': () => import('./zh-tw.js'),
};

/** Fetches the texts of a language, given in lower case; rejects where there are none. */
export const importCatalogue = async (language: string): Promise<Partial<Catalogue>> => {
  const { catalogue } = await locales[language]!();
  return catalogue;
};
