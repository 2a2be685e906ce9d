import { domainsFolderOf, type Config } from './config.js';
import { loadReputation, openOwnFolder, type Reputation } from './reputation/index.js';

/** What is known of names, kept as the operator's own lists are. */
export interface OpenReputation {
  readonly reputation: Reputation;
  /** Watches the operator's lists no more. */
  close(): void;
}

/**
 * The lists of this release and the operator's own, where a configuration has them; these are read again whenever they change.
 * `onFault` is told, in a sentence, what cannot be read of them.
 */
export const reputationFromConfig = async (
  config: Config,
  onFault: (sentence: string) => void,
): Promise<OpenReputation> => {
  const folder = domainsFolderOf(config);
  const own = folder === undefined ? undefined : await openOwnFolder({ folder, onFault });
  return { reputation: loadReputation({ ownLists: own && (() => own.lists()) }), close: () => own?.close() };
};
