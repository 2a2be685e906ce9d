import { hostIn, isPublicHost } from './host-name.js';
import { parsedUrl } from './parsed-url.js';
import { isBadPort, portOf } from './port.js';

/** Characters of a webhook's URL, at most. */
export const CALLBACK_CHARACTERS = 2_048;

/**
 * Returns one sentence about what is wrong with the URL of a webhook; `undefined` if nothing is. It must be https, at a public host, without
 * a user, a password and a fragment; to `internalHosts`, which are named as `hostIn` writes them, it may also be http. Nothing is looked up:
 * whether the host's addresses are public shows when something is sent.
 */
export const callbackFault = (text: string, internalHosts: readonly string[] = []): string | undefined => {
  const url = text.length <= CALLBACK_CHARACTERS ? parsedUrl(text) : undefined;
  if (text.length > CALLBACK_CHARACTERS || (url?.href.length ?? 0) > CALLBACK_CHARACTERS)
    return `The webhook's URL must have at most ${CALLBACK_CHARACTERS.toLocaleString('en')} characters, percent-encoded.`;
  if (!url || !hostIn(url)) return "The webhook's URL must be valid, such as https://shop.com/webhook.";
  const isInternal = internalHosts.includes(hostIn(url));
  if (url.protocol !== 'https:' && !(isInternal && url.protocol === 'http:'))
    return "The webhook's URL must begin with https://.";
  if (url.username || url.password)
    return "The webhook's URL must not contain a user or password: its receiver verifies the signature instead.";
  if (url.href.includes('#')) return "The webhook's URL must not contain a # and what follows it: that is not sent.";
  if (isBadPort(portOf(url))) return "The webhook's URL must have no port, or one that no other protocol uses.";
  if (!isInternal && !isPublicHost(hostIn(url)))
    return "The webhook's URL must be at a public host: the service's operator can allow an internal one with --webhook-hosts.";
  return undefined;
};
