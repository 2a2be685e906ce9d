import { seeded } from '../random.js';

/** One press of a key: how long after the last one, in milliseconds, and what the field holds then. */
export interface Key {
  readonly after: number;
  readonly text: string;
}

/** How somebody types an address. */
export interface Manner {
  /** The next interval between keys, in milliseconds. */
  readonly interval: () => number;
  /** Where they stop to think, as an index of the address, and for how long. */
  readonly pauseBefore?: number | undefined;
  readonly pause?: number;
  /** Where they hit a wrong key first, and erase it at once. */
  readonly slipBefore?: number | undefined;
}

/** The keys of an address, the wrong one and its erasure included. */
export const keysOf = (address: string, { interval, pauseBefore, pause = 0, slipBefore }: Manner): Key[] => {
  const keys: Key[] = [];
  for (let index = 0; index < address.length; index++) {
    const typed = address.slice(0, index);
    let after = index === pauseBefore ? pause : interval();
    if (index === slipBefore) {
      keys.push({ after, text: `${typed}${address[index] === 'k' ? 'l' : 'k'}` }, { after: interval(), text: typed });
      after = interval();
    }
    keys.push({ after, text: `${typed}${address[index]}` });
  }
  return keys;
};

/** Domains of sign-up addresses, by weight. */
const weights = {
  'gmail.com': 45,
  'yahoo.com': 8,
  'hotmail.com': 7,
  'outlook.com': 6,
  'icloud.com': 4,
  'web.de': 3,
  'gmx.net': 2,
  'orange.fr': 2,
  'qq.com': 2,
  'yahoo.co.uk': 2,
  'yahoo.com.br': 2,
  'hotmail.co.uk': 1,
  'uol.com.br': 1,
  'live.com': 1,
  'proton.me': 1,
  'acme.com': 6,
  'widgets.org': 2,
  'startup.co': 1,
  'acme.io': 1,
  'ed.ac.uk': 1,
  'firma.com.tr': 1,
  'example-shop.net': 1,
};
const domains = Object.entries(weights).flatMap(([domain, weight]) => Array<string>(weight).fill(domain));

const KEYBOARD = 240;
const PHONE = 330;
/** How unlike persons are to each other, and to themselves. */
const BETWEEN = 0.35;
const WITHIN = 0.45;

/** Typists, every second one on a phone: each with an address of their own, and its keys. */
export const typists = (count: number, seed: number): { readonly address: string; readonly keys: readonly Key[] }[] => {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, (_, index) => {
    const name = Array.from({ length: 3 + below(7) }, () => pick([...'abcdefghijklmnoprstuvw'])).join('');
    const address = `${name}${index}@${pick(domains)}`;
    const pace = (index % 2 ? PHONE : KEYBOARD) * Math.exp(BETWEEN * normal());
    const stops = [...address].flatMap((character, at) => ('@.'.includes(character) ? [at] : []));
    const pauseBefore = random() < 0.15 ? pick(stops) : undefined;
    const slipBefore = random() < 0.08 ? below(address.length) : undefined;
    return {
      address,
      keys: keysOf(address, {
        interval: () => pace * Math.exp(WITHIN * normal()),
        pauseBefore,
        pause: 700 + 2300 * random(),
        slipBefore,
      }),
    };
  });
};
