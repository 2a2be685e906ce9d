import { unpackDomains } from '../../src/address/index.js';
import { providers } from '../../src/address/known-domains.js';
import { slipsOf } from './typos.js';

/** Thirty of the providers that most people have, in all parts of the world. */
export const thirtyProviders = unpackDomains(
  [
    'com gmail googlemail yahoo hotmail outlook live msn icloud aol protonmail qq btinternet',
    'de gmx web t-online/net gmx comcast laposte/ru mail yandex/fr orange free hotmail yahoo/it libero',
    'co.uk yahoo hotmail/com.br uol/co.in yahoo/me proton',
  ].join('/'),
);

/** How many of the slips at some providers' domains are suggested right; what real domains are, no slip is. */
export function countSlips(suggest: (address: string) => string, meant: readonly string[], real: readonly string[]) {
  const isReal = new Set([...real, ...providers]);
  const found = meant.flatMap((domain) =>
    slipsOf(domain, providers, (typed) => isReal.has(typed)).map((typed) => ({
      typed,
      domain,
      suggested: suggest(`jane@${typed}`),
    })),
  );
  const right = found.filter(({ domain, suggested }) => suggested === `jane@${domain}`).length;
  const wrong = found.filter(({ domain, suggested }) => suggested && suggested !== `jane@${domain}`);
  const said = `${right} of ${found.length} right (${((100 * right) / found.length).toFixed(1)} %), ${wrong.length} wrong`;
  return { right, wrong, tried: found.length, said };
}
