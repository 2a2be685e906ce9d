/** State of a list. `draft`: stored, and not started. `waiting`: until the account has credits. `paused`: by its owner. */
export type ListedState = 'draft' | 'queued' | 'running' | 'waiting' | 'paused' | 'completed' | 'failed' | 'cancelled';

/** A list as the console shows it. Times in milliseconds since 1970, UTC. */
export interface ListInfo {
  readonly id: string;
  readonly name: string;
  readonly state: ListedState;
  /** Why it failed or waits, and what to do; otherwise `''`. */
  readonly reason: string;
  /** Name or number of the column that was read; `''` if the file has one column without a name. */
  readonly column: string;
  readonly lines: number;
  /** Different addresses: each costs a credit at most. */
  readonly addresses: number;
  readonly done: number;
  readonly createdAt: number;
  readonly endedAt?: number;
  /** Whether it came through the console: only then can it be started, paused and resumed here. */
  readonly isFromConsole: boolean;
}

/** The answer to `list`: a list with its verdicts. */
export interface CountedListInfo extends ListInfo {
  /** Number of final verdicts by result, such as `Safe to Send`. */
  readonly results: Readonly<Record<string, number>>;
  /** Whether `results` has all of them: those of a long list can take several calls to count. */
  readonly isCounted: boolean;
}

/** The answer to `addListFile` and `addListUrl`: a draft, and the first rows of its file. */
export interface DraftInfo {
  readonly list: ListInfo;
  readonly preview: ListPreview;
}

/** How a file was read. */
export interface ListPreview {
  /** Names of its columns, or their numbers from 1; at most 50. */
  readonly columns: readonly string[];
  /** The position in `columns` of the one that was read. */
  readonly column: number;
  /** The first rows, without the header; at most 5. Cells are at most 200 characters long. */
  readonly rows: readonly (readonly string[])[];
  /** The most that the list can cost, and what the account has. */
  readonly cost: number;
  readonly balance: number;
}

/** The body of `addListUrl`; `addListFile` has `name` and `column` in its query. `column`: a name, or a number from 1. */
export interface ListUrlOrder {
  readonly url: string;
  readonly name?: string;
  readonly column?: string;
}

/** One line of a list. */
export interface ListRow {
  readonly email: string;
  /** `''` until the address has a verdict. */
  readonly result: string;
  readonly reason: string;
  readonly didYouMean: string;
}

/** The answer to `listRows`: the first lines of a list. */
export interface ListRowsInfo {
  readonly rows: readonly ListRow[];
}

/** Maximum number of lines that are shown. */
export const SHOWN_ROWS = 500;
