import { CONSOLE_PATH } from '../wire/console/index.js';

/** Whose data a view shows: one account's, all accounts' (the operator alone), or what every session has. */
export type ViewScope = 'account' | 'operator' | 'session';

/** What a view is found by. */
export interface ViewName {
  readonly scope: ViewScope;
  /** The part of the path that names it; `''` for an account's first view. */
  readonly name: string;
}

/** Where in the page one is. */
export interface Place<View extends ViewName> {
  readonly view: View;
  /** The account in the path; 0 if the view is of no single one. */
  readonly account: number;
  /** What follows the view's name, decoded, without a slash at its start. */
  readonly path: string;
}

/** Whom a session reaches: the one account, or all. */
export interface Reach {
  readonly account?: number;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const ACCOUNT = /^\/accounts\/([1-9]\d{0,14})(?=\/|$)/;

/** Whether a session may see a view of an account. The service checks it too: this keeps links that lead nowhere out of sight. */
export const isReached = ({ scope }: ViewName, account: number, reach: Reach): boolean =>
  reach.account === undefined || scope === 'session' || (scope === 'account' && account === reach.account);

/**
 * The view at a path below `/console`, such as `/accounts/3/lists/ab12`; undefined if the session reaches no such view.
 * `/` has no view: {@link homeOf} says where to go from there.
 */
export const placeOf = <View extends ViewName>(
  path: string,
  views: readonly View[],
  reach: Reach,
): Place<View> | undefined => {
  const inAccount = ACCOUNT.exec(path);
  const account = Number(inAccount?.[1] ?? 0);
  const [name = '', ...rest] = path
    .slice(inAccount?.[0].length ?? 0)
    .replace(/^\//, '')
    .split('/')
    .map(decoded);
  const view = views.find((each) => each.name === name && (each.scope === 'account') === account > 0);
  return view && isReached(view, account, reach) ? { view, account, path: rest.join('/') } : undefined;
};

/** The path of a view below `/console`. */
export const pathTo = ({ scope, name }: ViewName, account: number): string =>
  `${scope === 'account' ? `/accounts/${account}` : ''}${name && `/${name}`}` || '/';

/** Where a session begins: at its account, or at the only one, or at the list of all. */
export const homeOf = (
  views: readonly ViewName[],
  reach: Reach & { readonly accounts: readonly { readonly id: number }[] },
): string => {
  const [only, ...others] = reach.accounts;
  if (reach.account !== undefined) return `/accounts/${reach.account}`;
  if (only && !others.length) return `/accounts/${only.id}`;
  const first = views.find(({ scope }) => scope === 'operator');
  return first ? pathTo(first, 0) : `/accounts/${only?.id ?? 1}`;
};

/** The path below `/console` of a URL of this page; undefined for other URLs, the interface's own included. */
export const pathOf = ({ origin, pathname }: URL, ownOrigin: string): string | undefined => {
  if (origin !== ownOrigin || (pathname !== CONSOLE_PATH && !pathname.startsWith(`${CONSOLE_PATH}/`))) return undefined;
  const path = `/${pathname.slice(CONSOLE_PATH.length).split('/').filter(Boolean).join('/')}`;
  return path.startsWith('/api/') ? undefined : path;
};

/** The URL of a path below `/console`, for links. */
export const hrefOf = (path: string): string => `${CONSOLE_PATH}${path === '/' ? '' : path}`;
