import {
  asFlag,
  KEY_PARAMETER,
  KEY_PARAMETER_ALIAS,
  type Call,
  type Parameter,
  type WireNames,
} from '../../wire/index.js';
import { parseOrigin, type RequestedCall } from '../accounts/index.js';
import type { ConnectionInfo } from './parts.js';

/** A call as it is in a request. */
export interface ParsedCall {
  readonly requested: RequestedCall;
  readonly text: (name: string) => string;
  readonly flag: (name: string) => boolean;
}

/**
 * The origin of the calling page. A page at the service's own origin sends no `Origin` with a GET, but its browser
 * sends `same-origin`, which no script can forge (Fetch Metadata §2.4).
 */
const originOf = (request: Request, { protocol, host }: URL, { scheme }: ConnectionInfo): string | undefined => {
  const said = request.headers.get('Origin');
  if (said !== null) return parseOrigin(said);
  if (request.headers.get('Sec-Fetch-Site') !== 'same-origin') return undefined;
  // If a proxy in front of the service terminates TLS, the browser's scheme differs from the socket's.
  return parseOrigin(`${scheme ?? protocol.replace(':', '')}://${host}`);
};

/** Reads a call's parameters by its table. If a parameter is repeated, the first value counts. */
export const parseCall = (
  request: Request,
  call: Call,
  { workspaceParam }: WireNames,
  caller: ConnectionInfo = {},
): ParsedCall => {
  const url = new URL(request.url);
  const parameters: Readonly<Record<string, Parameter>> = call.parameters;
  const read = (name: string, alias?: string) =>
    url.searchParams.get(name) || (alias && url.searchParams.get(alias)) || '';
  const text = (name: string) => read(name === 'workspace' ? workspaceParam : name, parameters[name]?.alias);
  const flag = (name: string) => asFlag(text(name));
  const missing = Object.keys(parameters).find((name) => parameters[name]?.required && !text(name));
  return {
    text,
    flag,
    requested: {
      call,
      key: read(KEY_PARAMETER, KEY_PARAMETER_ALIAS),
      photo: flag('photo'),
      append: flag('append'),
      origin: originOf(request, url, caller),
      address: caller.address,
      isLocal: caller.isLocal,
      fault: missing && `The parameter "${missing}" is missing: add ${missing}=… to the query, percent-encoded.`,
    },
  };
};
