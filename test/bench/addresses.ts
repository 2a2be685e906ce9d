import { VOID } from './world/dns.js';
import { LIVING } from './world/smtp.js';

/** A list that is the same each time it is made: `count` addresses of `domains` domains, every fifth mailbox missing, in no order. */
export interface AddressList {
  readonly count: number;
  readonly domains: number;
}

/** Of a hundred domains so many do not exist. */
const VOID_PERCENT = 5;

/** The addresses by their place: a step that shares no factor with the count visits each once. */
export const listOf = ({ count, domains }: AddressList): { readonly count: number; at(place: number): string } => {
  let step = Math.floor(count * 0.618);
  while (sharesFactor(step, count)) step += 1;
  return {
    count,
    at(place) {
      const number = (place * step) % count;
      const domain = number % domains;
      const round = Math.floor(number / domains);
      const name = domain % 100 < VOID_PERCENT ? VOID : 'load-mail.com';
      return `${round % 5 === 4 ? 'gone' : LIVING}${round}@d${domain}.${name}`;
    },
  };
};

function sharesFactor(a: number, b: number): boolean {
  return b === 0 ? a > 1 : sharesFactor(b, a % b);
}

/** All of a list. */
export const addressesOf = (list: AddressList): string[] => {
  const { count, at } = listOf(list);
  return Array.from({ length: count }, (_, place) => at(place));
};
