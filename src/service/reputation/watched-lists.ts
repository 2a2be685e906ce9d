import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../error-code.js';
import { currentVersion } from './data-folder.js';
import { DATES_FILE } from './list-files.js';
import { loadReputation, type LoadedReputation, type ReputationOptions } from './load.js';

export interface WatchedListsOptions extends ReputationOptions {
  /** Milliseconds between two looks for newer lists; 5,000 if absent. */
  readonly pollMs?: number;
  readonly onFault: (sentence: string) => void;
}

/** The lists in use, as they are at each question. */
export interface WatchedLists {
  readonly reputation: LoadedReputation;
  /** Stops watching. */
  close(): void;
}

const POLL_MS = 5_000;

/** A text that changes when newer lists are taken or undone. A version may have its number, and its folder's inode, again after an undo. */
const versionState = (folder: string): string => {
  try {
    const version = currentVersion(folder);
    if (version === undefined) return '';
    const path = join(folder, version);
    return `${version} ${statSync(path).ctimeMs} ${readFileSync(join(path, DATES_FILE), 'utf8')}`;
  } catch (error) {
    return codeOf(error);
  }
};

/**
 * Reads the lists, and reads them again when newer ones have been taken or undone. What cannot be read then is told to `onFault`, and the lists
 * from before stay. Throws as {@link loadReputation} does if they cannot be read at first.
 */
export function openWatchedLists({ pollMs = POLL_MS, ...options }: WatchedListsOptions): WatchedLists {
  const { dataFolder, onFault } = options;
  const state = () => (dataFolder === undefined ? '' : versionState(dataFolder));
  let known = state();
  let current = loadReputation(options);
  const look = (): void => {
    const found = state();
    if (found === known) return;
    known = found;
    try {
      current = loadReputation(options);
    } catch (error) {
      onFault(`The lists cannot be read again (${codeOf(error)}): restart the service.`);
    }
  };
  const timer = dataFolder === undefined ? undefined : setInterval(look, pollMs).unref();
  return {
    reputation: {
      isDisposable: (...asked) => current.isDisposable(...asked),
      isDisposableHost: (...asked) => current.isDisposableHost(...asked),
      isRelay: (...asked) => current.isRelay(...asked),
      isFree: (...asked) => current.isFree(...asked),
      isRole: (...asked) => current.isRole(...asked),
      isSpamTrap: (...asked) => current.isSpamTrap(...asked),
      suggest: (...asked) => current.suggest(...asked),
      lists: () => current.lists(),
    },
    close: () => clearInterval(timer),
  };
}
