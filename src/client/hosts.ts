import type { Host } from '../wire/calls.js';

/** Where a service is, as a caller says it. */
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

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** The address of each host, without a slash at its end. */
export const hostsOf = ({ baseUrl, bulkUrl, disposableUrl, logoUrl }: HostOptions): Readonly<Record<Host, string>> => {
  const base = withoutSlash(baseUrl);
  return {
    base,
    bulk: withoutSlash(bulkUrl || base),
    disposable: withoutSlash(disposableUrl || `${base}/disposable`),
    logo: withoutSlash(logoUrl || `${base}/logo`),
  };
};
