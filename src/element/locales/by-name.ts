import type { Catalogue } from '../messages.js';

/** Fetches the texts of a language, given in lower case, from beside the script-tag file; rejects where there are none. */
export const importCatalogue = async (language: string): Promise<Partial<Catalogue>> => {
  const { catalogue } = (await import(`./locales/${language}.js`)) as { readonly catalogue: Partial<Catalogue> };
  return catalogue;
};
