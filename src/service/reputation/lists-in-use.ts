import { factsOf, ownFactsOf, type ListFacts } from './list-facts.js';
import { readLists, type ListPlaces } from './list-files.js';
import { openOwnFolder } from './own-folder.js';

/** Where lists are looked for. */
export interface ListsInUseOptions extends ListPlaces {
  /** The folder of the operator's own lists; none if absent. */
  readonly domainsFolder?: string | undefined;
  /** Called with a sentence for each list that cannot be used. */
  readonly onFault: (sentence: string) => void;
}

/**
 * The lists that a service with these folders uses, with their dates, read anew. Rejects with Node's own error, which names the path, if a list of
 * the release cannot be read.
 */
export async function listsInUse({ domainsFolder, ...places }: ListsInUseOptions): Promise<readonly ListFacts[]> {
  const facts = factsOf(readLists(places));
  if (domainsFolder === undefined) return facts;
  const own = await openOwnFolder({ folder: domainsFolder, onFault: places.onFault });
  own.close();
  return [...facts, ...ownFactsOf(own.lists(), own.dates())];
}
