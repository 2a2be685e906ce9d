/** What the page is filled in with; it is known only when page and service have their ports. */
export interface PageFillings {
  readonly publicKey: string;
  readonly serviceUrl: string;
  /** Where the demo hosts lists of addresses, without a slash at its end. */
  readonly listsUrl?: string;
  /** Opens the page about ownership in a Chromium that can prove it. */
  readonly chromiumCommand?: string;
  /** Makes a link that opens the console of the demo's account, once. */
  readonly openConsole?: () => Promise<string>;
}
