import { logoCall } from '../wire/calls.js';
import type { Transport } from './transport.js';

/** The address of a domain's logo (128 × 128 PNG; a grey monogram if there is none). Asks nothing. */
export const logoUrl = (transport: Pick<Transport, 'hosts'>, domain: string): string =>
  `${transport.hosts[logoCall.host]}${logoCall.path}${encodeURIComponent(domain)}`;
