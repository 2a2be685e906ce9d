import { fileOfUrl, parsedUrl } from '../../network/index.js';

/** Characters that some file systems or shells do not allow in a name. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}/\\<>:"|?*]/gu;
/** Maximum octets of a name on nearly all systems, minus those of the endings that are added to it. */
const MOST_OCTETS = 200;

const withinOctets = (text: string): string => {
  let octets = 0;
  const marks = Array.from(text);
  const end = marks.findIndex((mark) => (octets += Buffer.byteLength(mark)) > MOST_OCTETS);
  return end < 0 ? text : marks.slice(0, end).join('');
};

/**
 * The file that a list's results are saved in, by the list's name: `May 2026.csv` makes `May 2026-results.csv`. The
 * name never leads to another folder.
 */
export const fileNameOf = (listName: string): string => {
  const stem = withinOctets(
    listName
      .replace(/\.(?:csv|txt)$/i, '')
      .replace(UNSAFE_CHARACTERS, '_')
      .trim(),
  ).replace(/^[.-]+/, '_');
  return `${stem || 'list'}-results.csv`;
};

/** The default name of a list: the file name in its URL. */
export const listNameOf = (text: string): string => {
  const url = parsedUrl(text);
  return url ? fileOfUrl(url) : '';
};
