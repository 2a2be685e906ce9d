import { MICROSOFT_CLOUDS } from '../verdict/index.js';

/**
 * Documented behaviour of a mail host, which makes a question unnecessary. `accepts-all`: RCPT is accepted for
 * everybody, which proves nothing. `refuses-unknown`: RCPT is refused for mailboxes that do not exist, so that an
 * acceptance is proof. `workspace`: a host of many organisations' domains that refuses unknown mailboxes unless the
 * organisation has set a catch-all: an acceptance alone proves nothing. All hosts of one workspace do as the organisation has set.
 */
export type KnownHost = 'accepts-all' | 'refuses-unknown' | 'workspace';

interface KnownHostRow {
  /** A host's whole name, or with a dot before it all names below. */
  readonly suffix: string;
  readonly known: KnownHost;
  /** Of a workspace. */
  readonly provider?: WorkspaceProvider;
  /** Domains of the provider's own mailboxes, for which no catch-all can be set. */
  readonly own?: readonly string[];
}

const GMAIL = ['gmail.com', 'googlemail.com'];

/** Hosts that take mail for the same organisations, by the one directory of each. */
export type WorkspaceProvider = 'google' | 'microsoft';

/** The first that matches counts. */
const rows: readonly KnownHostRow[] = [
  // Yahoo, AOL, Verizon, Sky: RCPT is always accepted, "user doesn't have an account" comes after DATA alone.
  // https://github.com/truemail-rb/truemail-go/issues/91, https://github.com/AfterShip/email-verifier/issues/57
  { suffix: '.yahoodns.net', known: 'accepts-all' },
  // outlook.com, hotmail, live, msn, consumers' mailboxes alone: observed to refuse unknown ones with 550 5.5.0 at RCPT.
  { suffix: '.olc.protection.outlook.com', known: 'refuses-unknown' },
  // Google, gmail.com and Workspace: unknown users are refused with 550 5.1.1 at RCPT, unless a catch-all route is set for a domain
  // of one's own. Groups of googlegroups.com are behind names below l.google.com too.
  // https://github.com/zytzagoo/smtp-validate-email/issues/84, https://support.google.com/a/answer/33962
  { suffix: '.l.google.com', known: 'workspace', provider: 'google', own: GMAIL },
  { suffix: '.googlemail.com', known: 'workspace', provider: 'google', own: GMAIL },
  { suffix: 'smtp.google.com', known: 'workspace', provider: 'google', own: GMAIL },
  // Microsoft 365: unknown recipients are refused at the edge (550 5.4.1) if the domain is "authoritative", as it is at first.
  // https://learn.microsoft.com/exchange/mail-flow-best-practices/use-directory-based-edge-blocking
  ...MICROSOFT_CLOUDS.map((cloud) => ({
    suffix: `.mail.protection.${cloud}`,
    known: 'workspace' as const,
    provider: 'microsoft' as const,
  })),
  // The same with DNSSEC: names made from 2024 on. https://learn.microsoft.com/purview/how-smtp-dane-works
  { suffix: '.mx.microsoft', known: 'workspace', provider: 'microsoft' },
];

const rowOf = (name: string): KnownHostRow | undefined =>
  rows.find(({ suffix }) => (suffix.startsWith('.') ? name.endsWith(suffix) : name === suffix));

/** Whose workspaces a host serves, by its name; lower case, no dot at the end. */
export const workspaceProvider = (name: string): WorkspaceProvider | undefined => rowOf(name)?.provider;

/**
 * Returns the documented behaviour of a host by its name, for a domain's addresses; both lower case, no dot at the end.
 * `undefined` for all but a few.
 */
export function knownHost(name: string, asciiDomain: string): KnownHost | undefined {
  const row = rowOf(name);
  return row?.own?.includes(asciiDomain) ? 'refuses-unknown' : row?.known;
}
