import { LINK_MINUTES, signInUrl } from '../service/console/link-url.js';
import type { Service } from '../service/index.js';

const FIRST_CREDITS = 1_000;
/** Every port of this machine: where pages are made. */
const FIRST_ORIGIN = 'http://localhost:*';

/**
 * In a database without an account, makes the first one with a key for pages on this machine, and a link to the console. Returns the lines to
 * show, on a terminal alone; nothing if there is an account.
 */
export const firstConsole = async (
  { accounts, links }: Pick<Service, 'accounts' | 'links'>,
  serviceUrl: string,
): Promise<readonly string[]> => {
  if ((await accounts.listAccounts()).length > 0) return [];
  const { id, name } = await accounts.createAccount({ name: 'My site', credits: FIRST_CREDITS });
  const { key } = await accounts.createKey({
    account: id,
    kind: 'public',
    label: 'Pages on this machine',
    origins: [FIRST_ORIGIN],
  });
  return [
    `Account ${id} (${name}) is made, with ${FIRST_CREDITS.toLocaleString('en')} credits and this key for pages at ${FIRST_ORIGIN}: ${key}`,
    `Open its console with this link, once, within ${LINK_MINUTES} minutes: ${signInUrl(serviceUrl, await links.make())}`,
  ];
};
