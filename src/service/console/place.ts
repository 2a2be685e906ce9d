import { shownText } from '../../text/index.js';
import type { ConsoleCaller } from './asked.js';
import { ConsoleError } from './console-error.js';

/** Where the page is, as its browser sees it. */
export interface Place {
  /** The URL of the service, without a slash at its end. */
  readonly serviceUrl: string;
  /** The origins that the page may have. */
  readonly origins: readonly string[];
  readonly isSecure: boolean;
}

const MOST_SHOWN = 100;

/** The place of a request: what it says, and what the operator says. */
export const placeOf = (
  { url }: Pick<Request, 'url'>,
  { scheme }: ConsoleCaller,
  publicUrl: string | undefined,
): Place => {
  const { protocol, host } = new URL(url);
  // If a proxy in front of the service terminates TLS, the browser's scheme differs from the socket's.
  const isPublic = publicUrl !== undefined && new URL(publicUrl).host === host;
  const own = isPublic && !scheme ? publicUrl : `${scheme ?? protocol.replace(':', '')}://${host}`;
  return {
    serviceUrl: publicUrl ?? own,
    origins: publicUrl === undefined ? [own] : [own, publicUrl],
    // A proxy may replace the host and not be trusted to name the scheme: then the operator's word counts.
    isSecure: (scheme ? own : (publicUrl ?? own)).startsWith('https:'),
  };
};

/**
 * Lets changes come from the console's own page alone. Browsers name the origin of every POST, and no page can forge it (Fetch §3.2).
 * @throws ConsoleError 403
 */
export const checkOrigin = ({ headers }: Pick<Request, 'headers'>, { origins }: Place): void => {
  const origin = headers.get('Origin');
  if (origin !== null && origins.includes(origin)) return;
  const shown = origin === null ? 'no page' : shownText(origin, { most: MOST_SHOWN });
  throw new ConsoleError(
    403,
    `This request comes from ${shown}, and only the console at ${origins.join(' or ')} may make changes. If that is the console's address, start the service with --public-url and this address.`,
  );
};
