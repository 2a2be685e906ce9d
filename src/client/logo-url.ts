import { logoRoute } from '../wire/calls.js';
import type { Transport } from './transport.js';

/** Options of a logo. */
export interface LogoOptions {
  /** Whether a domain without a logo gets a grey monogram; `true` by default. If not, it gets a transparent picture of 1 × 1. */
  readonly monogram?: boolean | undefined;
}

/**
 * Returns the URL of a domain's logo: a PNG of 128 × 128, or a grey monogram if the domain has no logo. Sends no
 * request.
 */
export const logoUrl = (
  transport: Pick<Transport, 'hosts'>,
  domain: string,
  { monogram = true }: LogoOptions = {},
): string =>
  `${transport.hosts[logoRoute.host]}${logoRoute.path}${encodeURIComponent(domain)}${monogram ? '' : '?monogram=0'}`;
