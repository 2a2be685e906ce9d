import type { ServiceMetrics } from '../metrics/index.js';
import { MailManners, TOO_MANY_UNKNOWN, type MailProvider, type RestingPlace } from '../probe/index.js';
import type { MannersStore } from '../store/index.js';
import { shareManners } from './share-manners.js';

/** Options of how mail hosts are treated, and who is told of it. */
export interface MannersOptions {
  readonly providers?: readonly MailProvider[] | undefined;
  readonly metrics?: Pick<ServiceMetrics, 'onRest' | 'countResting' | 'readPaces'> | undefined;
  /** Called with a sentence when a provider begins to rest, and when it answers again. */
  readonly onWarning?: ((words: string) => void) | undefined;
}

/** How an engine treats mail hosts, and what shares what it remembers of them. */
export interface Manners {
  readonly manners: MailManners;
  /**
   * Takes over what a store knows, keeps in it what is learnt, and reads again what other processes keep, until `end`. A store that
   * fails is told to `onFault`, and changes nothing.
   */
  share(store: MannersStore, onFault?: (error: unknown) => void): { readonly end: () => Promise<void> };
}

const restSentence = ({ place, reason, until }: RestingPlace): string => {
  const end = `${new Date(until).toISOString().slice(0, 16)}Z`;
  return reason === TOO_MANY_UNKNOWN
    ? `More than 60 % of the mailboxes asked for at the mail provider ${place} are unknown: it is not asked until ${end}, so that it does not block this machine. Verdicts that need it are Unknown and free. Look for the list or the form that such addresses come from.`
    : `The mail provider ${place} refuses this machine (${reason}): it is not asked until ${end}. Verdicts that need it are Unknown and free. Look up this machine's IP address in block lists, and check its reverse DNS, helo and mailFrom.`;
};

/** The manners of an engine that names `senders` to mail hosts. */
export const openManners = (
  senders: readonly string[],
  { metrics, providers, onWarning }: MannersOptions = {},
): Manners => {
  const names = new Set<string>();
  let keep: (rest: RestingPlace) => void = () => undefined;
  let remove: (place: string) => void = () => undefined;
  const manners = new MailManners({
    senders,
    providers,
    onRest(rest) {
      metrics?.onRest();
      keep(rest);
      if (!manners.isProvider(rest.place)) return;
      names.add(rest.place);
      onWarning?.(restSentence(rest));
    },
    onWelcome(place) {
      remove(place);
      if (names.delete(place)) onWarning?.(`The mail provider ${place} answers again: it is asked.`);
    },
  });
  metrics?.countResting(() => manners.refusals.resting().length);
  metrics?.readPaces(() => manners.rates());
  return {
    manners,
    share(store, onFault = () => undefined) {
      const shared = shareManners(manners, store, onFault);
      ({ keep, remove } = shared);
      return {
        end() {
          keep = remove = () => undefined;
          return shared.end();
        },
      };
    },
  };
};
