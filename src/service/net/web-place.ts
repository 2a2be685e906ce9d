import { isIP } from 'node:net';
import { hostIn } from '../../network/index.js';
import { WebError } from './web-error.js';

/** Where a web address leads. */
export interface WebPlace {
  /** Without its fragment. */
  readonly url: URL;
  readonly isSecure: boolean;
  /** A name in A-labels and lower case, without a dot at the end; or an IP address, without brackets. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
}

export interface WebPlaceOptions {
  /** What a redirect may be relative to. */
  readonly base?: URL | undefined;
  readonly ports?: readonly number[] | undefined;
  /** Takes https alone. */
  readonly isSecureOnly?: boolean | undefined;
}

const LONGEST = 8_192;

/**
 * Ports of other protocols, whose servers could be made to take a request for something else: the Fetch Standard's bad ports
 * (§2.9), and 0.
 */
const BAD_PORTS: ReadonlySet<number> = new Set([
  ...[
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
    110, 111, 113, 115, 117, 119, 123,
  ],
  ...[
    135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587,
    601, 636, 989, 990, 993, 995,
  ],
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ],
]);

const parse = (text: string, base: URL | undefined): URL => {
  try {
    if (text.length <= LONGEST) return new URL(text, base);
  } catch {
    // Told below, as what is too long is.
  }
  throw new WebError('url');
};

/**
 * Reads a web address as browsers do (URL Standard), which writes every spelling of an IP address in one way: octal, hexadecimal
 * and decimal numbers, full-width digits, dots at the end. Nobody reads the text again: what is judged is what is connected to.
 * @throws WebError `url` for what is no address, another scheme, or credentials; `insecure` for http where that is not taken; `port` for one of another protocol or outside `ports`.
 */
export function readWebPlace(text: string, { base, ports, isSecureOnly = false }: WebPlaceOptions = {}): WebPlace {
  const url = parse(text, base);
  const isSecure = url.protocol === 'https:';
  if ((!isSecure && url.protocol !== 'http:') || url.username || url.password) throw new WebError('url');
  if (isSecureOnly && !isSecure) throw new WebError('insecure');
  url.hash = '';
  const host = hostIn(url);
  if (!host) throw new WebError('url');
  const port = Number(url.port || (isSecure ? 443 : 80));
  if (BAD_PORTS.has(port) || (ports && !ports.includes(port))) throw new WebError('port');
  return { url, isSecure, host, isAddress: isIP(host) > 0, port };
}
