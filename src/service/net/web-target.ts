import { hostIn, isBadPort, parseIp, portOf } from '../../network/index.js';
import { WebError } from './web-error.js';

/** Target of a URL. */
export interface WebTarget {
  /** The URL without its fragment. */
  readonly url: URL;
  readonly isSecure: boolean;
  /** A name in A-labels and lower case, without a dot at the end; or an IP address, without brackets. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
}

export interface WebTargetOptions {
  /** Base URL of a relative redirect. */
  readonly base?: URL | undefined;
  readonly ports?: readonly number[] | undefined;
  /** Accepts only https. */
  readonly isSecureOnly?: boolean | undefined;
}

const URL_CHARACTERS = 8_192;

const parse = (text: string, base: URL | undefined): URL => {
  try {
    if (text.length <= URL_CHARACTERS) return new URL(text, base);
  } catch {
    // Refused below, like a URL that is too long.
  }
  throw new WebError('url');
};

/**
 * Parses a URL as browsers do (URL Standard), which writes every spelling of an IP address in one way: octal,
 * hexadecimal and decimal numbers, full-width digits, dots at the end. The text is not parsed again, so the checked
 * host is the one that is contacted.
 * @throws WebError `url` for an invalid address, another scheme, or credentials; `insecure` for http if that is not
 * allowed; `port` for one of another protocol or outside `ports`.
 */
export function readWebPlace(text: string, { base, ports, isSecureOnly = false }: WebTargetOptions = {}): WebTarget {
  const url = parse(text, base);
  const isSecure = url.protocol === 'https:';
  if ((!isSecure && url.protocol !== 'http:') || url.username || url.password) throw new WebError('url');
  if (isSecureOnly && !isSecure) throw new WebError('insecure');
  url.hash = '';
  const host = hostIn(url);
  if (!host) throw new WebError('url');
  const port = portOf(url);
  if (isBadPort(port) || (ports && !ports.includes(port))) throw new WebError('port');
  return { url, isSecure, host, isAddress: parseIp(host) !== undefined, port };
}
