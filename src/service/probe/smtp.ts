import { connect, type Connection } from '../net/connect.js';
import { ConnectError } from '../net/connect-error.js';
import type { MailHost, ProbedAddress, ProbedHost, ProbeEvidence, ProbeLimits } from '../verdict/index.js';
import { isRefusedRecipient, judgeReply } from './meaning.js';
import { readableReply, type ReplyLines } from './reply.js';
import { SessionError, SmtpSession } from './smtp-session.js';

export interface MailboxProbeOptions {
  readonly port: number;
  /** The name to greet with: this machine's own, as DNS has it (RFC 5321 §4.1.4). */
  readonly helo: string;
  /** The envelope's sender; `''` for the null sender. */
  readonly mailFrom: string;
  /** For a connection to one address, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** For one reply, in milliseconds. */
  readonly replyTimeoutMs: number;
  /** A local part that nobody has: letters and digits alone. */
  readonly randomLocalPart: () => string;
  /** Contact 127.0.0.0/8 and ::1 too. */
  readonly allowLoopback?: boolean;
}

/** Asks mail hosts for one mailbox. */
export type MailboxProbe = (hosts: readonly MailHost[], address: ProbedAddress, limits: ProbeLimits) => Promise<ProbeEvidence>;

/** RFC 7504 §2: this host never takes mail. */
const NEVER_MAIL = 521;

const isPositive = ({ code }: ReplyLines): boolean => code >= 200 && code < 300;
const isRefusal = ({ code }: ReplyLines): boolean => code >= 400;

/** A callout names whom it is about in its last line: judge all of it, show less. */
const JUDGED_LENGTH = 4_096;

const whole = (reply: ReplyLines, host: string) => ({ ...readableReply(reply, JUDGED_LENGTH), host });

/**
 * A probe: greets, names a sender, asks for the mailbox and, where it is accepted, for a random one of the same domain; never
 * sends a message. The next host is asked where one cannot be reached or does not greet. Its promise rejects with a
 * TypeError for an address that holds control characters, else never. Throws a TypeError for a `helo` or `mailFrom` that does
 * not fit into a command.
 */
export function createMailboxProbe(options: MailboxProbeOptions): MailboxProbe {
  for (const text of [options.helo, options.mailFrom]) {
    if (/[\p{Cc}\s<>]/u.test(text)) throw new TypeError(`"${text}" does not fit into an SMTP command.`);
  }
  return async (hosts, address, { signal, timeoutMs }) => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    const late = setTimeout(abort, timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    try {
      const evidence = await askInTurn(hosts, address, options, controller.signal);
      if (signal?.aborted && ['unreachable', 'timed-out'].includes(evidence.outcome)) return { outcome: 'aborted' };
      return evidence;
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', abort);
    }
  };
}

async function askInTurn(
  hosts: readonly MailHost[],
  address: ProbedAddress,
  options: MailboxProbeOptions,
  signal: AbortSignal,
): Promise<ProbeEvidence> {
  const { port, connectTimeoutMs, replyTimeoutMs, allowLoopback } = options;
  let last: ProbeEvidence = { outcome: 'unreachable' };
  for (const { name: host, addresses } of hosts) {
    for (const ip of addresses) {
      if (signal.aborted) return last;
      let connection: Connection;
      try {
        connection = await connect({ address: ip, port, timeoutMs: connectTimeoutMs, signal, allowLoopback });
      } catch (error) {
        if (error instanceof ConnectError) continue;
        throw error;
      }
      const session = new SmtpSession(connection, { replyTimeoutMs, signal });
      const conversation = new Conversation(session, { host, ip, startTls: undefined }, options);
      try {
        last = await conversation.probe(address);
      } finally {
        session.end();
      }
      if (conversation.hasGreeted) return last;
    }
  }
  return last;
}

/** The order of the commands, and what each answer means for the probe. */
class Conversation {
  /** The host took part: what it said is its answer, and no other host is asked. */
  hasGreeted = false;
  readonly #session: SmtpSession;
  readonly #options: MailboxProbeOptions;
  #about: ProbedHost;

  constructor(session: SmtpSession, about: ProbedHost, options: MailboxProbeOptions) {
    this.#session = session;
    this.#about = about;
    this.#options = options;
  }

  async probe(address: ProbedAddress): Promise<ProbeEvidence> {
    try {
      return (await this.#greet()) ?? (await this.#open(address)) ?? (await this.#askFor(address));
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      // What ends a conversation from outside is the time for all hosts together, unless the caller left.
      return { ...this.#about, outcome: error.code === 'aborted' ? 'timed-out' : error.code };
    }
  }

  async #greet(): Promise<ProbeEvidence | undefined> {
    const banner = await this.#session.read();
    this.hasGreeted = banner.code >= 500 && banner.code !== NEVER_MAIL;
    if (banner.code === 220) {
      this.hasGreeted = true;
      return undefined;
    }
    return this.#refusedAt('banner', banner);
  }

  /** EHLO, or HELO where that is not known, and the envelope's sender. */
  async #open({ localPart, asciiDomain }: ProbedAddress): Promise<ProbeEvidence | undefined> {
    const { helo } = this.#options;
    let greeting = await this.#session.ask(`EHLO ${helo}`);
    const extensions = isPositive(greeting) ? greeting.lines.slice(1).map((line) => line.split(' ')[0]?.toUpperCase()) : [];
    if (greeting.code >= 500) greeting = await this.#session.ask(`HELO ${helo}`);
    if (!isPositive(greeting)) return this.#refusedAt('greeting', greeting);
    this.#about = { ...this.#about, startTls: extensions.includes('STARTTLS') };

    const isInternational = /[^\0-\x7f]/.test(localPart + asciiDomain);
    if (isInternational && !extensions.includes('SMTPUTF8')) return { ...this.#about, outcome: 'unsupported' };
    const sender = await this.#session.ask(this.#sender(isInternational ? ' SMTPUTF8' : ''));
    return isPositive(sender) ? undefined : this.#refusedAt('envelope', sender);
  }

  async #askFor({ localPart, asciiDomain }: ProbedAddress): Promise<ProbeEvidence> {
    const answer = await this.#session.ask(`RCPT TO:<${localPart}@${asciiDomain}>`);
    const reply = readableReply(answer);
    const about = this.#about;
    if (isRefusal(answer)) return { ...about, ...judgeReply(whole(answer, about.host)), outcome: 'refused', reply };
    if (!isPositive(answer)) return { ...about, outcome: 'garbled' };
    return { ...about, outcome: 'accepted', reply, ...(await this.#askForRandom(asciiDomain)) };
  }

  /**
   * In a transaction of its own: some take one recipient alone from the null sender, and a refusal of the second would say
   * nothing of it.
   */
  async #askForRandom(asciiDomain: string) {
    try {
      for (const command of ['RSET', this.#sender()])
        if (!isPositive(await this.#session.ask(command))) return { random: 'inconclusive' as const };
      const answer = await this.#session.ask(`RCPT TO:<${this.#options.randomLocalPart()}@${asciiDomain}>`);
      return { random: this.#meaningOfRandom(answer), randomReply: readableReply(answer) };
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      return { random: 'inconclusive' as const };
    }
  }

  #meaningOfRandom(answer: ReplyLines): 'accepted' | 'refused' | 'inconclusive' {
    if (isPositive(answer)) return 'accepted';
    return isRefusal(answer) && isRefusedRecipient(whole(answer, this.#about.host)) ? 'refused' : 'inconclusive';
  }

  #sender(extension = ''): string {
    return `MAIL FROM:<${this.#options.mailFrom}>${extension}`;
  }

  #refusedAt(stage: 'banner' | 'greeting' | 'envelope', answer: ReplyLines): ProbeEvidence {
    if (!isRefusal(answer)) return { ...this.#about, outcome: 'garbled' };
    return { ...this.#about, outcome: 'session-refused', stage, meaning: judgeReply(whole(answer, this.#about.host)).meaning, reply: readableReply(answer) };
  }
}
