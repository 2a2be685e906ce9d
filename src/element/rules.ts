/** The page's attributes that decide what a verdict does to the form. */
export interface Policy {
  /** Words that stop a form, with blanks between them. */
  readonly block: string;
  /** Words that only warn. */
  readonly warn: string;
  /** Offer no way around a blocked verdict. */
  readonly noOverride: boolean;
}

/** The page's attributes that decide what happens when. */
export interface Rules extends Policy {
  /** When the service is asked: after typing, when the field is left, or at submit alone. */
  readonly trigger: string;
  /** Least quiet time after a key, in milliseconds. */
  readonly debounce: number;
  /** A key proxy, whose receipt a submit waits for. */
  readonly endpoint: string;
  /** How long a submit may be held, in milliseconds. */
  readonly hold: number;
  /** Domains that are never asked about. */
  readonly allow: string;
  /** Domains that are always refused. */
  readonly deny: string;
  readonly noSuggestion: boolean;
  /** Show nothing of a good verdict. */
  readonly noSuccess: boolean;
  /** Ask nothing and touch no storage. */
  readonly paused: boolean;
}

/** All of the page's attributes, by property. */
export interface Settings extends Rules {
  /** One that is not public is refused before any request. */
  readonly publicKey: string;
  readonly baseUrl: string;
  readonly disposableUrl: string;
  readonly logoUrl: string;
  readonly envelope: string;
  readonly workspaceParam: string;
  /** Ask for accept-all detection at hosted-workspace mail hosts. */
  readonly workspace: boolean;
  /** Milliseconds that a question may take, its repetitions included. */
  readonly timeout: number;
  readonly logo: string;
  /** Id of an input elsewhere in the element's tree, or `''` for the one inside it. */
  readonly htmlFor: string;
  readonly receiptName: string;
  /** Have the browser prove that its user has the address. */
  readonly ownership: boolean;
  /** `line` keeps the line's room free while it is empty, `none` does not. */
  readonly reserve: string;
  /** Say on the input whether it is blocked, warned about or safe, for the page's own styles. */
  readonly markInput: boolean;
}
