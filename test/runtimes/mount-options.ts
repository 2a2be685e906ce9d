import type { KeyProxyOptions } from '../../src/proxy/index.js';

/** Options that can be sent to a runtime in another process; `hasOwner` opens the account calls to who says so, as {@link isOwner}. */
export type MountOptions = Pick<
  KeyProxyOptions,
  | 'apiKey'
  | 'baseUrl'
  | 'disposableUrl'
  | 'receiptSecret'
  | 'origins'
  | 'allow'
  | 'allowUnmarked'
  | 'trustedHops'
  | 'dailyPerVisitor'
  | 'budgetPerDay'
  | 'timeout'
> & { readonly cache?: false; readonly hasOwner?: true };

/** The suite's own people: who may make account calls. */
export const isOwner = (request: Request): boolean => request.headers.get('x-person') === 'owner';

/** What `createKeyProxy` takes of a mount's options. */
export const proxyOptions = ({ hasOwner, ...options }: MountOptions): KeyProxyOptions => ({
  ...options,
  ...(hasOwner && { authorize: isOwner }),
});
