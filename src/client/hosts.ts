import type { Host } from '../wire/calls.js';

/** The addresses of a service, as a caller gives them. */
export interface HostOptions {
  /** Main address of the service, such as `https://check.example.com`. Paths are added to it. */
  readonly baseUrl: string;
  /** Address of the bulk host; `baseUrl` by default. */
  readonly bulkUrl?: string | undefined;
  /** Address of the disposable detector; `{baseUrl}/disposable` by default. */
  readonly disposableUrl?: string | undefined;
  /** Address of the logo host; `{baseUrl}/logo` by default. */
  readonly logoUrl?: string | undefined;
}

/** An address or a path without the slashes at its end. */
export const withoutEndSlashes = (text: string): string => text.replace(/(?<!\/)\/+$/, '');

/** The address of each host, without a slash at its end. */
export const hostsOf = (options: HostOptions): Readonly<Record<Host, string>> => {
  const at = (host: Host, standard = ''): string => withoutEndSlashes(options[`${host}Url`] || standard);
  const base = at('base');
  return {
    base,
    bulk: at('bulk', base),
    disposable: at('disposable', `${base}/disposable`),
    logo: at('logo', `${base}/logo`),
  };
};
