import { isAway, StoreError } from './errors.js';
import type { Store } from './port.js';

/** The name under which a write is tried. */
const PROBED = 'probed';

/** What calls under way need of a store; all else is one statement or a few, the same for every caller. */
type OfCalls = 'admit' | 'settle' | 'release' | 'close';

type OfParts = Exclude<keyof Store, OfCalls>;

/** The database's side of a store's methods: what they give may be there at once. */
export type StoreParts = {
  readonly [Name in OfParts]: (
    ...given: Parameters<Store[Name]>
  ) => Awaited<ReturnType<Store[Name]>> | ReturnType<Store[Name]>;
};

/** A {@link Store} but for its calls: hands on to its parts, and keeps whoever comes too late from them. */
export abstract class StoreOfParts implements Pick<Store, OfParts> {
  readonly #parts: StoreParts;
  /** What failed that may have to do with writing, counted, and how much of that is over, since something was written later. */
  #failures = 0;
  #mended = 0;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  /** Does one piece of work. Rejects, and does nothing, where the store is closed. */
  protected abstract run<Value>(work: () => Value | Promise<Value>): Promise<Value>;

  readonly findKey: Store['findKey'] = (...given) => this.run(() => this.#parts.findKey(...given));
  readonly usage: Store['usage'] = (...given) => this.run(() => this.#parts.usage(...given));
  readonly forgetDaysBefore: Store['forgetDaysBefore'] = (...given) =>
    this.run(() => this.#parts.forgetDaysBefore(...given));

  readonly createAccount: Store['createAccount'] = (...given) => this.run(() => this.#parts.createAccount(...given));
  readonly listAccounts: Store['listAccounts'] = (...given) => this.run(() => this.#parts.listAccounts(...given));
  readonly grant: Store['grant'] = (...given) => this.run(() => this.#parts.grant(...given));
  readonly createKey: Store['createKey'] = (...given) => this.run(() => this.#parts.createKey(...given));
  readonly listKeys: Store['listKeys'] = (...given) => this.run(() => this.#parts.listKeys(...given));
  readonly revokeKey: Store['revokeKey'] = (...given) => this.run(() => this.#parts.revokeKey(...given));

  readonly keepContacts: Store['keepContacts'] = (...given) => this.run(() => this.#parts.keepContacts(...given));
  readonly findContact: Store['findContact'] = (...given) => this.run(() => this.#parts.findContact(...given));
  readonly countContacts: Store['countContacts'] = (...given) => this.run(() => this.#parts.countContacts(...given));
  readonly forgetContact: Store['forgetContact'] = (...given) => this.run(() => this.#parts.forgetContact(...given));
  readonly forgetContactsBefore: Store['forgetContactsBefore'] = (...given) =>
    this.run(() => this.#parts.forgetContactsBefore(...given));
  readonly findLogo: Store['findLogo'] = (...given) => this.run(() => this.#parts.findLogo(...given));
  readonly keepLogo: Store['keepLogo'] = (...given) => this.run(() => this.#parts.keepLogo(...given));

  readonly addList: Store['addList'] = (...given) => this.run(() => this.#parts.addList(...given));
  readonly listLists: Store['listLists'] = (...given) => this.run(() => this.#parts.listLists(...given));
  readonly findList: Store['findList'] = (...given) => this.run(() => this.#parts.findList(...given));
  readonly cancelList: Store['cancelList'] = (...given) => this.run(() => this.#parts.cancelList(...given));
  readonly cancelPausedLists: Store['cancelPausedLists'] = (...given) =>
    this.run(() => this.#parts.cancelPausedLists(...given));
  readonly forgetListBefore: Store['forgetListBefore'] = (...given) =>
    this.run(() => this.#parts.forgetListBefore(...given));
  readonly leaseList: Store['leaseList'] = (...given) => this.run(() => this.#parts.leaseList(...given));
  readonly isListWaiting: Store['isListWaiting'] = (...given) => this.run(() => this.#parts.isListWaiting(...given));
  readonly holdList: Store['holdList'] = (...given) => this.run(() => this.#parts.holdList(...given));
  readonly yieldList: Store['yieldList'] = (...given) => this.run(() => this.#parts.yieldList(...given));
  readonly endList: Store['endList'] = (...given) => this.run(() => this.#parts.endList(...given));
  readonly keepLines: Store['keepLines'] = (...given) => this.run(() => this.#parts.keepLines(...given));
  readonly startList: Store['startList'] = (...given) => this.run(() => this.#parts.startList(...given));
  readonly readLines: Store['readLines'] = (...given) => this.run(() => this.#parts.readLines(...given));
  readonly commitResults: Store['commitResults'] = (...given) => this.run(() => this.#parts.commitResults(...given));
  readonly readResults: Store['readResults'] = (...given) => this.run(() => this.#parts.readResults(...given));
  readonly pendingResults: Store['pendingResults'] = (...given) => this.run(() => this.#parts.pendingResults(...given));

  readonly remember: Store['remember'] = (...given) => this.run(() => this.#parts.remember(...given));
  readonly recall: Store['recall'] = (...given) => this.run(() => this.#parts.recall(...given));
  readonly replace: Store['replace'] = (...given) => this.run(() => this.#parts.replace(...given));
  readonly latestTime: Store['latestTime'] = (...given) => this.run(() => this.#parts.latestTime(...given));
  readonly scrub: Store['scrub'] = (...given) => this.run(() => this.#parts.scrub(...given));
  /** After a failure it proves nothing that the database can be read: then it is written to. */
  readonly ping: Store['ping'] = async () => {
    const known = this.#failures;
    await this.run(() =>
      known > this.#mended ? this.#parts.replace(PROBED, new Date().toISOString()) : this.#parts.ping(),
    );
    // What failed meanwhile is not over.
    this.#mended = Math.max(this.#mended, known);
  };

  /** Remembers a failure for {@link ping}, if it is one of the database and not of what was asked of it. Gives it back, to be thrown. */
  protected noted(error: unknown): unknown {
    if (error instanceof StoreError && isAway(error)) this.#failures++;
    return error;
  }
}
