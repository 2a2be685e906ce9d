import type { AskedInDay, MailManners, RestingPlace } from '../probe/index.js';
import type { MannersStore } from '../store/index.js';

/** Milliseconds until what other processes were told is read again. */
const SYNC_MS = 15_000;
/** What is over for a day is forgotten. */
const KEPT_MS = 24 * 60 * 60_000;

/** What is told to a store while manners are shared through it. */
export interface SharedManners {
  /** A place begins to rest. */
  readonly keep: (rest: RestingPlace) => void;
  /** A place answers again. */
  readonly remove: (place: string) => void;
  /** Writes what waits to be written, and reads no more. */
  readonly end: () => Promise<void>;
}

/** A counter of recipients by provider and day. */
class DayCounts {
  readonly #counts = new Map<string, number>();

  add({ provider, day, recipients }: AskedInDay): void {
    this.#counts.set(`${day} ${provider}`, this.of({ provider, day }) + recipients);
  }

  of({ provider, day }: Pick<AskedInDay, 'provider' | 'day'>): number {
    return this.#counts.get(`${day} ${provider}`) ?? 0;
  }
}

/** Shares an engine's manners with other processes through a store, whose failures go to `onFault` and change nothing. */
export const shareManners = (
  manners: MailManners,
  store: MannersStore,
  onFault: (error: unknown) => void,
): SharedManners => {
  let known = new Set<string>();
  /** Recipients that this process told the store, and those that it learnt of others. */
  const own = new DayCounts();
  const others = new DayCounts();
  let work = Promise.resolve();
  const inTurn = (task: () => Promise<void>) => void (work = work.then(task).catch(onFault));

  const writeAsked = async (): Promise<void> => {
    for (const asked of manners.takeAsked()) {
      await store.addAsked(asked);
      own.add(asked);
    }
  };
  const read = async (): Promise<void> => {
    const rests = await store.listRests();
    for (const rest of rests) manners.refusals.learn({ ...rest, strikes: 0 });
    const places = new Set(rests.map(({ place }) => place));
    for (const place of known) if (!places.has(place)) manners.refusals.forget(place);
    known = places;
    for (const asked of await store.listAsked()) {
      const news = { ...asked, recipients: asked.recipients - own.of(asked) - others.of(asked) };
      others.add(news);
      manners.addOthers(news);
    }
  };

  inTurn(read);
  const timer = setInterval(() => {
    inTurn(writeAsked);
    inTurn(read);
  }, SYNC_MS).unref();
  return {
    keep: ({ place, provider, rests, until, reason, at }) =>
      inTurn(() => store.keepRest({ place, provider, rests, until, reason, at }, at - KEPT_MS)),
    remove: (place) => inTurn(() => store.removeRest(place)),
    end() {
      clearInterval(timer);
      inTurn(writeAsked);
      return work;
    },
  };
};
