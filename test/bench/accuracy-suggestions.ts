import { readFileSync } from 'node:fs';
import { suggestAddress, unpackDomains } from '../../src/address/index.js';
import { lookalikes, providers } from '../../src/element/known-domains.js';
import { loadReputation } from '../../src/service/reputation/index.js';
import { oneSlipAway } from '../address/typos.js';
import type { Figure } from './figures.js';

const BIG = unpackDomains('com gmail yahoo hotmail outlook icloud aol live msn qq/de gmx web/ru mail');

/** One slip of the fingers in a big provider's domain, and every free provider's own domain: the page's suggestions, and the service's. */
export const measureSuggestions = (): Figure[] => {
  const free = readFileSync(new URL('../../src/service/reputation/data/free.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const isFree = new Set(free);
  const onPage = new Set([...providers, ...lookalikes]);
  const service = loadReputation();
  const suggesters: readonly (readonly [who: string, suggest: (address: string) => string])[] = [
    ['the page', (address) => suggestAddress(address, { providers, known: (domain) => onPage.has(domain) })],
    ['the service', (address) => service.suggest(address)],
  ];
  // A slip that makes another real provider is none that anyone can tell, and a dot at either end is a fault of syntax.
  const slips = BIG.flatMap((meant) =>
    oneSlipAway(meant)
      .filter((typed) => !isFree.has(typed) && !/^\.|\.$/.test(typed))
      .map((typed) => [typed, meant] as const),
  );
  return suggesters.flatMap(([who, suggest]): Figure[] => {
    const right = slips.filter(([typed, meant]) => suggest(`jane@${typed}`) === `jane@${meant}`).length;
    const wrong = free.filter((domain) => suggest(`jane@${domain}`) !== '').length;
    return [
      {
        what: `one slip in a big domain, suggested right by ${who}`,
        figure: (100 * right) / slips.length,
        unit: '%',
        digits: 1,
        atLeast: 95,
        said: `${right} of ${slips.length}`,
      },
      { what: `suggestions by ${who} for ${free.length} free-mail domains`, figure: wrong, unit: '', atMost: 0 },
    ];
  });
};
