/** How a provider's hosts are asked: at its pace, at a quarter of it, or not at all. */
export const askModes = ['ask', 'ask-slowly', 'never'] as const;
export type AskMode = (typeof askModes)[number];

/** A mode, why, and where that stands. */
export interface AskRule {
  readonly mode: AskMode;
  readonly reason: string;
  /** Address of what the reason rests on; `''` for an operator's own rule. */
  readonly source: string;
  /** Day of the decision, `2026-11-29`; `''` for an operator's own rule. */
  readonly date: string;
}

/** A provider of many mailboxes, which judges whoever asks it at all of its hosts together. */
export interface MailProvider {
  readonly name: string;
  /** Names of mail hosts; with a dot before it, all names below. */
  readonly hosts: readonly string[];
  /** For addresses that come one by one: somebody typed each. */
  readonly single: AskRule;
  /** For addresses of lists. */
  readonly lists: AskRule;
  /** Verdicts in progress at a time, each over one connection at most. */
  readonly connections: number;
  /** Recipients asked for in a second, at most. */
  readonly perSecond: number;
  /** Recipients asked for in a day (UTC), at most. */
  readonly perDay: number;
}

/** Returns the provider that a mail host belongs to. Names are in lower case, without a dot at the end. */
export const providerOf = (providers: readonly MailProvider[], host: string): MailProvider | undefined =>
  providers.find(({ hosts }) => hosts.some((each) => (each.startsWith('.') ? host.endsWith(each) : host === each)));
