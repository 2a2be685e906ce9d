import { hasPrefix, parseIp, type IpAddress } from '../../../network/index.js';
import type { DnsAnswer, DnsQuestions } from '../../probe/dns-questions.js';
import { reverseName } from '../reverse-name.js';
import { expandMacros, type MacroValues } from './macros.js';
import { isSpf, readSpf, SpfSyntaxError, type Mechanism, type Qualifier, type SpfRecord } from './record.js';

/** The result of SPF for one address (RFC 7208 §2.6). */
export interface SpfResult {
  readonly result: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'permerror' | 'temperror';
  /** The domain's own records, of which it may have one. */
  readonly records?: readonly string[];
  /** What an error is about. */
  readonly why?: string;
  /** The term of the domain's own record at which an error was met; absent if the record as a whole cannot be read. */
  readonly term?: string;
}

export interface SpfQuestion extends MacroValues {
  readonly domain: string;
  readonly questions: Pick<DnsQuestions, 'a' | 'aaaa' | 'mx' | 'ptr' | 'txt'>;
}

/** Terms that ask DNS, in a record and in all that it includes (RFC 7208 §4.6.4). */
const MOST_LOOKUPS = 10;
/** Questions of those that may find nothing. */
const MOST_VOID_LOOKUPS = 2;
/** Mail hosts, and names of an address, whose addresses are asked for. */
const MOST_NAMES = 10;

const results: Readonly<Record<Qualifier, SpfResult['result']>> = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
};

class SpfError extends Error {
  readonly result: 'permerror' | 'temperror';
  /** The outermost term that led to it. */
  term: string | undefined;

  constructor(result: 'permerror' | 'temperror', message: string) {
    super(message);
    this.result = result;
  }
}

const permanent = (why: string) => new SpfError('permerror', why);

const bare = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** One evaluation, with what it has asked so far. */
class Evaluation {
  readonly #question: SpfQuestion;
  readonly #ip: IpAddress;
  #lookups = 0;
  #voidLookups = 0;

  constructor(question: SpfQuestion) {
    this.#question = question;
    this.#ip = parseIp(question.ip) ?? [];
  }

  /** The record of a domain, and what it says. */
  async of(domain: string): Promise<SpfResult> {
    const records = await this.#recordsOf(domain);
    const [text] = records;
    if (text === undefined) return { result: 'none' };
    if (records.length > 1)
      return { result: 'permerror', records, why: `${domain} has ${records.length} SPF records, and may have one.` };
    try {
      return { result: await this.#judge(readSpf(text), domain), records };
    } catch (error) {
      if (error instanceof SpfError)
        return { result: error.result, records, why: error.message, ...(error.term && { term: error.term }) };
      if (error instanceof SpfSyntaxError) return { result: 'permerror', records, why: error.message };
      throw error;
    }
  }

  async #recordsOf(domain: string): Promise<readonly string[]> {
    const answer = await this.#question.questions.txt(domain);
    if (answer.kind === 'failed') throw new SpfError('temperror', `DNS does not answer for ${domain}: ${answer.why}.`);
    return answer.kind === 'records' ? answer.records.filter(isSpf) : [];
  }

  async #judge({ mechanisms, redirect }: SpfRecord, domain: string): Promise<SpfResult['result']> {
    for (const mechanism of mechanisms)
      if (await this.#at(mechanism.written, () => this.#matches(mechanism, domain)))
        return results[mechanism.qualifier];
    if (redirect === undefined) return 'neutral';
    const written = `redirect=${redirect}`;
    return this.#at(written, () => this.#redirects(written, this.#target(redirect, domain)));
  }

  async #redirects(written: string, target: string): Promise<SpfResult['result']> {
    this.#countLookup(written);
    const { result, why = '' } = await this.of(target);
    if (result === 'none') throw permanent(`${written} leads to a domain without SPF.`);
    if (result === 'permerror' || result === 'temperror') throw new SpfError(result, why);
    return result;
  }

  /** Has an error name the term that led to it. */
  async #at<Result>(written: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SpfError) error.term = written;
      throw error;
    }
  }

  async #matches(mechanism: Mechanism, domain: string): Promise<boolean> {
    const { name, value } = mechanism;
    if (name === 'all') return true;
    if (name === 'ip4' || name === 'ip6') return this.#isAmong([value], mechanism);
    this.#countLookup(mechanism.written);
    const target = this.#target(value, domain);
    switch (name) {
      case 'include':
        return this.#includes(mechanism, target);
      case 'a':
        return this.#isAmong(await this.#addresses(target), mechanism);
      case 'mx':
        return this.#isAmongHosts(mechanism, target);
      case 'ptr':
        return this.#isNamed(target);
      case 'exists':
        return this.#found(await this.#question.questions.a(target)).length > 0;
    }
  }

  async #includes({ written }: Mechanism, target: string): Promise<boolean> {
    const { result, why = '' } = await this.of(target);
    if (result === 'none') throw permanent(`${written} includes a domain without SPF.`);
    if (result === 'permerror' || result === 'temperror') throw new SpfError(result, why);
    return result === 'pass';
  }

  async #isAmongHosts(mechanism: Mechanism, target: string): Promise<boolean> {
    const hosts = this.#found(await this.#question.questions.mx(target));
    if (hosts.length > MOST_NAMES) throw permanent(`${mechanism.written} names more than ${MOST_NAMES} mail hosts.`);
    for (const { exchange } of hosts) if (this.#isAmong(await this.#addresses(bare(exchange)), mechanism)) return true;
    return false;
  }

  async #isNamed(target: string): Promise<boolean> {
    const names = this.#found(await this.#question.questions.ptr(reverseName(this.#question.ip)));
    const below = names.map(bare).filter((name) => name === target || name.endsWith(`.${target}`));
    for (const name of below.slice(0, MOST_NAMES))
      if (this.#isAmong(await this.#addresses(name), { ip4Bits: 32, ip6Bits: 128 })) return true;
    return false;
  }

  async #addresses(name: string): Promise<readonly string[]> {
    const { questions, ip } = this.#question;
    return this.#found(await (ip.includes(':') ? questions.aaaa(name) : questions.a(name)));
  }

  #isAmong(addresses: readonly string[], { ip4Bits, ip6Bits }: Pick<Mechanism, 'ip4Bits' | 'ip6Bits'>): boolean {
    return addresses.some((each) => {
      const address = parseIp(each);
      if (!address) throw permanent(`"${each}" is not an IP address.`);
      return hasPrefix(this.#ip, address, this.#ip.length === 4 ? ip4Bits : ip6Bits);
    });
  }

  #target(value: string, domain: string): string {
    return value ? bare(expandMacros(value, domain, this.#question)) : domain;
  }

  #found<Record>(answer: DnsAnswer<Record>): readonly Record[] {
    if (answer.kind === 'records') return answer.records;
    if (answer.kind === 'failed') throw new SpfError('temperror', `DNS does not answer: ${answer.why}.`);
    this.#voidLookups += 1;
    if (this.#voidLookups > MOST_VOID_LOOKUPS)
      throw permanent(`More than ${MOST_VOID_LOOKUPS} of its names do not exist in DNS.`);
    return [];
  }

  #countLookup(written: string): void {
    this.#lookups += 1;
    if (this.#lookups > MOST_LOOKUPS)
      throw permanent(`It needs more than ${MOST_LOOKUPS} questions to DNS; the first that is too many is ${written}.`);
  }
}

/** Whether a domain's SPF allows an address to send for it (RFC 7208 §4). Never rejects for what DNS says. */
export const evaluateSpf = async (question: SpfQuestion): Promise<SpfResult> => {
  try {
    return await new Evaluation(question).of(question.domain);
  } catch (error) {
    if (error instanceof SpfError) return { result: error.result, why: error.message };
    throw error;
  }
};
