import { logoRoute } from '../wire/calls.js';
import type { Transport } from './transport.js';

/** What a logo may be. */
export interface LogoOptions {
  /** Whether a domain without a logo gets a grey monogram; `true` by default. If not, it gets a transparent picture of 1 × 1. */
  readonly monogram?: boolean | undefined;
}

/** The address of a domain's logo: a PNG of 128 × 128; a grey monogram if there is none. Asks nothing. */
export const logoUrl = (
  transport: Pick<Transport, 'hosts'>,
  domain: string,
  { monogram = true }: LogoOptions = {},
): string =>
  `${transport.hosts[logoRoute.host]}${logoRoute.path}${encodeURIComponent(domain)}${monogram ? '' : '?monogram=0'}`;
