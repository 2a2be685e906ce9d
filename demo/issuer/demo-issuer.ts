import { createIssuer, type Issuer } from './issuer.js';
import { startIssuer } from './start-issuer.js';

/** The provider of the demo's mail world that vouches for its users. */
export interface DemoIssuer {
  readonly issuer: Issuer;
  /** A command that opens a page in a Chromium which takes this issuer for its host. */
  commandFor(url: string): string;
  close(): Promise<void>;
}

const domain = 'mail.net-trouble.com';
/** The visitor's: the mail host takes mail for the first, and refuses the second. */
export const ownAddresses = [`jane.doe@${domain}`, `former.jane@${domain}`] as const;

const quoted = (word: string): string => (/^[\w./:=-]+$/.test(word) ? word : `'${word}'`);

/** Starts the provider's issuer, which takes as long as one on the internet. */
export const startDemoIssuer = async (): Promise<DemoIssuer> => {
  const issuer = await createIssuer({
    ...{ host: 'accounts.net-trouble.com', site: 'net-trouble.com', domains: [domain] },
    ...{ accounts: ownAddresses, delay: 300 },
  });
  const { chromiumFlags, close } = await startIssuer(issuer);
  return {
    issuer,
    // A profile of its own: a Chromium that runs already would open the page without the flags.
    commandFor: (url) => ['chromium', '--user-data-dir="$(mktemp -d)"', ...chromiumFlags.map(quoted), url].join(' '),
    close,
  };
};
