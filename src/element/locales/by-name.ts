import type { Catalogue } from '../messages.js';

/** Fetches the texts of a language, given in lower case, from beside the script-tag file; rejects where there are none. */
export const importCatalogue = (language: string): Promise<Partial<Catalogue>> =>
  (import(`./locales/${language}.js`) as Promise<{ readonly catalogue: Partial<Catalogue> }>).then(
    ({ catalogue }) => catalogue,
  );
