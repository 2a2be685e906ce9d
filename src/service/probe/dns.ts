import type { DnsEvidence, MailHost } from '../verdict/index.js';
import { AnswerCache } from './answer-cache.js';
import { DnsQuestions, type QuestionAsked } from './dns-questions.js';
import { MOST_ADDRESSES, judgeAddresses, type HostAddresses } from './host-addresses.js';
import { inPreferenceOrder, isNullMx, isForbiddenHostName, type MailExchange } from './mail-exchanges.js';
import type { ResolverCanary } from './resolver-canary.js';

export interface MailHostFinderOptions {
  /** Name servers, `'127.0.0.1:5353'`; the system's if absent. */
  readonly servers?: readonly string[] | undefined;
  /** Timeout of a question in milliseconds, all tries included. */
  readonly timeoutMs: number;
  /**
   * Number of times that a question is sent within the timeout, each time after twice the wait; three times if absent.
   */
  readonly tries?: number;
  /** Whether an address may be contacted at all. */
  readonly mayContact: (ip: string) => boolean;
  /** Stop at the first address: it proves that a domain takes mail, and a caller that contacts no host needs no more. */
  readonly isOneEnough?: boolean;
  /** Called with each question that was answered or given up. */
  readonly onQuestion?: ((question: QuestionAsked) => void) | undefined;
  /** Says whether the name servers are to be believed; they are if it is absent. */
  readonly canary?: Pick<ResolverCanary, 'isBlind' | 'isTrusted' | 'noteUse'> | undefined;
  /** From 0 up to 1: the order among hosts of one preference. */
  readonly random?: () => number;
  /** A clock in milliseconds, for the cache. */
  readonly now?: () => number;
}

/** Finds the mail hosts of domains. Domains are in lower case, A-labels. */
export interface MailHostFinder {
  /** The mail hosts of a domain. Never rejects. */
  find(asciiDomain: string): Promise<DnsEvidence>;
  /** The cached answer, without a question. */
  cached(asciiDomain: string): DnsEvidence | undefined;
  /** Forgets what is cached, and what is being asked for. */
  forget(): void;
  close(): void;
}

/** A domain may name a thousand mail hosts; at most this many, the most preferred, are looked at. */
const MOST_HOSTS = 10;
/** Maximum number of domains, and of hosts, in the cache: about 30 MB. */
const CACHE_SIZE = 50_000;
/** Milliseconds for which mail hosts are cached; the records' own TTLs are not read. */
const KEEP_MS = 5 * 60_000;
/** Milliseconds for which a negative answer is cached. Failures are not cached. */
const KEEP_NEGATIVE_MS = 60_000;

/** Negatives that an empty answer may be part of. */
const EMPTY_RESULTS: readonly DnsEvidence['kind'][] = ['no-mail-host', 'unresolvable-hosts', 'forbidden-hosts'];

/** Not kept: the next question may find name servers that can be believed. */
const NOT_BELIEVED: DnsEvidence = { kind: 'failed', why: 'blind' };

/** What a name server says of every name if it knows none, or has one address for all that it does not know. */
const mayBeMadeUp = (found: DnsEvidence): boolean =>
  found.kind === 'hosts' ? found.implicit : found.kind !== 'failed' && found.kind !== 'null-mx';

/** A finder over its own resolvers. Throws a TypeError if `servers` has an invalid address. */
export function createMailHostFinder(options: MailHostFinderOptions): MailHostFinder {
  const {
    servers,
    timeoutMs,
    tries = 3,
    mayContact,
    isOneEnough = false,
    onQuestion,
    canary,
    random = Math.random,
    now,
  } = options;
  const questions = new DnsQuestions({ servers, timeoutMs, tries, onQuestion });
  const secondOpinion = new DnsQuestions({ servers, timeoutMs, tries, isSecondOpinion: true, onQuestion });
  const domains = new AnswerCache<DnsEvidence>({ size: CACHE_SIZE, keepMs: ({ kind }) => keepFor(kind, 'hosts'), now });
  const hosts = new AnswerCache<HostAddresses>({ size: CACHE_SIZE, keepMs: ({ kind }) => keepFor(kind, 'found'), now });

  const askForAddresses = async (name: string, over: DnsQuestions): Promise<HostAddresses> => {
    if (!isOneEnough) return judgeAddresses(await Promise.all([over.a(name), over.aaaa(name)]), mayContact);
    const a = await over.a(name);
    const found = judgeAddresses([a], mayContact);
    const isSettled = found.kind === 'found' || a.kind === 'no-such-name';
    return isSettled ? found : judgeAddresses([a, await over.aaaa(name)], mayContact);
  };

  const addressesOf = async (name: string, over: DnsQuestions): Promise<HostAddresses> => {
    if (isForbiddenHostName(name)) return { kind: 'forbidden' };
    return over === secondOpinion ? askForAddresses(name, over) : hosts.get(name, () => askForAddresses(name, over));
  };

  /** Looks up the addresses of the hosts in order; ends early if one is enough. */
  const addressesOfAll = async (
    [first, ...others]: readonly MailExchange[],
    over: DnsQuestions,
  ): Promise<HostAddresses[]> => {
    const ask = ({ name }: MailExchange) => addressesOf(name, over);
    if (!first || !isOneEnough) return Promise.all([...(first ? [first] : []), ...others].map(ask));
    const found = await ask(first);
    return found.kind === 'found' ? [found] : [found, ...(await Promise.all(others.map(ask)))];
  };

  const implicitHost = (asciiDomain: string, found: HostAddresses): DnsEvidence => {
    if (found.kind === 'unresolvable') return { kind: 'no-mail-host' };
    return combine([{ name: asciiDomain, preference: 0 }], [found], { implicit: true, left: 0 });
  };

  const lookUp = async (asciiDomain: string, over: DnsQuestions): Promise<DnsEvidence> => {
    const answer = await over.mx(asciiDomain);
    if (answer.kind === 'failed') return answer;
    if (answer.kind === 'no-such-name') return { kind: 'no-such-domain' };
    // An alias of a host that has addresses alone is a mail host too.
    if (answer.kind !== 'records') return implicitHost(asciiDomain, await addressesOf(asciiDomain, over));
    if (isNullMx(answer.records)) return { kind: 'null-mx' };
    const all = inPreferenceOrder(answer.records, random);
    const first = all.slice(0, MOST_HOSTS);
    return combine(first, await addressesOfAll(first, over), { implicit: false, left: all.length - first.length });
  };

  /** Nothing of any kind is proof only when it is said twice: by another server if there is one, past what is remembered. */
  const lookUpTwice = async (asciiDomain: string): Promise<DnsEvidence> => {
    const found = await lookUp(asciiDomain, questions);
    return EMPTY_RESULTS.includes(found.kind) ? lookUp(asciiDomain, secondOpinion) : found;
  };

  const lookUpIfTrusted = async (asciiDomain: string): Promise<DnsEvidence> => {
    const found = await lookUpTwice(asciiDomain);
    const isDoubtful = canary?.isBlind === true || (mayBeMadeUp(found) && (await canary?.isTrusted()) === false);
    return isDoubtful ? NOT_BELIEVED : found;
  };

  /** Counts as use of DNS, since while blind nothing else does. */
  const isBlind = (): boolean => {
    canary?.noteUse();
    return canary?.isBlind === true;
  };

  return {
    find: (asciiDomain) =>
      isBlind() ? Promise.resolve(NOT_BELIEVED) : domains.get(asciiDomain, () => lookUpIfTrusted(asciiDomain)),
    cached: (asciiDomain) => (isBlind() ? NOT_BELIEVED : domains.cached(asciiDomain)),
    forget() {
      domains.clear();
      hosts.clear();
    },
    close: () => {
      questions.close();
      secondOpinion.close();
    },
  };
}

const keepFor = (kind: string, positive: string): number => {
  if (kind === 'failed') return 0;
  return kind === positive ? KEEP_MS : KEEP_NEGATIVE_MS;
};

/** Combines hosts and their addresses; `found` ends before `exchanges` if no more were needed. */
function combine(
  exchanges: readonly MailExchange[],
  found: readonly HostAddresses[],
  { implicit, left }: { readonly implicit: boolean; readonly left: number },
): DnsEvidence {
  const hosts: MailHost[] = [];
  let room = MOST_ADDRESSES;
  for (const [at, exchange] of exchanges.entries()) {
    const each = found[at];
    if (!each) hosts.push({ ...exchange, addresses: [] });
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
