const TOKEN = /^#([\w-]{20,100})$/;

/**
 * Takes the token of a one-time link out of the page's URL, so that it stays neither in the address bar nor in the history. Undefined if the
 * fragment is not a token.
 */
export const takeLinkToken = (
  location: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
): string | undefined => {
  const token = TOKEN.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, '', `${location.pathname}${location.search}`);
  return token;
};
