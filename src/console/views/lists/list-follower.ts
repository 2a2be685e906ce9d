import type { CountedListInfo, ListInfo, ListRow, ListRowsInfo } from '../../../wire/console/index.js';
import type { ConsoleApi } from '../../api.js';
import { listNews } from './list-news.js';
import { FAILED_POLL, hasEnded, pollDelay } from './list-state.js';
import { nextPaces, type Paces } from './paces.js';

/** As often as rows of a list that is not complete are fetched, in milliseconds. */
const ROWS_EVERY = 5_000;

/** What the view lends. */
export interface FollowerHost {
  readonly api: ConsoleApi;
  readonly account: number;
  /** The id of the one list that is shown; `''` for all. */
  readonly path: string;
  /** Aborts when the view is left. */
  readonly signal: AbortSignal;
  /** Called after every answer, with what has happened since the one before, as sentences. */
  changed(news: readonly string[]): void;
}

/** Knows the lists of an account, or one of them with its rows, and when to ask for them again. Its calls reject with a ConsoleCallError. */
export class ListFollower {
  readonly #host: () => FollowerHost;
  #lists: readonly ListInfo[] | undefined;
  #shown: CountedListInfo | undefined;
  #rows: readonly ListRow[] | undefined;
  #paces: Paces = new Map();
  /** In milliseconds since the page was opened. */
  #askAt = Infinity;
  #rowsAt = 0;

  constructor(host: () => FollowerHost) {
    this.#host = host;
  }

  /** All lists, or the one that is shown; undefined until they are known. */
  get lists(): readonly ListInfo[] | undefined {
    return this.#lists;
  }

  /** The one list that is shown, with its verdicts; undefined until it is known. */
  get shown(): CountedListInfo | undefined {
    return this.#shown;
  }

  /** The first rows of the list that is shown; undefined until they are known. */
  get rows(): readonly ListRow[] | undefined {
    return this.#rows;
  }

  get paces(): Paces {
    return this.#paces;
  }

  /** Whether it is time to ask again. */
  get isDue(): boolean {
    return performance.now() >= this.#askAt;
  }

  /** Asks again at the next occasion. */
  hurry(): void {
    this.#askAt = 0;
  }

  /** Waits a little longer, after a call that failed. */
  putOff(): void {
    this.#askAt = performance.now() + FAILED_POLL;
  }

  /** Forgets what it knows: something else is shown now. */
  clear(): void {
    [this.#lists, this.#shown, this.#rows, this.#paces] = [undefined, undefined, undefined, new Map()];
    [this.#askAt, this.#rowsAt] = [Infinity, 0];
  }

  /** Asks for lists, and for rows if it is their time. */
  async ask(): Promise<void> {
    const { path } = this.#host();
    await this.#askLists(path);
    if (path && performance.now() >= this.#rowsAt) await this.#askRows(path);
  }

  async #askLists(path: string): Promise<void> {
    const { api, account, signal } = this.#host();
    const shown = path ? await api.get<CountedListInfo>('list', { account, list: path }, { signal }) : undefined;
    const lists = shown ? [shown] : await api.get<readonly ListInfo[]>('lists', { account }, { signal });
    if (path !== this.#host().path) return;
    const now = performance.now();
    const news = listNews(this.#lists ?? [], lists);
    // What ended has its last rows.
    if (path && this.#lists?.[0]?.state !== lists[0]?.state) this.#rowsAt = now;
    this.#paces = nextPaces(this.#paces, lists, now);
    [this.#lists, this.#shown] = [lists, shown];
    this.#askAt =
      now +
      (pollDelay(
        lists.map(({ state }) => state),
        shown?.isCounted,
      ) ?? Infinity);
    this.#host().changed(news);
  }

  async #askRows(path: string): Promise<void> {
    const { api, account, signal } = this.#host();
    const { rows } = await api.get<ListRowsInfo>('listRows', { account, list: path }, { signal });
    if (path !== this.#host().path) return;
    this.#rows = rows;
    const isComplete = this.#lists?.every(({ state }) => hasEnded(state)) || rows.every(({ result }) => result);
    this.#rowsAt = isComplete ? Infinity : performance.now() + ROWS_EVERY;
    this.#host().changed([]);
  }
}
