import { bestFirst, type IconLink } from './icon-links.js';
import { drawIcon } from './icon-picture.js';
import { readManifest } from './site-manifest.js';
import { readSitePage, type SitePage } from './site-page.js';

/** Fetches from the web for this folder, which opens no connection itself. It rejects with an error whose `code` says why. */
export interface IconFetcher {
  fetch(
    url: string,
    options: {
      readonly maxBytes: number;
      readonly timeoutMs: number;
      readonly maxRedirects: number;
      readonly accept?: string;
      readonly signal?: AbortSignal;
      readonly isPartEnough?: boolean;
    },
  ): Promise<{ readonly status: number; readonly url: string; readonly type: string; readonly body: Uint8Array }>;
}

/** The result of looking for a site's icon: a picture; that it has none; or that this could not be found out now. */
export type SiteIcon =
  { readonly kind: 'found'; readonly png: Uint8Array } | { readonly kind: 'none' } | { readonly kind: 'failed' };

export interface SiteIconOptions {
  readonly fetcher: IconFetcher;
  /** The address of a host's front page. */
  readonly siteOf: (host: string) => string;
  /** Cancels the whole visit. */
  readonly signal: AbortSignal;
}

const HTML_BYTES = 512 * 1024;
const MANIFEST_BYTES = 64 * 1024;
const ICON_BYTES = 1024 * 1024;
const TIMEOUT_MS = 5_000;
const REDIRECTS = 4;
/** Usual paths of icons, tried if no icon is declared or none of the declared ones can be used. */
const DEFAULT_PATHS = ['/apple-touch-icon.png', '/favicon.ico'];

/** Codes of failures that another day would not change. */
const permanentFailures: ReadonlySet<unknown> = new Set([
  'url',
  'port',
  'forbidden',
  'too-large',
  'encoding',
  'redirects',
]);

const isPermanent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && permanentFailures.has(error.code);

/** Whether a server says that it cannot answer now, or not us. */
const isRefusal = (status: number): boolean => status >= 500 || status === 429 || status === 403;

interface FetchedFile {
  readonly url: string;
  readonly body: Uint8Array;
}

/** A visit to a site: the files that it fetched, and whether a file failed that may be available another time. */
class Visit {
  readonly #options: SiteIconOptions;
  hasFailed = false;
  /** Whether any server has answered, whatever it was. */
  #isAnswered = false;

  constructor(options: SiteIconOptions) {
    this.#options = options;
  }

  /** Fetches a URL; `undefined` if nothing is there. */
  async fetch(url: string, maxBytes: number, accept: string, isPartEnough = false): Promise<FetchedFile | undefined> {
    const { fetcher, signal } = this.#options;
    try {
      const answer = await fetcher.fetch(url, {
        maxBytes,
        accept,
        isPartEnough,
        timeoutMs: TIMEOUT_MS,
        maxRedirects: REDIRECTS,
        signal,
      });
      this.#isAnswered = true;
      if (answer.status >= 200 && answer.status < 300) return answer;
      this.hasFailed ||= isRefusal(answer.status);
    } catch (error) {
      this.hasFailed ||= !isPermanent(error);
    }
    return undefined;
  }

  async page(url: string): Promise<SitePage> {
    const found = await this.fetch(url, HTML_BYTES, 'text/html,application/xhtml+xml', true);
    return found ? readSitePage(new TextDecoder().decode(found.body), found.url) : { icons: [] };
  }

  async manifest(url: string): Promise<readonly IconLink[]> {
    const found = await this.fetch(url, MANIFEST_BYTES, 'application/manifest+json,application/json');
    return found ? readManifest(new TextDecoder().decode(found.body), found.url) : [];
  }

  async icon(url: string): Promise<Uint8Array | undefined> {
    const found = await this.fetch(url, ICON_BYTES, 'image/png,image/webp,image/avif,image/*;q=0.8');
    return found && drawIcon(found.body);
  }

  async iconOf(site: string): Promise<Uint8Array | undefined> {
    this.#isAnswered = false;
    const { icons, manifest } = await this.page(site);
    // A host that does not answer once is not waited for twice.
    if (!this.#isAnswered) return undefined;
    const declared = bestFirst([...icons, ...(manifest ? await this.manifest(manifest) : [])]).map(({ url }) => url);
    const customary = DEFAULT_PATHS.map((path) => new URL(path, site).href).filter((url) => !declared.includes(url));
    for (const url of [...declared, ...customary]) {
      if (this.#options.signal.aborted) return undefined;
      const png = await this.icon(url);
      if (png) return png;
    }
    return undefined;
  }
}

/** Looks for the icon that a registrable domain's site declares: at the domain, then at its `www`. */
export async function findSiteIcon(domain: string, options: SiteIconOptions): Promise<SiteIcon> {
  const visit = new Visit(options);
  for (const host of [domain, `www.${domain}`]) {
    const png = await visit.iconOf(options.siteOf(host));
    if (png) return { kind: 'found', png };
  }
  return { kind: visit.hasFailed || options.signal.aborted ? 'failed' : 'none' };
}
