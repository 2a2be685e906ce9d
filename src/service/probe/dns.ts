import type { DnsEvidence, MailHost } from '../verdict/index.js';
import { AnswerCache } from './answer-cache.js';
import { DnsQuestions, type DnsAnswer } from './dns-questions.js';
import { ADDRESSES, judgeAddresses, type HostAddresses } from './host-addresses.js';
import { inOrder, isNullMx, isRefusedName, type MailExchange } from './mail-exchanges.js';

export interface MailHostFinderOptions {
  /** Name servers, `'127.0.0.1:5353'`; the system's where absent. */
  readonly servers?: readonly string[] | undefined;
  /** How long one question may take in all, in milliseconds. */
  readonly timeoutMs: number;
  /** How often a question is sent within that time; twice where absent. */
  readonly tries?: number;
  /** Whether an address may be contacted at all. */
  readonly mayContact: (ip: string) => boolean;
  /** From 0 up to 1: the order among hosts of one preference. */
  readonly random?: () => number;
  /** A clock in milliseconds, for the cache. */
  readonly now?: () => number;
}

/** Finds where domains take mail. */
export interface MailHostFinder {
  /** Where a domain (lower case, A-labels) takes mail. Never rejects. A signal ends the waiting, not the question. */
  find(asciiDomain: string, signal?: AbortSignal): Promise<DnsEvidence>;
  close(): void;
}

/** A domain may name a thousand mail hosts; so many, the most preferred, are looked at. */
const HOSTS = 10;
const CACHED = 10_000;
/** How long mail hosts are remembered, in milliseconds; records' own times are not read. */
const KEEP_MS = 5 * 60_000;
/** How long it is remembered that there are none. Failures are not remembered. */
const KEEP_NEGATIVE_MS = 60_000;

/** A finder over its own resolvers. Throws a TypeError where `servers` holds what is no address. */
export function createMailHostFinder(options: MailHostFinderOptions): MailHostFinder {
  const { servers, timeoutMs, tries = 2, mayContact, random = Math.random, now } = options;
  const questions = new DnsQuestions({ servers, timeoutMs, tries });
  const domains = new AnswerCache<DnsEvidence>({ size: CACHED, keepMs: ({ kind }) => keepFor(kind, 'hosts'), now });
  const hosts = new AnswerCache<HostAddresses>({ size: CACHED, keepMs: ({ kind }) => keepFor(kind, 'found'), now });

  /** A truncated answer over TCP looks empty: emptiness is believed when another resolver has seen it too. */
  const twiceIfEmpty = async <Record>(ask: (isAgain: boolean) => Promise<DnsAnswer<Record>>): Promise<DnsAnswer<Record>> => {
    const answer = await ask(false);
    return answer.kind === 'none' ? ask(true) : answer;
  };

  const askForAddresses = async (name: string): Promise<HostAddresses> => {
    const ask = (isAgain: boolean) => Promise.all([questions.a(name, isAgain), questions.aaaa(name, isAgain)]);
    const answers = await ask(false);
    const isEmpty = answers.every(({ kind }) => kind === 'none');
    return judgeAddresses(isEmpty ? await ask(true) : answers, mayContact);
  };

  const addressesOf = async (name: string): Promise<HostAddresses> => {
    if (isRefusedName(name)) return { kind: 'forbidden' };
    return hosts.get(name, () => askForAddresses(name));
  };

  const implicitHost = async (asciiDomain: string): Promise<DnsEvidence> => {
    const found = await addressesOf(asciiDomain);
    if (found.kind === 'unresolvable') return { kind: 'no-mail-host' };
    return gather([{ name: asciiDomain, preference: 0 }], [found], { implicit: true, left: 0 });
  };

  const lookUp = async (asciiDomain: string): Promise<DnsEvidence> => {
    const answer = await twiceIfEmpty((isAgain) => questions.mx(asciiDomain, isAgain));
    if (answer.kind === 'failed') return answer;
    if (answer.kind === 'no-such-name') return { kind: 'no-such-domain' };
    if (answer.kind === 'none') return implicitHost(asciiDomain);
    if (isNullMx(answer.records)) return { kind: 'null-mx' };
    const all = inOrder(answer.records, random);
    const first = all.slice(0, HOSTS);
    const found = await Promise.all(first.map(({ name }) => addressesOf(name)));
    return gather(first, found, { implicit: false, left: all.length - first.length });
  };

  return {
    find: (asciiDomain, signal) => untilAborted(domains.get(asciiDomain, () => lookUp(asciiDomain)), signal),
    close: () => questions.close(),
  };
}

const keepFor = (kind: string, positive: string): number => {
  if (kind === 'failed') return 0;
  return kind === positive ? KEEP_MS : KEEP_NEGATIVE_MS;
};

function gather(
  exchanges: readonly MailExchange[],
  found: readonly HostAddresses[],
  { implicit, left }: { readonly implicit: boolean; readonly left: number },
): DnsEvidence {
  const hosts: MailHost[] = [];
  let room = ADDRESSES;
  for (const [at, exchange] of exchanges.entries()) {
    const each = found[at];
    if (each?.kind !== 'found' || !room) continue;
    const addresses = each.addresses.slice(0, room);
    room -= addresses.length;
    hosts.push({ ...exchange, addresses });
  }
  if (hosts.length) return { kind: 'hosts', hosts, implicit };
  const failed = found.find((each) => each.kind === 'failed');
  if (failed) return failed;
  if (left > 0) return { kind: 'failed', why: 'too-many' };
  return { kind: found.some(({ kind }) => kind === 'forbidden') ? 'forbidden-hosts' : 'unresolvable-hosts' };
}

function untilAborted(answer: Promise<DnsEvidence>, signal: AbortSignal | undefined): Promise<DnsEvidence> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const abort = () => resolve({ kind: 'failed', why: 'aborted' });
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
