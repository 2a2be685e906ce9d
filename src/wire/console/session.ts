/** The answer to `signIn` and `session`. */
export interface SessionInfo {
  readonly id: number;
  /** The account that the session is for; absent for the operator's, which reaches all. */
  readonly account?: number;
  /** The accounts that it reaches, open ones first. An account's session has its own alone. */
  readonly accounts: readonly { readonly id: number; readonly name: string; readonly isClosed: boolean }[];
  /** The service's URL, for snippets. */
  readonly serviceUrl: string;
  /** The version of the service. */
  readonly version: string;
}

/** The body of `signIn`: the token in the fragment of a one-time link. */
export interface SignInOrder {
  readonly token: string;
}

/** A session in the list of sessions. Times in milliseconds since 1970, UTC. */
export interface ListedSession {
  readonly id: number;
  readonly account?: number;
  /** The browser and system that signed in, as it named itself; at most 200 characters. */
  readonly agent: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly isThisOne: boolean;
}

/** A change that was made in the console or with the command. It never contains a key or an address. */
export interface AuditEntry {
  readonly id: number;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** The session that made it; absent for the command. */
  readonly session?: number;
  readonly account?: number;
  /** The name of the route, or of the command, such as `addKey`. */
  readonly action: string;
  /** What was changed, in a few words, such as `key 4: https://www.example.com approved`. */
  readonly detail: string;
}

/** The body of every refusal. */
export interface ConsoleRefusal {
  /** A sentence: what is wrong, and what to do. */
  readonly error: string;
  /** `session`: there is no session, or it has ended. */
  readonly code?: 'session';
  /** The field of the body that is at fault, such as `origins`; absent if no single field is. */
  readonly field?: string;
}
