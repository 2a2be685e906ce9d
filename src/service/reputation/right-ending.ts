import { slipDistance } from '../../address/distance.js';
import { knownTables } from '../../address/known-tables.js';

/** A shorter name with another ending is rarely the provider's, unless the name is a brand. */
const SHORTEST_NAME = 5;
/** The cost of one slip, or one missed letter (`slipDistance`). */
const ONE_SLIP = 3;

const { brands = [] } = knownTables;
const nameOf = (domain: string): string => domain.slice(0, domain.indexOf('.'));
const endingOf = (domain: string): string => domain.slice(domain.indexOf('.') + 1);

/**
 * The provider that is meant by a domain that takes no mail and has a provider's name (`gmail.fr`, `hotmail.jp`, `sbcglobal.com`): the
 * only one with this name, or the brand's main one; `''` if the name is no provider's, or another domain of the provider is as likely.
 */
export function withRightEnding(asciiDomain: string, providers: readonly string[]): string {
  const name = nameOf(asciiDomain);
  const ending = endingOf(asciiDomain);
  // `mail.gmail.com` is no ending; `com.fr` is.
  if (!/^[a-z]{2,}$|^[a-z]{2,3}\.[a-z]{2}$/.test(ending)) return '';
  const own = providers.filter((provider) => nameOf(provider) === name);
  const brand = brands.find((each) => own.includes(each));
  if (!brand && name.length < SHORTEST_NAME) return '';
  if (own.length < 2) return own[0] ?? '';
  const country = /(?:^|\.)([a-z]{2})$/.exec(ending)?.[1];
  const isOthers = own.some(
    (each) => each !== brand && (each.endsWith(`.${country}`) || slipDistance(asciiDomain, each, ONE_SLIP) <= ONE_SLIP),
  );
  return isOthers ? '' : (brand ?? '');
}
