import { statSync } from 'node:fs';

const LIST_NAME = /\.(?:csv|tsv|txt|json|jsonl|ndjson|xlsx?|ods)$/i;

const exists = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
};

/** Whether a word names a file: by its ending, or because the file exists. A word with an @ is an address, or part of a URL. */
export const isFileName = (word: string): boolean => !word.includes('@') && (LIST_NAME.test(word) || exists(word));
