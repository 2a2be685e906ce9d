import { createBrandLogos } from './brand-logos.js';
import { monogram } from './monogram.js';
import { emptyPicture } from './plain-picture.js';
import { siteDomain } from './site-domain.js';
import type { IconFetcher } from './site-icon.js';
import { SiteLogos, type SiteLogosOptions } from './site-logos.js';

export interface LogosOptions extends Omit<SiteLogosOptions, 'fetcher'> {
  /** Fetches from sites; without it none is asked. */
  readonly fetcher?: IconFetcher | undefined;
  /** Whether brands have their icons; true if absent. */
  readonly hasBrands?: boolean | undefined;
  /** Whether a registrable domain's site is never asked: the icon of a disposable domain is of no use. */
  readonly isExcluded?: (asciiDomain: string) => boolean;
}

/** A logo, and for how long it may be shown. */
export interface Logo {
  /** 128 by 128 pixels; 1 by 1 if there is nothing to show. */
  readonly png: Uint8Array;
  readonly seconds: number;
}

/** Options of a logo. */
export interface LogoWishes {
  /** Whether a transparent picture takes the place of the monogram; false if absent. */
  readonly withoutMonogram?: boolean | undefined;
}

/** Draws logos of domains. */
export interface Logos {
  /**
   * The brand's icon, else the icon that the domain's site declares, else the grey monogram. Accepts any text, and
   * never rejects.
   */
  of(text: string, wishes?: LogoWishes): Promise<Logo>;
  /** The monogram, to be requested again soon: for callers that ask too often. */
  plain(text: string, wishes?: LogoWishes): Promise<Logo>;
  /** Ends the work in the background. */
  close(): Promise<void>;
}

const DAY_SECONDS = 86_400;
/** Seconds for which an answer may be kept while a site is being asked. */
const SOON_SECONDS = 60;

/** Logos over a store that keeps what sites show. */
export const createLogos = ({
  fetcher,
  hasBrands = true,
  isExcluded = () => false,
  ...options
}: LogosOptions): Logos => {
  const brandOf = hasBrands ? createBrandLogos(options.onFault) : undefined;
  const sites = fetcher && new SiteLogos({ ...options, fetcher });
  const plain = async (text: string, seconds: number, { withoutMonogram }: LogoWishes = {}): Promise<Logo> => ({
    png: withoutMonogram ? emptyPicture : await monogram(text),
    seconds,
  });
  return {
    async of(text, wishes) {
      const domain = siteDomain(text);
      const brand = domain && (await brandOf?.(domain));
      if (brand) return { png: brand, seconds: DAY_SECONDS };
      if (!domain || !sites || isExcluded(domain)) return plain(text, DAY_SECONDS, wishes);
      const { png, isPending } = await sites.of(domain);
      return png ? { png, seconds: DAY_SECONDS } : plain(text, isPending ? SOON_SECONDS : DAY_SECONDS, wishes);
    },
    plain: (text, wishes) => plain(text, SOON_SECONDS, wishes),
    close: async () => sites?.close(),
  };
};
