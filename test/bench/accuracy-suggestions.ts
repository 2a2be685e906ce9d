import { readFileSync } from 'node:fs';
import { suggestAddress } from '../../src/address/index.js';
import { loadReputation } from '../../src/service/reputation/index.js';
import { countSlips, thirtyProviders } from '../address/count-slips.js';
import type { Figure } from './figures.js';

/** Slips of the fingers at big providers, and every free provider's own domain: the page's suggestions, and the service's. */
export const measureSuggestions = (): Figure[] => {
  const free = readFileSync(new URL('../../src/service/reputation/data/free.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const service = loadReputation();
  const suggesters: readonly (readonly [who: string, suggest: (address: string) => string])[] = [
    ['the page', (address) => suggestAddress(address)],
    ['the service', (address) => service.suggest(address)],
  ];
  return suggesters.flatMap(([who, suggest]): Figure[] => {
    const { right, wrong, tried, said } = countSlips(suggest, thirtyProviders, free);
    const unasked = free.filter((domain) => suggest(`jane@${domain}`) !== '').length;
    return [
      {
        what: `slips at thirty providers, suggested right by ${who}`,
        figure: (100 * right) / tried,
        unit: '%',
        digits: 1,
        atLeast: 97,
        said,
      },
      { what: `wrong suggestions by ${who} for these`, figure: wrong.length, unit: '', atMost: 0 },
      { what: `suggestions by ${who} for ${free.length} free-mail domains`, figure: unasked, unit: '', atMost: 0 },
    ];
  });
};
