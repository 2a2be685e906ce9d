/** Host of the service that a call goes to. */
export type Host = 'base' | 'bulk' | 'disposable' | 'logo';

/** One query parameter. */
export interface Parameter {
  readonly kind: 'text' | 'email' | 'flag' | 'bit' | 'date' | 'url' | 'callback';
  readonly required?: true;
  /** Another name that is accepted for it. */
  readonly alias?: string;
}

/** The path of a call, and who may make it. */
export interface Route {
  /** Every call of the interface is a GET; a POST is an addition of this project, for servers. */
  readonly method?: 'POST';
  readonly host: Host;
  /**
   * Path below the host's URL. `/v1` without its slash may redirect through plain http with the key in it: keep the
   * slash.
   */
  readonly path: string;
  /** Kinds of keys that a call accepts; `public` accepts private keys too. */
  readonly keys: 'none' | 'private' | 'public';
}

/** One call of the interface, as data. */
export interface Call extends Route {
  readonly parameters: Readonly<Record<string, Parameter>>;
}

/** The key's parameter, and the other name that is accepted for it. */
export const KEY_PARAMETER = 'api';
export const KEY_PARAMETER_ALIAS = 'api_key';

const email = { kind: 'email', required: true } as const;
const flag = { kind: 'flag' } as const;
const date = { kind: 'date', required: true } as const;
const callback = { kind: 'callback' } as const;

/** The path of single validation, separate so that a page need not load the table of parameters. */
export const validateRoute = { host: 'base', path: '/v1/', keys: 'public' } as const satisfies Route;

/** Single validation. A public key allows it without `photo` and `append`. */
export const validateCall = {
  ...validateRoute,
  parameters: { email, photo: flag, append: flag, workspace: flag },
} as const satisfies Call;

/** Validation of several addresses in one call: its body, in JSON, has `emails` and the workspace parameter. */
export const batchCall = {
  method: 'POST',
  host: 'base',
  path: '/v1/batch/',
  keys: 'private',
  parameters: {},
} as const satisfies Call;

/** Reverse look-up. */
export const reverseCall = {
  host: 'base',
  path: '/v1/reverse/',
  keys: 'private',
  parameters: { email },
} as const satisfies Call;

/** Credits left. */
export const balanceCall = {
  host: 'base',
  path: '/v1/balance/',
  keys: 'private',
  parameters: {},
} as const satisfies Call;

/** Calls made between two days, YY-MM-DD. */
export const usageCall = {
  host: 'base',
  path: '/v1/usage/',
  keys: 'private',
  parameters: { start: date, end: date },
} as const satisfies Call;

/**
 * Bulk upload: the list is fetched from `url`. A blind retry can make a second list. `callback`, an addition of this project: a webhook is
 * sent there when the list ends.
 */
export const uploadCall = {
  host: 'bulk',
  path: '/v1/upload/',
  keys: 'private',
  parameters: { url: { kind: 'url', required: true }, name: { kind: 'text' }, callback },
} as const satisfies Call;

/**
 * Bulk upload by POST with the file as the body (`text/csv` or `text/plain`), beside the interface's own by GET. `column`:
 * a column's name, or its number from 1. A blind retry makes a second list.
 */
export const uploadFileCall = {
  host: 'bulk',
  path: uploadCall.path,
  keys: 'private',
  parameters: { name: { kind: 'text' }, column: { kind: 'text' }, callback },
} as const satisfies Call;

/** State of a bulk list. */
export const listStatusCall = {
  host: 'bulk',
  path: '/v1/status/',
  keys: 'private',
  parameters: { list_id: { kind: 'text', required: true, alias: 'task_id' } },
} as const satisfies Call;

/**
 * A list's results, by the token of its download link. The interface does not list this call, since answers contain the
 * whole link.
 */
export const downloadCall = {
  host: 'bulk',
  path: '/v1/download/',
  keys: 'none',
  parameters: { file: { kind: 'text', required: true } },
} as const satisfies Call;

/** The path of the free detector. */
export const disposableRoute = { host: 'disposable', path: '/', keys: 'none' } as const satisfies Route;

/** The free detector: an address or a bare domain, from any page. */
export const disposableCall = {
  ...disposableRoute,
  parameters: { email: { kind: 'text', required: true } },
} as const satisfies Call;

/** The path of logos, to which the domain is added. */
export const logoRoute = { host: 'logo', path: '/', keys: 'none' } as const satisfies Route;

/** A domain's logo, 128 × 128 PNG; with `monogram=0` a transparent PNG of 1 × 1 in place of the monogram. */
export const logoCall = { ...logoRoute, parameters: { monogram: { kind: 'bit' } } } as const satisfies Call;
