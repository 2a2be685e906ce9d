import { neutralNames } from '../../wire/index.js';
import { Admission, ClockWatch, contactHash, CountRecorder, KeyUses, pseudonym } from '../accounts/index.js';
import type { AppParts } from '../app/parts.js';
import {
  defaultListWork,
  ListThrottle,
  ResultFiles,
  startListWorkers,
  type ListEvent,
  type ListWorkers,
  type ListWorkOptions,
} from '../bulk/index.js';
import { Receiving } from '../body/receive-file.js';
import { startDeletions } from '../deletions.js';
import { watchMachine, type Diagnosis, type MachineWatch } from '../doctor/index.js';
import { contactsProvider, createEnricher } from '../enrichment/index.js';
import type { CallEntry } from '../log/index.js';
import { createLogos } from '../logo/index.js';
import { warnOfLooserFiles } from '../private-files.js';
import { everyByTimer } from '../retention.js';
import { RunningService, type Service, type ServiceParts } from '../service.js';
import { isTemporaryStoreError, openStore, StoreError, type Store } from '../store/index.js';
import type { VerdictEngine } from '../verdict/index.js';
import { SecretSealer, startDeliveries, type DeliveryReport, type DeliveryWorker } from '../webhook/index.js';
import { administrationOf } from './administration.js';
import { consoleOf } from './console.js';
import type { ServiceOptions } from './service-options.js';
import { tryStore } from './try-store.js';

/** After a request for a verdict, lists slow down for this long, because another request is likely. */
const BUSY_MILLISECONDS = 1_000;

/** Options of a service, with a clock. */
type OptionsWithClock = ServiceOptions & Required<Pick<ServiceOptions, 'now'>>;

/** An observer whose errors neither fail the request nor stop the service. */
const guarded =
  <Told extends readonly unknown[]>(onFault: ServiceOptions['onFault'], notify: (...told: Told) => void) =>
  (...told: Told): void => {
    try {
      notify(...told);
    } catch (fault) {
      onFault?.(fault);
    }
  };

/** Tells metrics and observers. */
const observersOf = (
  { metrics, onCall, onList, onDelivery, onFault }: ServiceOptions,
  counts: Pick<CountRecorder, 'add'>,
) => ({
  onCall: guarded(onFault, (entry: CallEntry) => {
    metrics?.onCall(entry);
    onCall?.(entry);
  }),
  onList: guarded(onFault, (event: ListEvent) => {
    metrics?.onList(event);
    if (event.kind === 'answered') for (const result of event.results) counts.add(event.accountId, result);
    onList?.(event);
  }),
  onDelivery: guarded(onFault, (report: DeliveryReport) => {
    metrics?.onDelivery(report);
    onDelivery?.(report);
  }),
});

/**
 * Watches the clock for jumps. If the database is unavailable the service still starts, but it is not ready until the
 * database is back.
 */
const watchClock = async (store: Store, options: OptionsWithClock): Promise<ClockWatch> => {
  const { now, acceptsClock = false, onWarning = () => undefined } = options;
  const watch = new ClockWatch({ store: store.maintenance, now, onWarning });
  await (acceptsClock ? watch.accept() : watch.check()).catch((error: unknown) => {
    if (!(error instanceof StoreError) || !isTemporaryStoreError(error)) throw error;
    onWarning(`${error.message} Calls are answered with 503 until it can be written to.`);
  });
  return watch;
};

const startLists = (
  listWork: ListWorkOptions,
  store: Store,
  { now, onFault = () => undefined }: OptionsWithClock,
  { isBusy, onEvent }: { readonly isBusy: () => boolean; readonly onEvent: (event: ListEvent) => void },
): ListWorkers => {
  const { lists, pollMs, ...work } = { ...defaultListWork, ...listWork };
  return startListWorkers(
    { ...work, throttle: new ListThrottle({ isBusy }), store: store.lists, now, onEvent },
    { lists, pollMs, onFault },
  );
};

/** Sends the events of webhooks, if the options say how. */
const startWebhooks = (
  store: Store,
  { webhookWork, secret, now, onFault }: OptionsWithClock,
  onDelivery: (report: DeliveryReport) => void,
): DeliveryWorker | undefined =>
  webhookWork &&
  startDeliveries({
    ...webhookWork,
    store: store.webhooks,
    sealer: new SecretSealer(secret),
    random: Math.random,
    ...{ now, onDelivery, onFault },
  });

/** Asks the operator's own contacts first, then the other providers. */
const enricherOf = (store: Store, { secret, providers = [], onFault }: ServiceOptions) => {
  const contacts = contactsProvider({
    keyedHashOf: (address) => contactHash(secret, address),
    findContact: (hash) => store.profiles.findContact(hash),
  });
  return createEnricher({ stages: [[contacts], providers], onFault });
};

const logosOf = (store: Store, { siteFetcher, brandLogos, reputation, now, onFault }: OptionsWithClock) =>
  createLogos({
    store: store.profiles,
    fetcher: siteFetcher,
    hasBrands: brandLogos,
    isExcluded: (domain) => reputation.isDisposable(domain),
    now,
    onFault,
  });

/**
 * Builds the parts for the routes. Hashes are made here, so that no other part gets the secret or the database's URL.
 */
const appPartsOf = (
  store: Store,
  options: OptionsWithClock,
  parts: Pick<
    AppParts,
    | 'admission'
    | 'verify'
    | 'lists'
    | 'webhooks'
    | 'receiving'
    | 'logos'
    | 'onCall'
    | 'onVerdict'
    | 'countPages'
    | 'diagnosis'
    | 'console'
    | 'onHeard'
  >,
): ServiceParts['app'] => {
  const { secret, now, reputation, publicUrl, scriptFile, names, metrics, metricsFor, metricsHosts } = options;
  const { onCall, onFault } = options;
  return {
    ...parts,
    ...{ now, reputation, publicUrl, scriptFile, metrics, metricsFor, metricsHosts, onFault },
    enricher: enricherOf(store, options),
    resultFiles: new ResultFiles(store.lists),
    names: { ...neutralNames, ...names },
    pseudonymOf: onCall && ((email) => pseudonym(secret, email)),
  };
};

/** The state of the name servers for `/readyz`. If they are known to be wrong, they are not asked again. */
const resolverState =
  ({
    isResolverAnswering = () => Promise.resolve(true),
    isResolverBlind = () => false,
  }: ServiceOptions): ServiceParts['readinessChecks']['resolver'] =>
  async () =>
    isResolverBlind() ? 'blind' : isResolverAnswering();

/** Checks the machine at the start and once a day, if the options ask for it. */
const startMachineWatch = (
  store: Store,
  { examine, onDiagnosis, onFault, metrics, now }: OptionsWithClock,
): MachineWatch | undefined =>
  examine &&
  watchMachine({
    run: (signal) => examine(() => tryStore(store, now()), signal),
    onDiagnosis: guarded(onFault, (diagnosis: Diagnosis, isNews: boolean) => {
      metrics?.onDiagnosis(diagnosis);
      if (isNews) onDiagnosis?.(diagnosis);
    }),
    every: everyByTimer,
  });

/** Makes the parts of a service over an open store, and starts it. */
const serviceOver = async (store: Store, options: OptionsWithClock): Promise<Service> => {
  const {
    database,
    secret,
    now,
    engine,
    onClose,
    listWork,
    retain,
    retainLists,
    onFault,
    onWarning = () => undefined,
  } = options;
  // Lists added before the workers start are found when they start.
  let onListAdded = (): void => undefined;
  let onEvent = (): void => undefined;
  const administration = await administrationOf(store, options, {
    onListAdded: () => onListAdded(),
    onEvent: () => onEvent(),
  });
  const { accounts, contacts, lists, webhooks } = administration;
  warnOfLooserFiles(database, onWarning);
  const watch = await watchClock(store, options);
  const noted = { store: store.accounts, now, onFault };
  const [counts, uses] = [new CountRecorder(noted), new KeyUses(noted)];
  const { onCall, onList, onDelivery } = observersOf(options, counts);
  /** Time of the last request for a verdict, by the process's clock: lists slow down after it. */
  let lastVerdictAt = -Infinity;
  const verify: VerdictEngine['verify'] = (...asked) => {
    lastVerdictAt = performance.now();
    return engine.verify(...asked);
  };
  const isBusy = () => performance.now() < lastVerdictAt + BUSY_MILLISECONDS;
  const deliveries = startWebhooks(store, options, onDelivery);
  if (deliveries) onEvent = () => deliveries.checkNow();
  const onListEvent = (event: ListEvent): void => {
    if (event.kind === 'ended') onEvent();
    onList(event);
  };
  const workers = listWork && startLists(listWork, store, options, { isBusy, onEvent: onListEvent });
  if (workers) onListAdded = () => workers.checkNow();
  const endDeletions = startDeletions({
    ...{ contacts, lists, webhooks, retain, retainLists, onFault },
    mayDelete: () => watch.check(),
  });
  const logos = logosOf(store, options);
  const machine = startMachineWatch(store, options);
  const sharing = options.shareManners?.(store.manners, onFault);
  const admission = new Admission(store, secret, now, { factors: options.dailyFactors, watch, uses });
  const shared = { admission, verify, lists, webhooks, receiving: new Receiving(), diagnosis: machine?.latest };
  const { console, onHeard } = consoleOf(store, options, { ...shared, accounts, counts, uses });
  return new RunningService({
    ...administration,
    app: appPartsOf(store, options, {
      ...shared,
      logos,
      onCall,
      onVerdict: (account, result) => counts.add(account, result),
      countPages: (account, reported) => {
        for (const [name, count] of Object.entries<number>({ ...reported }))
          if (count > 0) counts.add(account, `page.${name}`, count);
      },
      console,
      onHeard: onHeard && guarded(onFault, onHeard),
    }),
    readinessChecks: {
      store: () => store.ping(),
      resolver: resolverState(options),
      isMailPortClosed: options.isMailPortClosed,
    },
    ...{ trustedHops: options.trustedHops, timeouts: options.timeouts, drainMilliseconds: options.drainMilliseconds },
    stopLists: async () => workers?.close(),
    stopWebhooks: async () => deliveries?.close(),
    async stopVerdicts() {
      await machine?.close();
      onClose?.();
      await engine.close();
    },
    async close() {
      await endDeletions();
      await Promise.all([counts.close(), uses.close()]);
      await logos.close();
      await sharing?.end();
      await store.close();
    },
  });
};

/**
 * Opens the database and makes a service over it. The service answers through `fetch` at once, and over HTTP after
 * `listen`.
 * @throws StoreError if the database cannot be used (`in-use` by another service, `cannot-open`, …), AccountsError
 * `other-secret` if its keys were made under another secret.
 */
export const createService = async (options: ServiceOptions): Promise<Service> => {
  const { database, now = Date.now, metrics } = options;
  const store = await openStore({ database, purpose: 'service', onBatch: metrics?.onBatch });
  try {
    return await serviceOver(store, { ...options, now });
  } catch (error) {
    await store.close();
    throw error;
  }
};
