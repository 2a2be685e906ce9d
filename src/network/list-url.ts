import { hostIn, isSameOrBelow } from './host-name.js';
import { parsedUrl } from './parsed-url.js';
import { isBadPort, portOf } from './port.js';

/** Characters of a list's URL, at most: ours, since no document says its own. */
export const LIST_URL_CHARACTERS = 2_000;

/**
 * Services that share files, which lists are not taken from: what they give is a page, or ends before the list is read. Host names in
 * lower case; the hosts below them count too.
 */
export const FILE_SHARING_HOSTS: readonly string[] = [
  ...[
    'dropbox.com',
    'dropboxusercontent.com',
    'drive.google.com',
    'docs.google.com',
    'drive.usercontent.google.com',
    'onedrive.live.com',
  ],
  ...[
    '1drv.ms',
    'sharepoint.com',
    'box.com',
    'wetransfer.com',
    'we.tl',
    'mega.nz',
    'mediafire.com',
    'icloud.com',
    'pcloud.com',
    'sendspace.com',
  ],
  ...[
    'gofile.io',
    'filemail.com',
    '4shared.com',
    'terabox.com',
    'swisstransfer.com',
    'disk.yandex.ru',
    'disk.yandex.com',
    'yadi.sk',
    'drive.proton.me',
  ],
];

/** The name of the file at a URL, decoded if it can be. */
export const fileOfUrl = ({ pathname }: Pick<URL, 'pathname'>): string => {
  const file = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
};

/**
 * Returns one sentence about the interface's rule that a list's URL breaks; `undefined` if it breaks none. The URL is
 * parsed as browsers do (URL Standard), and must be https, have a path that ends in `.csv` or `.txt` in any case, no
 * user and no password, at most `LIST_URL_CHARACTERS` characters, no port of another protocol, and a host that is not a
 * file-sharing service. Nothing is looked up: whether there is a list, and whether its server is a public one, shows
 * when it is fetched.
 */
export const listUrlFault = (text: string): string | undefined => {
  if (text.length > LIST_URL_CHARACTERS) return `The list's URL must have at most ${LIST_URL_CHARACTERS} characters.`;
  if (!/^\s*https:/i.test(text)) return "The list's URL must begin with https://.";
  const url = parsedUrl(text);
  if (!url || !hostIn(url)) return "The list's URL must be valid, such as https://lists.shop.com/may.csv.";
  if (url.username || url.password)
    return "The list's URL must not contain a user or password: make it hard to guess instead.";
  if (isBadPort(portOf(url))) return "The list's URL must have no port, or one that no other protocol uses.";
  if (!/\.(?:csv|txt)$/i.test(url.pathname))
    return "The list's URL must have a path that ends in .csv or .txt, before any ?.";
  if (FILE_SHARING_HOSTS.some((each) => isSameOrBelow(hostIn(url), each)))
    return "The list's URL must not be at a file-sharing service: put the list on a server of your own.";
  return undefined;
};
