import { pino } from 'pino';
import type { CallEntry } from './call-entry.js';
import type { ListEvent } from '../bulk/run-list.js';
import type { LogLevel } from '../config.js';
import type { Diagnosis } from '../doctor/index.js';
import type { DeliveryReport } from '../webhook/delivery-worker.js';
import { faultLogged } from './fault.js';
import { createRedactor } from './redact.js';

export interface LogOptions {
  readonly level: LogLevel;
  /** Writes a line: one JSON object, without a line end. */
  readonly write: (line: string) => void;
  /** Texts that no line may contain, beside those that look like an address or a key. */
  readonly secrets?: readonly (string | undefined)[];
}

/** The log of a service, in JSON lines. */
export interface ServiceLog {
  started(url: string): void;
  stopping(): void;
  stopped(): void;
  /** Logs an answered request: at `debug` if it is about the state of the service itself, else at `info`. */
  call(entry: CallEntry): void;
  /** Logs a list that has ended, and written results of a list only at `debug`. */
  list(event: ListEvent): void;
  /** Logs a try to send an event of a webhook: one that was given up at `warn`. */
  delivery(report: DeliveryReport): void;
  /** Logs a sentence about a condition that the operator should look at. */
  warning(words: string): void;
  /** Logs what is wrong with the machine, in one line. */
  diagnosis(diagnosis: Diagnosis): void;
  /** Logs an internal fault; its place in the code only at `debug`. */
  fault(fault: unknown): void;
}

/** Requested every few seconds by the operator's monitoring. */
const watchers: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/** Whether a request is one of those that come again and again, as those of an open page of the console. */
const isWatching = (path: string): boolean => watchers.includes(path) || path.startsWith('GET /console');

const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

/** The fields of a call's line. */
const fieldsOf = ({ path, status, milliseconds, credits, result, results, refusal, pseudonym }: CallEntry) => ({
  route: path,
  status,
  ms: rounded(milliseconds),
  credits,
  ...(result && { result }),
  ...(results && { addresses: results.length }),
  ...(refusal && { refusal }),
  ...(pseudonym && { address: pseudonym }),
});

/** A log of one service. */
export const createLog = ({ level, write, secrets = [] }: LogOptions): ServiceLog => {
  const redact = createRedactor(secrets);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const log = pino(options, { write: (line: string) => write(line.trimEnd()) });
  const isDebugging = log.isLevelEnabled('debug');
  return {
    started: (url) => log.info({ url }, 'started'),
    stopping: () => log.info('stopping'),
    stopped: () => log.info('stopped'),
    call(entry) {
      const { path, status, timings } = entry;
      const fields = isDebugging && timings ? { ...fieldsOf(entry), timings } : fieldsOf(entry);
      if (isWatching(path) && status < 500) log.debug(fields, 'call');
      else log.info(fields, 'call');
    },
    list(event) {
      const { kind } = event;
      if (kind === 'ended')
        log.info(
          { state: event.state, account: event.accountId, addresses: event.addresses, ms: rounded(event.milliseconds) },
          'list',
        );
      else log.debug({ results: event.results.length, credits: event.credits }, 'list');
    },
    delivery({ outcome, accountId, url, milliseconds, ...rest }) {
      const fields = { outcome, account: accountId, ...rest, url: redact(url), ms: rounded(milliseconds) };
      log[outcome === 'given-up' ? 'warn' : 'info'](fields, 'webhook');
    },
    warning: (words) => log.warn(redact(words)),
    diagnosis({ level, findings }) {
      const faults = findings
        .filter((each) => each.level === 'red' || each.level === 'yellow')
        .map(({ sentence, remedy = '', ...rest }) => ({
          ...rest,
          sentence: redact(sentence),
          remedy: redact(remedy),
        }));
      log[level === 'green' ? 'info' : 'warn']({ found: level, ...(faults.length > 0 && { faults }) }, 'doctor');
    },
    fault: (fault) => log.error({ fault: faultLogged(fault, { redact, showsStack: isDebugging }) }, 'fault'),
  };
};
