import { LRUCache } from 'lru-cache';
import { CalledOffError, orLate, withinTime } from '../../timing/index.js';
import { createSharedController } from '../shared-controller.js';
import { findSiteIcon, type IconFetcher, type SiteIcon } from './site-icon.js';
import { WorkQueue } from './work-queue.js';

/** The store that keeps icons of sites beyond this process. */
export interface IconShelf {
  findLogo(domain: string): Promise<{ readonly png?: Uint8Array; readonly at: number } | undefined>;
  keepLogo(
    logo: { readonly domain: string; readonly png?: Uint8Array; readonly at: number },
    most: number,
  ): Promise<void>;
}

export interface SiteLogosOptions {
  readonly store: IconShelf;
  readonly fetcher: IconFetcher;
  /** The address of a host's front page; `https://host/` if absent. */
  readonly siteOf?: ((host: string) => string) | undefined;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** How long a first caller waits for a site, in milliseconds. */
  readonly waitMs?: number | undefined;
  /** Called with failures of the store, and with errors in our own code. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** A site's icon as it is known now; without a picture if it has none. */
export interface KnownIcon {
  readonly png?: Uint8Array | undefined;
  /** More may be known soon. */
  readonly isPending?: boolean;
}

interface Remembered {
  readonly png?: Uint8Array | undefined;
  /** When the site is asked again. */
  readonly due: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WAIT_MS = 1_500;
/** The time for all requests to one site. */
const VISIT_MS = 15_000;
/** At most this many domains are kept in the store. */
const KEPT = 5_000;
const MEMORY_BYTES = 32 * 1024 * 1024;
/** About the size of an entry without a picture. */
const ENTRY_BYTES = 200;
const pending: KnownIcon = { isPending: true };

/**
 * The icons of sites. Each site is asked once a day, also if it has no icon, and an hour after it failed; what is known serves
 * meanwhile.
 */
export class SiteLogos {
  readonly #options: SiteLogosOptions;
  readonly #queue = new WorkQueue<Remembered>({ atATime: 4, waiting: 100 });
  readonly #ending = createSharedController();
  readonly #remembered = new LRUCache<string, Remembered>({
    max: KEPT,
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ png }) => ENTRY_BYTES + (png?.length ?? 0),
  });

  constructor(options: SiteLogosOptions) {
    this.#options = options;
  }

  /** The icon of a registrable domain. Never rejects. */
  async of(domain: string): Promise<KnownIcon> {
    const known = this.#remembered.get(domain) ?? (await this.#fromStore(domain));
    if (known && known.due > this.#options.now()) return known;
    if (this.#ending.signal.aborted) return known ?? pending;
    const asking = this.#queue.run(domain, () => this.#ask(domain, known));
    return known ?? (asking ? orLate(asking, this.#options.waitMs ?? WAIT_MS, pending) : pending);
  }

  /** Ends the look-ups in progress. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#queue.idle();
  }

  async #fromStore(domain: string): Promise<Remembered | undefined> {
    try {
      const kept = await this.#options.store.findLogo(domain);
      // Another caller's answer may have come meanwhile.
      if (!kept || this.#remembered.has(domain)) return this.#remembered.get(domain);
      return this.#remember(domain, { png: kept.png, due: kept.at + DAY_MS });
    } catch (fault) {
      this.#options.onFault?.(fault);
      return undefined;
    }
  }

  /** Never rejects. If the site fails, `known` stays in use. */
  async #ask(domain: string, known: Remembered | undefined): Promise<Remembered> {
    const { now } = this.#options;
    const icon = await this.#visit(domain);
    const at = now();
    if (icon.kind === 'failed') return this.#remember(domain, { png: known?.png, due: at + HOUR_MS });
    const png = icon.kind === 'found' ? icon.png : undefined;
    await this.#keep(domain, png, at);
    return this.#remember(domain, { png, due: at + DAY_MS });
  }

  async #visit(domain: string): Promise<SiteIcon> {
    const { fetcher, siteOf = (host) => `https://${host}/` } = this.#options;
    try {
      return await withinTime({ milliseconds: VISIT_MS, signals: [this.#ending.signal] }, (signal) =>
        findSiteIcon(domain, { fetcher, siteOf, signal }),
      );
    } catch (fault) {
      // What a stranger's site makes us stumble over must not end the process.
      if (!(fault instanceof CalledOffError)) this.#options.onFault?.(fault);
      return { kind: 'failed' };
    }
  }

  async #keep(domain: string, png: Uint8Array | undefined, at: number): Promise<void> {
    try {
      await this.#options.store.keepLogo({ domain, at, ...(png && { png }) }, KEPT);
    } catch (fault) {
      this.#options.onFault?.(fault);
    }
  }

  #remember(domain: string, entry: Remembered): Remembered {
    this.#remembered.set(domain, entry);
    return entry;
  }
}
