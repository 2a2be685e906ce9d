import { keyedHash } from '../accounts/index.js';
import { defaultTimeouts } from '../app/listen.js';
import type { AppParts } from '../app/parts.js';
import { createRateLimit } from '../app/rate-limit.js';
import { ListResults } from '../bulk/index.js';
import { createConsole, Feed, feedEntryOf, type ConsoleParts } from '../console/index.js';
import { packageVersion } from '../package-version.js';
import type { Store } from '../store/index.js';
import type { ServiceOptions } from './service-options.js';

/** Tries to sign in that are allowed in a minute: of each network, and of all together. */
const TRIES_OF_NETWORK = 10;
const TRIES_OF_ALL = 600;

/** Counts a try to sign in, and resolves with the seconds until the caller may try again; 0 if it may now. */
const signInLimit = (): ConsoleParts['secondsToSignIn'] => {
  const [ofNetwork, ofAll] = [createRateLimit(TRIES_OF_NETWORK), createRateLimit(TRIES_OF_ALL)];
  // A network beyond its own limit uses up nothing of the others'.
  return async (address) => (await ofNetwork.secondsToWait(address)) || ofAll.secondsToWait(undefined);
};

/** The parts of the service that the console shares. */
export type SharedWithConsole = Pick<
  ConsoleParts,
  'accounts' | 'admission' | 'counts' | 'uses' | 'verify' | 'lists' | 'receiving' | 'webhooks' | 'diagnosis'
>;

/** The console of a service, and the observer that feeds it; nothing if it is off. */
export const consoleOf = (
  store: Store,
  { console: wanted, secret, publicUrl, timeouts, now, onFault }: ServiceOptions & Pick<ConsoleParts, 'now'>,
  shared: SharedWithConsole,
): Pick<AppParts, 'console' | 'onHeard'> => {
  if (!wanted) return {};
  const feed = new Feed(now());
  const console = createConsole({
    ...shared,
    ...{ feed, publicUrl, now, onFault },
    store: store.console,
    listResults: new ListResults(store.lists),
    fetchList: wanted.fetchList,
    uploadMilliseconds: timeouts?.uploadMilliseconds ?? defaultTimeouts.uploadMilliseconds,
    hashOf: (purpose, token) => keyedHash(secret, purpose, token),
    secondsToSignIn: signInLimit(),
    version: packageVersion(),
  });
  return {
    console: { ...console, folder: wanted.folder },
    onHeard: (call) => feed.add(feedEntryOf(call)),
  };
};
