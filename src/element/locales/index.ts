import { locales } from '../locale-imports.js';
import type { Catalogue } from '../messages.js';

export type { LocaleFile } from '../locale-imports.js';

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

/** All languages that a page can have, in lower case: English, those of the files, and the aliases. */
export const languageTags = (): string[] => ['en', ...Object.keys(locales), ...Object.keys(aliases)].sort();

/** The tags of regions that write differently from the rest of their language. */
export const regionalTags = Object.keys({ ...locales, ...aliases }).filter((tag) => tag.includes('-'));

/** Fetches the texts of a language, given in lower case; rejects if there are none. */
export const importCatalogue = async (language: string): Promise<Partial<Catalogue>> => {
  const { '@status': _, ...texts } = (await locales[aliases[language] ?? language]!()).default;
  return texts;
};
