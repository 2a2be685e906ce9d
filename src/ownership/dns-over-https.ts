import { readBytes } from '../network/index.js';
import type { OwnershipSources } from './sources.js';

/** Octets of an answer about one name. */
const LONGEST_ANSWER = 16_384;

/** Types and codes of the DNS (RFC 1035 §3.2.2, §4.1.1). */
const TXT = 16;
const [NO_ERROR, NO_SUCH_NAME] = [0, 3];

/** A resolver's JSON: https://developers.google.com/speed/public-dns/docs/doh/json */
interface Answer {
  readonly Status?: unknown;
  readonly TC?: unknown;
  readonly Answer?: readonly { readonly type?: unknown; readonly data?: unknown }[];
}

/** A record as text: some resolvers write each part of it in quotes. No issuer's host has a quote or a backslash in it. */
const textOf = (data: string): string =>
  data.startsWith('"') ? data.slice(1).replace(/"$/, '').replaceAll('" "', '') : data;

/**
 * TXT records by DNS over HTTPS, for runtimes without a resolver of their own.
 * @param fetch as the global one
 * @param resolver a resolver that answers in JSON, such as `https://dns.google/resolve`
 */
export const txtOverHttps =
  (fetch: OwnershipSources['fetch'], resolver: string): OwnershipSources['resolveTxt'] =>
  async (name, signal) => {
    const url = new URL(resolver);
    url.searchParams.set('name', name);
    url.searchParams.set('type', 'TXT');
    const response = await fetch(url.href, { signal, redirect: 'manual', headers: { Accept: 'application/dns-json' } });
    const octets = response.status === 200 ? await readBytes(response, LONGEST_ANSWER) : undefined;
    const answer = JSON.parse(new TextDecoder().decode(octets ?? new Uint8Array())) as Answer | null;
    if (answer?.Status === NO_SUCH_NAME) return [];
    if (answer?.Status !== NO_ERROR || answer.TC === true)
      throw new Error(`The resolver did not tell the records of a name.`);
    return (answer.Answer ?? []).flatMap(({ type, data }) =>
      type === TXT && typeof data === 'string' ? [textOf(data)] : [],
    );
  };
