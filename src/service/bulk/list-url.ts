import { FILE_SHARING_HOSTS, LIST_URL_CHARACTERS } from '../../wire/index.js';
import { WebError } from '../net/web-error.js';
import { readWebPlace, type WebPlace } from '../net/web-place.js';

const isOf = (host: string, service: string): boolean => host === service || host.endsWith(`.${service}`);

const placeOf = (text: string): WebPlace | string => {
  try {
    return readWebPlace(text);
  } catch (error) {
    const isPort = error instanceof WebError && error.code === 'port';
    return isPort
      ? "The list's URL must leave its port out, or name one that no other protocol has."
      : "The list's URL must be one that can be fetched, such as https://lists.shop.com/may.csv.";
  }
};

/**
 * Which of the interface's rules for a list's URL is broken, in one sentence; `undefined` where none is. It is read as browsers do, and
 * must be https, have a path that ends in `.csv` or `.txt` in any case, no user and no password, at most `LIST_URL_CHARACTERS`
 * characters, and be at no service that shares files. Nobody is asked: whether there is a list, and whether its server is a
 * public one, shows when it is fetched.
 */
export function checkListUrl(text: string): string | undefined {
  if (text.length > LIST_URL_CHARACTERS) return `The list's URL must have at most ${LIST_URL_CHARACTERS} characters.`;
  // Before it is read as a place: each is a rule of its own, which that would tell as one.
  if (!/^\s*https:/i.test(text)) return "The list's URL must begin with https://.";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.username || url?.password)
    return "The list's URL must have no user or password in it: make it hard to guess instead.";
  const place = placeOf(text);
  if (typeof place === 'string') return place;
  if (!/\.(?:csv|txt)$/i.test(place.url.pathname))
    return "The list's URL must have a path that ends in .csv or .txt, before any ?.";
  if (FILE_SHARING_HOSTS.some((each) => isOf(place.host, each)))
    return "The list's URL must not be at a file-sharing service: put the list on a server of your own.";
  return undefined;
}
