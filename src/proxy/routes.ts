import {
  balanceCall,
  disposableCall,
  listStatusCall,
  logoCall,
  pageCountsCall,
  reverseCall,
  uploadCall,
  uploadFileCall,
  usageCall,
  validateCall,
  type Call,
} from '../wire/index.js';

/** A call of the proxy, by its path. */
export type ProxyCall =
  'validate' | 'disposable' | 'logo' | 'counts' | 'reverse' | 'balance' | 'usage' | 'lists/upload' | 'lists/status';

/** One call of the proxy, as data. */
export interface ProxyRoute {
  /** The interface's call that it maps onto. Its parameters are those that are taken. */
  readonly call: Call;
  readonly methods: readonly ('GET' | 'POST')[];
  /** The interface's call that a POST maps onto if its body is a file; its parameters are in the query then. */
  readonly fileCall?: Call;
  /** `page`: the site's own pages. `authorized`: their scripts, by the header below, if `authorize` lets them in. */
  readonly openTo: 'page' | 'authorized';
  /** The answer may be lost after the service took the call, and a second one would be another: it is sent once. */
  readonly isNeverRepeated?: true;
}

/**
 * Account calls need the header `email-check: 1`. A script can send it. No image, link or prefetch of a page can, and no page of another
 * site, since that takes a preflight (Fetch §3.2.2), which the key proxy never grants.
 */
export const ACCOUNT_HEADER = 'email-check';
export const ACCOUNT_HEADER_VALUE = '1';

const get = ['GET'] as const;
// An address in a body stays out of access logs.
const getOrPost = ['GET', 'POST'] as const;

/** Every call of the proxy. The path of `logo` goes on with a domain. */
export const proxyRoutes: Readonly<Record<ProxyCall, ProxyRoute>> = {
  validate: { call: validateCall, methods: getOrPost, openTo: 'page' },
  disposable: { call: disposableCall, methods: get, openTo: 'page' },
  logo: { call: logoCall, methods: get, openTo: 'page' },
  counts: { call: pageCountsCall, methods: get, openTo: 'page' },
  reverse: { call: reverseCall, methods: getOrPost, openTo: 'authorized' },
  balance: { call: balanceCall, methods: get, openTo: 'authorized' },
  usage: { call: usageCall, methods: get, openTo: 'authorized' },
  'lists/upload': {
    ...{ call: uploadCall, fileCall: uploadFileCall },
    ...{ methods: getOrPost, openTo: 'authorized', isNeverRepeated: true },
  },
  'lists/status': { call: listStatusCall, methods: get, openTo: 'authorized' },
};

/** The call that a request is for. */
export interface RoutedCall {
  readonly name: ProxyCall;
  readonly route: ProxyRoute;
  /** The path's end if the call has one: the domain of a logo, percent-encoded as it came. */
  readonly domainPath: string;
  /** The body is a file. */
  readonly isFile?: boolean;
}

/** The call as a request with this method makes it. */
export const withMethod = (routed: RoutedCall, method: string): RoutedCall => {
  const { fileCall, ...route } = routed.route;
  return method === 'POST' && fileCall ? { ...routed, route: { ...route, call: fileCall }, isFile: true } : routed;
};

const isCall = (name: string): name is ProxyCall => Object.hasOwn(proxyRoutes, name);

/** The call at a path; a slash at its end is accepted, since the interface's own paths have one. `undefined` if there is no such call. */
export const routedCallOf = (path: string, mount: string): RoutedCall | undefined => {
  if (!path.startsWith(`${mount}/`)) return undefined;
  const below = path.slice(mount.length + 1).replace(/\/$/, '');
  const [, domain] = /^logo\/([^/]+)$/.exec(below) ?? [];
  const name = domain === undefined ? below : 'logo';
  if (!isCall(name) || (name === 'logo' && domain === undefined)) return undefined;
  return { name, route: proxyRoutes[name], domainPath: domain ?? '' };
};
