/** Whether a page of this server asks, by what its browser says: `Sec-Fetch-Site`, or `Origin` where that is not known. */
export const isOwn = ({ headers, url }: Request): boolean => {
  const site = headers.get('Sec-Fetch-Site');
  return site === null ? headers.get('Origin') === new URL(url).origin : site === 'same-origin';
};
