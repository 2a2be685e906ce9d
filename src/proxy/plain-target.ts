/** The part before the path of a URL, as it was written. */
const BEFORE_PATH = /^[a-z][a-z\d+.-]*:\/\/[^/\\?#]*/i;

/**
 * Whether the path of a URL is written as it is read: without the backslashes, dot segments and encoded dots that a reader of URLs resolves
 * (WHATWG URL §4.4). Otherwise a server in front, which guards paths by how they are written, and the key proxy would see two paths.
 */
export const isPlainTarget = (url: string): boolean => {
  const [written = ''] = url.split('?', 1);
  return URL.canParse(url) && new URL(url).pathname === written.replace(BEFORE_PATH, '');
};
