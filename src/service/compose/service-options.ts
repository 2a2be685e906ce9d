import type { WireNames } from '../../wire/index.js';
import type { PrefixLimitFactors } from '../accounts/index.js';
import type { AppParts } from '../app/parts.js';
import type { ListEvent, ListWorkOptions } from '../bulk/index.js';
import type { DeletionOptions } from '../deletions.js';
import type { DatabaseFact, Diagnosis } from '../doctor/index.js';
import type { Provider } from '../enrichment/index.js';
import type { IconFetcher } from '../logo/index.js';
import type { ServiceParts } from '../service.js';
import type { VerdictEngine } from '../verdict/index.js';
import type { DeliveryReport, DeliveryWorkOptions } from '../webhook/index.js';
import type { AdministrationOptions } from './administration.js';
import type { Manners } from './manners.js';

/** Options of the account console. */
export interface ConsoleOptions {
  /** The folder with the files of its page. */
  readonly folder: string;
  /** Fetches a list by its URL; if absent, lists are only added as files. */
  readonly fetchList?: ListWorkOptions['fetch'] | undefined;
}

/** Options of a service. */
export interface ServiceOptions
  extends
    AdministrationOptions,
    Pick<DeletionOptions, 'retain' | 'retainLists'>,
    Pick<ServiceParts, 'trustedHops' | 'timeouts' | 'drainMilliseconds'>,
    Pick<
      AppParts,
      'reputation' | 'scriptFile' | 'onCall' | 'onFault' | 'metrics' | 'metricsFor' | 'metricsHosts' | 'publicUrl'
    > {
  /** Engine that gives verdicts. It is closed with the service. */
  readonly engine: VerdictEngine;
  /** Shares what the engine remembers of mail hosts with other processes on the same database; nothing is shared if absent. */
  readonly shareManners?: Manners['share'] | undefined;
  /** The account console; off if absent. */
  readonly console?: ConsoleOptions | undefined;
  /** Called when the service closes its engine; closes the other parts that were opened for the service. */
  readonly onClose?: (() => void) | undefined;
  /** The names that this host uses on the wire; those of the interface document if absent. */
  readonly names?: Partial<WireNames>;
  /**
   * Providers that are asked about the person behind an address if the operator's own contacts have no data; none if
   * absent.
   */
  readonly providers?: readonly Provider[];
  /** Called with a sentence about a problem that the operator should look at, and what to do. */
  readonly onWarning?: ((words: string) => void) | undefined;
  /** Whether the operator confirms that the clock is right, however far it is from the times in the database. */
  readonly acceptsClock?: boolean | undefined;
  /** Options of the work on lists in this process. If absent, lists wait for another service on the same database. */
  readonly listWork?: ListWorkOptions | undefined;
  /** Called when results of a list were written, or a list ended. An error that it throws goes to `onFault`. */
  readonly onList?: ((event: ListEvent) => void) | undefined;
  /** How webhooks are sent from this process. If absent, they wait for another service on the same database. */
  readonly webhookWork?: DeliveryWorkOptions | undefined;
  /** Called after each try to send an event of a webhook. An error that it throws goes to `onFault`. */
  readonly onDelivery?: ((report: DeliveryReport) => void) | undefined;
  /** Fetches the icons that domains' own sites declare. If absent, no site is asked. */
  readonly siteFetcher?: IconFetcher | undefined;
  /** Whether logos of brands are the icons that come with this release; true if absent. */
  readonly brandLogos?: boolean | undefined;
  /** Whether name servers answer, for `/readyz`; defaults to true. */
  readonly isResolverAnswering?: () => Promise<boolean>;
  /** Whether name servers are known to give wrong answers, for `/readyz`; defaults to false. */
  readonly isResolverBlind?: () => boolean;
  /** Whether the port of mail hosts counts as closed, for `/readyz`; defaults to false. */
  readonly isMailPortClosed?: () => boolean;
  /**
   * Checks the machine, and never rejects; called at the start and once a day. Nothing is checked if it is absent. `tryDatabase` tries the
   * database that the service has open.
   */
  readonly examine?:
    ((tryDatabase: () => Promise<DatabaseFact>, signal: AbortSignal) => Promise<Diagnosis>) | undefined;
  /** Called with the findings of the first checks, and of later ones that found something else. */
  readonly onDiagnosis?: ((diagnosis: Diagnosis) => void) | undefined;
  /**
   * Daily limit for all networks of an IPv6 /56 or /48 together, as a multiple of the limit of one network; no limit if
   * absent.
   */
  readonly dailyFactors?: PrefixLimitFactors | undefined;
}
