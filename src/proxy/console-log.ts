import { shownText } from '../text/index.js';
import { keyTraces } from './key-traces.js';
import { ServiceFault } from './service-fault.js';

/** Name of a fault: the site's own part that threw, or the error code of the answer. */
export type FaultName = string;

/** Milliseconds in which the same failure is logged once. */
const REPEAT_AFTER_MS = 60_000;
/** Maximum characters of a message that are read, and that are shown. */
const READ_CHARACTERS = 1_000;
const SHOWN_CHARACTERS = 300;

/** Returns an error's message in one line, without email addresses. */
const lineOf = (error: unknown): string => {
  const thrown: { readonly name?: unknown; readonly message?: unknown } =
    error instanceof Error ? error : { message: error };
  const [name = '', message = ''] = [thrown.name ?? '', thrown.message].map((each) => String(each));
  // The text may be cut off within an address.
  const read =
    message.length > READ_CHARACTERS ? message.slice(0, READ_CHARACTERS).replace(/(?<!\S)\S*$/, '') : message;
  const words = read
    .split(/[\s\p{Cc}]+/u)
    .map((word) => shownText(word))
    .map((word) => (/@|%40/.test(word) ? '…' : word))
    .join(' ');
  const kind = /^(?:Error|ServiceFault|)$/.test(name) ? '' : name;
  return [shownText(kind, { instead: ' ' }), shownText(words, { most: SHOWN_CHARACTERS })].filter(Boolean).join(': ');
};

/**
 * Writes faults to the console, one line each, and each fault at most once a minute, since an unavailable service fails
 * every call. No line contains the key or an email address.
 * @param now milliseconds since 1970
 */
export const createConsoleLog = (apiKey: string, now: () => number): ((error: unknown, fault: FaultName) => void) => {
  const traces = keyTraces(apiKey, '');
  const lastLoggedAt = new Map<FaultName, number>();
  return (error, fault) => {
    const at = now();
    const last = lastLoggedAt.get(fault);
    if (last !== undefined && Math.abs(at - last) < REPEAT_AFTER_MS) return;
    lastLoggedAt.set(fault, at);
    const line = lineOf(error);
    // Our own words may contain a word of the key by chance.
    const shown =
      !(error instanceof ServiceFault) && traces.isIn(line)
        ? 'its message contains a part of the key, and is left out'
        : line;
    // eslint-disable-next-line no-console -- it is what a site has that gives no function of its own
    console.error(`email-check key proxy: ${fault}: ${shown}`);
  };
};
