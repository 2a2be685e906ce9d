import { DnsQuestions } from './dns-questions.js';
import { MOST_ADDRESSES } from './host-addresses.js';
import { isForbiddenHostName } from './mail-exchanges.js';
import { inServiceOrder, type ServiceAddress } from './service-order.js';

export interface NameResolverOptions {
  /** Name servers, `'127.0.0.1:5353'`; the system's if absent. */
  readonly servers?: readonly string[] | undefined;
  /** Timeout of a question in milliseconds, all tries included. */
  readonly timeoutMs: number;
  /** Random numbers from 0 up to 1, for the order among targets of equal priority. */
  readonly random?: () => number;
}

/** Finds the addresses of hosts and services, for connections other than mail. Names are A-labels. */
export interface NameResolver {
  /** A and AAAA of a host, sixteen at most, unjudged. Never rejects: `[]` if there are none, or the text is not a host name. */
  addresses(host: string): Promise<readonly string[]>;
  /** SRV (RFC 2782) of a name such as `_avatars-sec._tcp.example.com`, sixteen at most, by priority and then weight. Never rejects. */
  services(name: string): Promise<readonly ServiceAddress[]>;
  /** Whether name servers answer at all: any answer counts, also that a name does not exist or that others failed. */
  isAnswering(): Promise<boolean>;
  close(): void;
}

const TRIES = 2;
/** At most this many SRV records are read. */
const PLACES = 16;
/** A name that exists for good (RFC 2606 §3). */
const KNOWN_NAME = 'example.com';
/** A name's length in the DNS, in its written form (RFC 1035 §3.1). */
const NAME_CHARACTERS = 253;

/** A resolver of its own. Throws a TypeError if `servers` has an invalid address. */
export function createNameResolver({ servers, timeoutMs, random = Math.random }: NameResolverOptions): NameResolver {
  const questions = new DnsQuestions({ servers, timeoutMs, tries: TRIES });
  const isName = (name: string) => name.length <= NAME_CHARACTERS && !isForbiddenHostName(name);
  return {
    async addresses(host) {
      if (!isName(host)) return [];
      const answers = await Promise.all([questions.a(host), questions.aaaa(host)]);
      return answers.flatMap((answer) => (answer.kind === 'records' ? answer.records : [])).slice(0, MOST_ADDRESSES);
    },
    async services(name) {
      const answer = isName(name) ? await questions.srv(name) : undefined;
      return answer?.kind === 'records' ? inServiceOrder(answer.records.slice(0, PLACES), random) : [];
    },
    async isAnswering() {
      const answer = await questions.a(KNOWN_NAME);
      // SERVFAIL shows that the name server itself answers.
      return answer.kind !== 'failed' || answer.why === 'servfail';
    },
    close: () => questions.close(),
  };
}
