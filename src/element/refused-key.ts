import type { FailureCode } from './state.js';

/**
 * Why a page's key is refused, and what its developer does about that: one sentence, with neither the key nor an address. `place`: the
 * page's own. `isProxied`: a key proxy has the key, and its answer says more.
 */
export const refusedKey = (
  code: FailureCode,
  { origin, hostname, protocol }: Pick<Location, 'origin' | 'hostname' | 'protocol'>,
  isProxied: boolean,
): string => {
  const reasons: Partial<Record<FailureCode, string>> = {
    'wrong-key': 'the service does not know it',
    'no-credits': 'its account has no credits left',
    'private-key': 'a page takes a public one; a private one needs the key proxy',
    forbidden:
      protocol === 'file:'
        ? 'it allows no page that is opened as a file: serve the page over http'
        : `it does not allow the origin ${origin}: add that to the key's origins${
            /^(localhost|127\.0\.0\.1)$/.test(hostname) ? ' (localhost and 127.0.0.1 are two)' : ''
          }`,
  };
  return `key refused (${code}): ${isProxied && code !== 'private-key' ? 'the answer of the key proxy says why' : reasons[code]}`;
};
