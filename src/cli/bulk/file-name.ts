import { fileOfUrl } from '../../network/index.js';

/** Characters that some file system or shell does not take in a name. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}/\\<>:"|?*]/gu;
/** Octets that a name may have nearly everywhere, less those of the endings that are put behind it. */
const MOST_OCTETS = 200;

const withinOctets = (text: string): string => {
  let octets = 0;
  const marks = Array.from(text);
  const end = marks.findIndex((mark) => (octets += Buffer.byteLength(mark)) > MOST_OCTETS);
  return end < 0 ? text : marks.slice(0, end).join('');
};

/** The file that a list's results are saved in, by the list's name: `May 2026.csv` makes `May 2026-results.csv`. It is in no other folder. */
export const fileNameOf = (listName: string): string => {
  const stem = withinOctets(
    listName
      .replace(/\.(?:csv|txt)$/i, '')
      .replace(UNSAFE_CHARACTERS, '_')
      .trim(),
  ).replace(/^[.-]+/, '_');
  return `${stem || 'list'}-results.csv`;
};

/** The name of a list that is given none: the file name in its URL. */
export const listNameOf = (url: string): string => (URL.canParse(url) ? fileOfUrl(new URL(url)) : '');
