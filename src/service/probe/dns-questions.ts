import { Resolver } from 'node:dns/promises';
import type { MxRecord, SrvRecord } from 'node:dns';
import type { DnsFailure } from '../verdict/index.js';

/** The answer of DNS to one question; an empty answer and a name that does not exist are different results. */
export type DnsAnswer<Record> =
  | { readonly kind: 'records'; readonly records: readonly Record[] }
  /** NODATA: the name exists, without records of this type (RFC 2308 §2.2). */
  | { readonly kind: 'none' }
  /** Aliases (CNAME) and nothing at their end: without records of this type, or a loop that has no end (RFC 1034 §3.6.2). */
  | { readonly kind: 'alias' }
  /** NXDOMAIN: no records of any type exist (RFC 8020). */
  | { readonly kind: 'no-such-name' }
  | { readonly kind: 'failed'; readonly why: DnsFailure };

/** A question to a name server, as far as it may be counted. */
export interface QuestionAsked {
  readonly type: 'MX' | 'A' | 'AAAA' | 'SRV' | 'TXT' | 'PTR';
  /** The kind of answer, or why none came. */
  readonly outcome: Exclude<DnsAnswer<never>['kind'], 'failed'> | DnsFailure;
}

export interface DnsQuestionsOptions {
  /** Name servers, `'127.0.0.1:5353'`; the system's if absent. */
  readonly servers?: readonly string[] | undefined;
  /** Timeout of a question in milliseconds, all tries included. */
  readonly timeoutMs: number;
  /** Number of times that a question is sent within the timeout. */
  readonly tries: number;
  /** Begins with the second name server, if there are several. */
  readonly isSecondOpinion?: boolean;
  /** Called with each question that was answered or given up. */
  readonly onQuestion?: ((question: QuestionAsked) => void) | undefined;
}

interface PooledResolver {
  readonly resolver: Resolver;
  /** Questions without an answer yet. */
  pending: number;
}

// A resolver has one socket, whose buffer may not hold a thousand answers, and a lost answer costs seconds. Each of these resolvers gets a
// sixteenth of the questions.
const RESOLVERS = 16;

const failures: Readonly<Record<string, DnsAnswer<never>>> = {
  ENODATA: { kind: 'none' },
  ENOTFOUND: { kind: 'no-such-name' },
  ESERVFAIL: { kind: 'failed', why: 'servfail' },
  ETIMEOUT: { kind: 'failed', why: 'timeout' },
  EREFUSED: { kind: 'failed', why: 'refused' },
  ECONNREFUSED: { kind: 'failed', why: 'refused' },
  ENOTIMP: { kind: 'failed', why: 'refused' },
  ECANCELLED: { kind: 'failed', why: 'aborted' },
};

const failureOf = (error: unknown): DnsAnswer<never> => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (Object.hasOwn(failures, code) && failures[code]) || { kind: 'failed', why: 'broken' };
};

/**
 * Asks DNS over a pool of resolvers. Every question is answered in time, if only with a failure; none rejects. What is cut
 * short over UDP is asked over TCP (RFC 7766 §5). What is cut short there too looks empty, and so does a server's referral to
 * others: Node's resolver tells neither from NODATA.
 */
export class DnsQuestions {
  readonly #pool: readonly PooledResolver[];
  readonly #timeoutMs: number;
  readonly #onQuestion: DnsQuestionsOptions['onQuestion'];
  #isClosed = false;

  /** Throws a TypeError if `servers` has an invalid address. */
  constructor({ servers, timeoutMs, tries, isSecondOpinion = false, onQuestion }: DnsQuestionsOptions) {
    this.#timeoutMs = timeoutMs;
    this.#onQuestion = onQuestion;
    this.#pool = Array.from({ length: RESOLVERS }, () => {
      // The resolver waits twice as long with every try.
      const resolver = new Resolver({ timeout: Math.max(1, Math.floor(timeoutMs / (2 ** tries - 1))), tries });
      if (servers) resolver.setServers(servers);
      const [first, ...others] = resolver.getServers();
      if (isSecondOpinion && first && others.length > 0) resolver.setServers([...others, first]);
      return { resolver, pending: 0 };
    });
  }

  mx(name: string): Promise<DnsAnswer<MxRecord>> {
    return this.#ask('MX', (resolver) => resolver.resolveMx(name));
  }

  a(name: string): Promise<DnsAnswer<string>> {
    return this.#ask('A', (resolver) => resolver.resolve4(name));
  }

  aaaa(name: string): Promise<DnsAnswer<string>> {
    return this.#ask('AAAA', (resolver) => resolver.resolve6(name));
  }

  srv(name: string): Promise<DnsAnswer<SrvRecord>> {
    return this.#ask('SRV', (resolver) => resolver.resolveSrv(name));
  }

  /** The strings of one record are joined, as SPF wants it (RFC 7208 §3.3). */
  txt(name: string): Promise<DnsAnswer<string>> {
    return this.#ask('TXT', async (resolver) => (await resolver.resolveTxt(name)).map((strings) => strings.join('')));
  }

  /** The names of an address, by its name below `in-addr.arpa` or `ip6.arpa`. */
  ptr(reverseName: string): Promise<DnsAnswer<string>> {
    return this.#ask('PTR', (resolver) => resolver.resolvePtr(reverseName));
  }

  /** The name servers in use, `'192.0.2.53'` or with a port, in their order. */
  get servers(): readonly string[] {
    return this.#pool[0]?.resolver.getServers() ?? [];
  }

  /** Calls off what is out and whatever is asked from now on. */
  close(): void {
    this.#isClosed = true;
    for (const { resolver } of this.#pool) resolver.cancel();
  }

  async #ask<Record>(
    type: QuestionAsked['type'],
    question: (resolver: Resolver) => Promise<Record[]>,
  ): Promise<DnsAnswer<Record>> {
    const answer = await this.#answerTo(question);
    this.#onQuestion?.({ type, outcome: answer.kind === 'failed' ? answer.why : answer.kind });
    return answer;
  }

  #answerTo<Record>(question: (resolver: Resolver) => Promise<Record[]>): Promise<DnsAnswer<Record>> {
    if (this.#isClosed) return Promise.resolve({ kind: 'failed', why: 'aborted' });
    const least = this.#pool.reduce((best, each) => (each.pending < best.pending ? each : best));
    least.pending += 1;
    return new Promise((resolve) => {
      // With several name servers the resolver's own time is as many times as long.
      const late = setTimeout(() => resolve({ kind: 'failed', why: 'timeout' }), this.#timeoutMs);
      const settle = (answer: DnsAnswer<Record>) => {
        clearTimeout(late);
        least.pending -= 1;
        resolve(answer);
      };
      question(least.resolver).then(
        // Node's resolver says that there is no data by an error, and finds nothing if the answer has only aliases.
        (records) => settle(records.length ? { kind: 'records', records } : { kind: 'alias' }),
        (error: unknown) => settle(failureOf(error)),
      );
    });
  }
}
