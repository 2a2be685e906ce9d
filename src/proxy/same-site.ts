import type { Settings } from './settings.js';
import { refused } from './refused.js';
import { ACCOUNT_HEADER, ACCOUNT_HEADER_VALUE } from './routes.js';

/**
 * Refuses what does not come from the site's own pages. `Sec-Fetch-Site: same-origin` is a browser's word that no script can forge
 * (Fetch Metadata §2.4); else the `Origin` counts. The request's own URL does not: behind a proxy that ends TLS it is not the truth.
 * @throws RefusedError
 */
export const checkSameSite = (
  { headers }: Request,
  { origins, allowUnmarked }: Pick<Settings, 'origins' | 'allowUnmarked'>,
): void => {
  const site = headers.get('Sec-Fetch-Site');
  const origin = headers.get('Origin');
  if (site === 'same-origin') return;
  if (origin !== null && origins.includes(origin)) return;
  if (site !== null)
    throw refused(
      'forbidden',
      'This call is open only to pages of its own origin, and the request comes from elsewhere: mount the key proxy on the origin of the page.',
    );
  if (origin !== null)
    throw refused(
      'forbidden',
      'This call is open only to pages of its own site, and the request\'s origin is not in "origins".',
    );
  if (!allowUnmarked)
    throw refused(
      'forbidden',
      'This call is open only to pages of its own site, and the request does not say that it comes from one.',
    );
};

/**
 * Refuses what a page's markup asks for: an image or a link in it may be what a visitor wrote, and all calls but that of a logo, which is
 * an image, are for scripts (Fetch Metadata §2.1). What does not say is let through.
 * @throws RefusedError
 */
export const checkScript = ({ headers }: Request): void => {
  if ((headers.get('Sec-Fetch-Dest') ?? 'empty') !== 'empty')
    throw refused(
      'forbidden',
      'This call is open only to scripts, and the request comes from an element of a page: use fetch.',
    );
};

/**
 * Refuses an account call without its header. A prefetch or preload of a page has the visitor's cookie, and says no destination that would
 * tell it from a script (Fetch Metadata §2.1).
 * @throws RefusedError
 */
export const checkAccountHeader = ({ headers }: Request): void => {
  if (headers.get(ACCOUNT_HEADER) !== ACCOUNT_HEADER_VALUE)
    throw refused(
      'forbidden',
      `This call needs the header "${ACCOUNT_HEADER}: ${ACCOUNT_HEADER_VALUE}", which only a script can send: add it to the headers of your fetch.`,
    );
};
