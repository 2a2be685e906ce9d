export { loadReputation, releaseFolderOf, type LoadedReputation, type ReputationOptions } from './load.js';
export type { ListFacts } from './list-facts.js';
export { openOwnFolder, type OwnFolder, type OwnFolderOptions } from './own-folder.js';
export type { OwnListName, OwnLists } from './own-lists.js';
export type { DomainProof, Reputation } from './reputation.js';
export { openWatchedLists, type WatchedLists, type WatchedListsOptions } from './watched-lists.js';
