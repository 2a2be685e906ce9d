import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CallEntry } from '../log/index.js';
import type { ListEvent } from '../bulk/run-list.js';
import type { ListFacts } from '../reputation/index.js';
import type { Diagnosis, Level } from '../doctor/index.js';
import type { ProbeEvidence } from '../verdict/index.js';
import type { DeliveryReport } from '../webhook/delivery-worker.js';

/** A counted question to a name server. */
export interface DnsQuestion {
  /** The record type asked for. */
  readonly type: string;
  /** The kind of answer, or why none came. */
  readonly outcome: string;
}

/** Page with all metrics at one moment. */
export interface MetricsPage {
  readonly type: string;
  readonly text: string;
}

/** Counts the events of a service. Labels have only fixed words: never an address, a domain, a key or an account. */
export interface ServiceMetrics {
  onCall(entry: CallEntry): void;
  onList(event: ListEvent): void;
  /** An event of a webhook was sent, or could not be. */
  onDelivery(report: Pick<DeliveryReport, 'outcome'>): void;
  onQuestion(question: DnsQuestion): void;
  onProbe(evidence: ProbeEvidence): void;
  /** Name servers were tested; `isBlind`: their answers are not trusted. */
  onResolverRound(outcome: string, isBlind: boolean): void;
  /** The machine was checked. */
  onDiagnosis(diagnosis: Diagnosis): void;
  /** A mail host, an address or a provider that refused this service is left alone for a while. */
  onRest(): void;
  /** Gives the number of those that are left alone, at each request for the figures. */
  countResting(count: () => number): void;
  /** Gives the recipients in a second that providers are asked for, by their names, at each request for the figures. */
  readPaces(read: () => ReadonlyMap<string, number>): void;
  /** A batch of charges became durable: their number, and the seconds that it took. */
  onBatch(size: number, seconds: number): void;
  /** Gives the number of calls in progress, at each request for the figures. */
  countInProgress(count: () => number): void;
  /** Gives the lists of domains in use, at each request for the figures. */
  countLists(lists: () => readonly ListFacts[]): void;
  /** Returns the metrics in Prometheus' text format. */
  page(): Promise<MetricsPage>;
}

/** Buckets up to the maximum duration of a call, in seconds. */
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];
const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const BATCH_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

const levelNumbers: Readonly<Record<Exclude<Level, 'skipped'>, number>> = { green: 0, yellow: 1, red: 2 };

/** Outcomes beside the interface's refusals. */
const outcomeOf = ({ status, refusal }: CallEntry): string => {
  if (refusal) return refusal;
  if (status === 499) return 'left';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'rejected' : 'answered';
};

const createInstruments = (registers: Registry[]) => ({
  requests: new Counter({
    registers,
    name: 'email_check_requests_total',
    help: 'Requests answered, by route, status and outcome.',
    labelNames: ['call', 'status', 'outcome'],
  }),
  seconds: new Histogram({
    registers,
    name: 'email_check_request_seconds',
    help: 'From request to answer, by route.',
    labelNames: ['call'],
    buckets: CALL_SECONDS,
  }),
  inProgress: new Gauge({
    registers,
    name: 'email_check_requests_under_way',
    help: 'Requests that are not answered yet.',
  }),
  verdicts: new Counter({
    registers,
    name: 'email_check_verdicts_total',
    help: 'Validations answered, by result.',
    labelNames: ['result'],
  }),
  stages: new Histogram({
    registers,
    name: 'email_check_stage_seconds',
    help: 'How long a stage of a verdict took: syntax (all without questions to others), dns, smtp.',
    labelNames: ['stage'],
    buckets: CALL_SECONDS,
  }),
  listed: new Counter({
    registers,
    name: 'email_check_list_addresses_total',
    help: 'Addresses of lists that have their final result, by result.',
    labelNames: ['result'],
  }),
  lists: new Counter({
    registers,
    name: 'email_check_lists_total',
    help: 'Lists that have ended, by state.',
    labelNames: ['state'],
  }),
  deliveries: new Counter({
    registers,
    name: 'email_check_webhook_deliveries_total',
    help: 'Tries to send an event of a webhook, by outcome: delivered, failed (it is tried again), given-up.',
    labelNames: ['outcome'],
  }),
  credits: new Counter({ registers, name: 'email_check_credits_charged_total', help: 'Credits charged.' }),
  questions: new Counter({
    registers,
    name: 'email_check_dns_questions_total',
    help: 'Questions to name servers, by record type and outcome.',
    labelNames: ['type', 'outcome'],
  }),
  probes: new Counter({
    registers,
    name: 'email_check_smtp_probes_total',
    help: 'Mailboxes that mail hosts were asked for, by outcome and the meaning of a refusal, or why they were not.',
    labelNames: ['outcome', 'meaning'],
  }),
  rounds: new Counter({
    registers,
    name: 'email_check_resolver_rounds_total',
    help: 'Tests of the name servers, by outcome.',
    labelNames: ['outcome'],
  }),
  blind: new Gauge({
    registers,
    name: 'email_check_resolver_blind',
    help: '1 while name servers are not believed.',
  }),
  listDates: new Gauge({
    registers,
    name: 'email_check_data_date_seconds',
    help: 'When a list of domains or names changed last, in seconds since 1970, by list and source (release, update, own).',
    labelNames: ['list', 'source'],
  }),
  listEntries: new Gauge({
    registers,
    name: 'email_check_data_entries',
    help: 'Entries of a list of domains or names, by list and source (release, update, own).',
    labelNames: ['list', 'source'],
  }),
  checks: new Gauge({
    registers,
    name: 'email_check_doctor',
    help: 'What each check of the machine found last: 0 green, 1 yellow, 2 red; absent if it was skipped.',
    labelNames: ['check'],
  }),
  rests: new Counter({
    registers,
    name: 'email_check_rests_total',
    help: 'Times that a mail host, an address or a provider was left alone after it refused this service.',
  }),
  resting: new Gauge({
    registers,
    name: 'email_check_resting',
    help: 'Mail hosts, addresses and providers that are left alone now.',
  }),
  paces: new Gauge({
    registers,
    name: 'email_check_provider_pace',
    help: 'Recipients in a second that a mail provider may be asked for now.',
    labelNames: ['provider'],
  }),
  batchSizes: new Histogram({
    registers,
    name: 'email_check_ledger_batch_size',
    help: 'Charges that became durable together.',
    buckets: BATCH_SIZES,
  }),
  batchSeconds: new Histogram({
    registers,
    name: 'email_check_ledger_batch_seconds',
    help: 'How long a batch of charges took to become durable.',
    buckets: BATCH_SECONDS,
  }),
});

/** The metrics of one service and its process, in a separate registry. */
export const createMetrics = (): ServiceMetrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const {
    requests,
    seconds,
    inProgress,
    verdicts,
    listed,
    lists: endedLists,
    deliveries,
    stages,
    credits,
    questions,
    probes,
    rounds,
    blind,
    listDates,
    listEntries,
    checks,
    rests,
    resting,
    paces,
    batchSizes,
    batchSeconds,
  } = createInstruments([registry]);
  let count = () => 0;
  let lists = (): readonly ListFacts[] => [];
  let countResting = () => 0;
  let readPaces: () => ReadonlyMap<string, number> = () => new Map();

  const onTimings = ({ dns = 0, probe = 0, total }: NonNullable<CallEntry['timings']>): void => {
    // The rest of the time is parsing the address and looking it up in lists.
    stages.observe({ stage: 'syntax' }, Math.max(0, total - dns - probe) / 1000);
    if (dns) stages.observe({ stage: 'dns' }, dns / 1000);
    if (probe) stages.observe({ stage: 'smtp' }, probe / 1000);
  };

  /** An own list that is gone has no figures either. */
  const setLists = (): void => {
    listDates.reset();
    listEntries.reset();
    for (const { name: list, source, date, entries } of lists()) {
      if (date) listDates.set({ list, source }, Date.parse(date) / 1000);
      listEntries.set({ list, source }, entries);
    }
  };

  return {
    onCall(entry) {
      const { path: call, status, milliseconds, result, results = [], timings } = entry;
      requests.inc({ call, status, outcome: outcomeOf(entry) });
      seconds.observe({ call }, milliseconds / 1000);
      if (result) verdicts.inc({ result });
      for (const each of results) verdicts.inc({ result: each });
      if (timings) onTimings(timings);
      if (entry.credits) credits.inc(entry.credits);
    },
    onList(event) {
      if (event.kind === 'ended') return endedLists.inc({ state: event.state });
      for (const result of event.results) listed.inc({ result });
      if (event.credits) credits.inc(event.credits);
    },
    onDelivery: ({ outcome }) => deliveries.inc({ outcome }),
    onQuestion: ({ type, outcome }) => questions.inc({ type, outcome }),
    onProbe(evidence) {
      const why = evidence.outcome === 'not-asked' ? evidence.why : '';
      probes.inc({ outcome: evidence.outcome, meaning: 'meaning' in evidence ? evidence.meaning : why });
    },
    onResolverRound(outcome, isBlind) {
      rounds.inc({ outcome });
      blind.set(isBlind ? 1 : 0);
    },
    onDiagnosis({ findings }) {
      for (const { check, level } of findings) {
        if (level === 'skipped') checks.remove({ check });
        else checks.set({ check }, levelNumbers[level]);
      }
    },
    onRest: () => rests.inc(),
    countResting: (look) => void (countResting = look),
    readPaces: (read) => void (readPaces = read),
    onBatch(size, took) {
      batchSizes.observe(size);
      batchSeconds.observe(took);
    },
    countInProgress: (look) => void (count = look),
    countLists: (look) => void (lists = look),
    async page() {
      setLists();
      inProgress.set(count());
      resting.set(countResting());
      for (const [provider, pace] of readPaces()) paces.set({ provider }, pace);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
};
