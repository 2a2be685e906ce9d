import { LRUCache } from 'lru-cache';
import { WorkCancelledError, orLate, withinTime } from '../../timing/index.js';
import { createSharedController } from '../shared-controller.js';
import { findSiteIcon, type IconFetcher, type SiteIcon } from './site-icon.js';
import { WorkQueue } from './work-queue.js';

/** The store that keeps icons of sites beyond this process. */
export interface IconStore {
  findLogo(domain: string): Promise<{ readonly png?: Uint8Array; readonly at: number } | undefined>;
  keepLogo(
    logo: { readonly domain: string; readonly png?: Uint8Array; readonly at: number },
    most: number,
  ): Promise<void>;
}

export interface SiteLogosOptions {
  readonly store: IconStore;
  readonly fetcher: IconFetcher;
  /** The address of a host's front page; `https://host/` if absent. */
  readonly siteOf?: ((host: string) => string) | undefined;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Milliseconds that the first caller waits for a site. */
  readonly waitMs?: number | undefined;
  /** Called with failures of the store, and with errors in our own code. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** A site's icon as it is known now; without a picture if it has none. */
export interface KnownIcon {
  readonly png?: Uint8Array | undefined;
  /** Whether more may be known soon. */
  readonly isPending?: boolean;
}

interface CachedIcon {
  readonly png?: Uint8Array | undefined;
  /** Time at which the site is asked again. */
  readonly due: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WAIT_MS = 1_500;
/** The time for all requests to one site. */
const VISIT_MS = 15_000;
/** At most this many domains are kept in the store. */
const MOST_KEPT = 5_000;
const MEMORY_BYTES = 32 * 1024 * 1024;
/** About the size of an entry without a picture. */
const ENTRY_BYTES = 200;
const pending: KnownIcon = { isPending: true };

/**
 * The icons of sites. Each site is asked once a day, even if it has no icon, and an hour after a failure; meanwhile the
 * known icon is used.
 */
export class SiteLogos {
  readonly #options: SiteLogosOptions;
  readonly #queue = new WorkQueue<CachedIcon>({ concurrency: 4, mostWaiting: 100 });
  readonly #closing = createSharedController();
  readonly #cache = new LRUCache<string, CachedIcon>({
    max: MOST_KEPT,
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ png }) => ENTRY_BYTES + (png?.length ?? 0),
  });

  constructor(options: SiteLogosOptions) {
    this.#options = options;
  }

  /** The icon of a registrable domain. Never rejects. */
  async of(domain: string): Promise<KnownIcon> {
    const known = this.#cache.get(domain) ?? (await this.#fromStore(domain));
    if (known && known.due > this.#options.now()) return known;
    if (this.#closing.signal.aborted) return known ?? pending;
    const asking = this.#queue.run(domain, () => this.#ask(domain, known));
    return known ?? (asking ? orLate(asking, this.#options.waitMs ?? WAIT_MS, pending) : pending);
  }

  /** Ends the look-ups in progress. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#queue.idle();
  }

  async #fromStore(domain: string): Promise<CachedIcon | undefined> {
    try {
      const kept = await this.#options.store.findLogo(domain);
      // Another caller may have stored an answer meanwhile.
      if (!kept || this.#cache.has(domain)) return this.#cache.get(domain);
      return this.#addToCache(domain, { png: kept.png, due: kept.at + DAY_MS });
    } catch (fault) {
      this.#options.onFault?.(fault);
      return undefined;
    }
  }

  /** Never rejects. If the site fails, `known` stays in use. */
  async #ask(domain: string, known: CachedIcon | undefined): Promise<CachedIcon> {
    const { now } = this.#options;
    const icon = await this.#visit(domain);
    const at = now();
    if (icon.kind === 'failed') return this.#addToCache(domain, { png: known?.png, due: at + HOUR_MS });
    const png = icon.kind === 'found' ? icon.png : undefined;
    await this.#keep(domain, png, at);
    return this.#addToCache(domain, { png, due: at + DAY_MS });
  }

  async #visit(domain: string): Promise<SiteIcon> {
    const { fetcher, siteOf = (host) => `https://${host}/` } = this.#options;
    try {
      return await withinTime({ milliseconds: VISIT_MS, signals: [this.#closing.signal] }, (signal) =>
        findSiteIcon(domain, { fetcher, siteOf, signal }),
      );
    } catch (fault) {
      // An error caused by another site must not end the process.
      if (!(fault instanceof WorkCancelledError)) this.#options.onFault?.(fault);
      return { kind: 'failed' };
    }
  }

  async #keep(domain: string, png: Uint8Array | undefined, at: number): Promise<void> {
    try {
      await this.#options.store.keepLogo({ domain, at, ...(png && { png }) }, MOST_KEPT);
    } catch (fault) {
      this.#options.onFault?.(fault);
    }
  }

  #addToCache(domain: string, entry: CachedIcon): CachedIcon {
    this.#cache.set(domain, entry);
    return entry;
  }
}
