/**
 * Who may use a route. `anyone`: callers without a session. `session`: any session; the answer covers what it reaches. `account`: sessions
 * of the account in the path, and the operator's. `operator`: sessions that reach all accounts.
 */
export type ConsoleScope = 'anyone' | 'session' | 'account' | 'operator';

/** One route of the console, as data. */
export interface ConsoleRoute {
  readonly method: 'GET' | 'POST';
  /** `{name}` stands for one part of the path. */
  readonly path: string;
  readonly scope: ConsoleScope;
}

/** Where the page is. Every path below that is not a file or an API route is a view of the page. */
export const CONSOLE_PATH = '/console';
export const CONSOLE_API_PATH = '/console/api';

/** A route whose scope is known to the compiler, so that handlers get what its callers have. */
interface RouteOf<Scope extends ConsoleScope> extends ConsoleRoute {
  readonly scope: Scope;
}

const get = <Scope extends ConsoleScope>(scope: Scope, path: string): RouteOf<Scope> => ({
  method: 'GET',
  path: `${CONSOLE_API_PATH}/${path}`,
  scope,
});
const post = <Scope extends ConsoleScope>(scope: Scope, path: string): RouteOf<Scope> => ({
  method: 'POST',
  path: `${CONSOLE_API_PATH}/${path}`,
  scope,
});

/** Every route of the console. Changes are POSTs of JSON; only `addListFile` takes a file as its body. */
export const consoleRoutes = {
  signIn: post('anyone', 'sign-in'),
  session: get('session', 'session'),
  signOut: post('session', 'sign-out'),
  sessions: get('session', 'sessions'),
  endSession: post('session', 'sessions/{session}/end'),
  audit: get('session', 'audit'),
  machine: get('session', 'machine'),

  accounts: get('operator', 'accounts'),
  addAccount: post('operator', 'accounts'),
  operatorFeed: get('operator', 'feed'),
  account: get('account', 'accounts/{account}'),
  renameAccount: post('operator', 'accounts/{account}/rename'),
  closeAccount: post('operator', 'accounts/{account}/close'),
  changeCredits: post('operator', 'accounts/{account}/credits'),
  setLowCredits: post('account', 'accounts/{account}/low-credits'),
  usageFile: get('account', 'accounts/{account}/usage.csv'),

  overview: get('account', 'accounts/{account}/overview'),
  feed: get('account', 'accounts/{account}/feed'),
  tryAddress: post('account', 'accounts/{account}/try'),

  keys: get('account', 'accounts/{account}/keys'),
  addKey: post('account', 'accounts/{account}/keys'),
  changeKey: post('account', 'accounts/{account}/keys/{key}'),
  approveOrigin: post('account', 'accounts/{account}/keys/{key}/origins'),
  rotateKey: post('account', 'accounts/{account}/keys/{key}/rotate'),
  revokeKey: post('account', 'accounts/{account}/keys/{key}/revoke'),

  lists: get('account', 'accounts/{account}/lists'),
  addListFile: post('account', 'accounts/{account}/lists/file'),
  addListUrl: post('account', 'accounts/{account}/lists/url'),
  list: get('account', 'accounts/{account}/lists/{list}'),
  listRows: get('account', 'accounts/{account}/lists/{list}/rows'),
  listFile: get('account', 'accounts/{account}/lists/{list}/file'),
  startList: post('account', 'accounts/{account}/lists/{list}/start'),
  pauseList: post('account', 'accounts/{account}/lists/{list}/pause'),
  cancelList: post('account', 'accounts/{account}/lists/{list}/cancel'),

  webhook: get('account', 'accounts/{account}/webhook'),
  setWebhook: post('account', 'accounts/{account}/webhook'),
  rotateWebhook: post('account', 'accounts/{account}/webhook/rotate'),
  removeWebhook: post('account', 'accounts/{account}/webhook/remove'),
  testWebhook: post('account', 'accounts/{account}/webhook/test'),
  deliveries: get('account', 'accounts/{account}/webhook/deliveries'),
  sendDelivery: post('account', 'accounts/{account}/webhook/deliveries/{delivery}/send'),
};

export type ConsoleRouteName = keyof typeof consoleRoutes;

/** The path of a route with its parts filled in, each percent-encoded. */
export const consolePath = (name: ConsoleRouteName, parts: Readonly<Record<string, string | number>> = {}): string =>
  consoleRoutes[name].path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(parts[part] ?? '')));
