import { parsedUrl } from '../network/index.js';

/** The part before the path of a URL, as it was written. */
const BEFORE_PATH = /^[a-z][a-z\d+.-]*:\/\/[^/\\?#]*/i;

/**
 * Whether the path of a URL is written in its normal form: without backslashes, dot segments and encoded dots, which
 * URL parsers resolve (WHATWG URL §4.4). Otherwise a server in front that restricts paths by their spelling, and the
 * key proxy, would see different paths.
 */
export const isPlainTarget = (url: string): boolean => {
  const [written = ''] = url.split('?', 1);
  return parsedUrl(url)?.pathname === written.replace(BEFORE_PATH, '');
};
