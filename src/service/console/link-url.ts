import { CONSOLE_PATH } from '../../wire/console/index.js';

/** Minutes for which a link can be used. */
export const LINK_MINUTES = 10;

/** The URL that opens a session. The token is in its fragment, which browsers send to nobody. */
export const signInUrl = (serviceUrl: string, token: string): string => `${serviceUrl}${CONSOLE_PATH}#${token}`;
