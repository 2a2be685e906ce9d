import type { Connection } from '../net/connect.js';
import type { ProbedHost, ProbeEvidence } from '../verdict/index.js';
import { readableReply, type ReplyLines } from './reply.js';
import { addressesIn, isClosing, isPositive, isRefusal, judged, namesMailbox, wantsTls } from './reply-signs.js';
import { isInternational, type Answer, type Question } from './smtp-question.js';
import { SessionError, type SmtpSession } from './smtp-session.js';

export interface ConversationOptions {
  /** The name to greet with. */
  readonly helo: string;
  /** The envelope's sender; `''` for the null sender. */
  readonly mailFrom: string;
  /** One command at a time, whatever the host offers. */
  readonly oneByOne: boolean;
  /** An earlier session with the same host, in clear, has shown that its replies are in step. */
  readonly isKnownSteady: boolean;
  readonly ip: string;
  /** Encrypts the connection. */
  readonly startTls: (connection: Connection, host: string) => Promise<Connection>;
}

/** MAIL, and the recipients after it. */
interface Transaction {
  /** Recipients of one domain and one kind of address share a transaction: some hosts take no two domains in one. */
  readonly key: string;
  /** The reply to MAIL; `undefined` where the host does not even take RSET. */
  readonly sender: Promise<ReplyLines | undefined>;
}

type Say = (command: string) => Promise<ReplyLines>;

/** RFC 7504 §2: this host never takes mail. */
const NEVER_MAIL = 521;
/** In step: RSET was taken, or the host does not know it, which is no answer to MAIL and RCPT either. */
const STEADY: readonly number[] = [250, 500, 502];

const extensionOf = (address: Question['address']): string => (isInternational(address) ? ' SMTPUTF8' : '');
const keyOf = (address: Question['address']): string => `${address.asciiDomain}${extensionOf(address)}`;

/**
 * The order of commands within one session. A host's first group ends with RSET, which is never refused as a recipient is: its
 * reply shows that commands and replies are in step, before anything is believed and before anybody else joins.
 */
export class SmtpConversation {
  /** The host took part: what it said is its answer, and no other host is asked. */
  tookPart = false;
  /** No more can be asked here than is under way. */
  isSpent = false;
  /** 5xx replies to RCPT. */
  refusals = 0;
  readonly #session: SmtpSession;
  readonly #options: ConversationOptions;
  readonly #underWay = new Set<string>();
  #extensions: readonly (string | undefined)[] = [];
  #transaction: Transaction | undefined;
  /** Some take one recipient alone from the null sender: each gets a transaction of its own. */
  #asksAlone = false;
  #isProven: boolean;
  #isSecure = false;

  constructor(session: SmtpSession, options: ConversationOptions) {
    this.#session = session;
    this.#options = options;
    this.#isProven = options.isKnownSteady;
  }

  /** Commands may be sent before the ones before them are answered (RFC 2920). */
  get pipelines(): boolean {
    return !this.#options.oneByOne && this.#extensions.includes('PIPELINING');
  }

  /** Replies are in step, and in clear. */
  get isSteady(): boolean {
    return this.#isProven && !this.#isSecure;
  }

  /** Recipients may be asked for before others are answered. */
  get takesSeveral(): boolean {
    return this.#isProven && this.pipelines;
  }

  /** The session is at this address's domain: to ask for it takes one command. */
  isAt({ address }: Pick<Question, 'address'>): boolean {
    return this.#transaction?.key === keyOf(address) && !this.#asksAlone;
  }

  /** The host as evidence tells of it; before EHLO is answered nothing is known of STARTTLS. */
  about({ host }: Pick<Question, 'host'>): ProbedHost {
    const isKnown = this.#extensions.length > 0;
    return { host, ip: this.#options.ip, startTls: isKnown ? this.#isSecure || this.#extensions.includes('STARTTLS') : undefined };
  }

  /** Reads the banner and greets. The evidence where that fails; rejects with a SessionError. */
  async open(question: Question): Promise<ProbeEvidence | undefined> {
    const banner = await this.#session.banner;
    this.tookPart = banner.code === 220 || (banner.code >= 500 && banner.code !== NEVER_MAIL);
    if (banner.code !== 220) return this.#refusedAt('banner', banner, question);
    return this.#greet(question);
  }

  /** `noted` is told of an acceptance before the rest is known. Rejects with a SessionError. */
  async ask(question: Question, noted: (reply: ReplyLines) => void): Promise<Answer | 'again'> {
    const address = `${question.address.localPart}@${question.address.asciiDomain}`.toLowerCase();
    this.#underWay.add(address);
    try {
      const wasProven = this.#isProven;
      const answer = await this.#askInTransaction(question, noted);
      if (wasProven || answer === 'again' || !this.#isAboutTls(answer)) return answer;
      return (await this.#encrypt(question)) ? await this.#askInTransaction(question, noted) : answer;
    } finally {
      this.#underWay.delete(address);
    }
  }

  async #greet(question: Question): Promise<ProbeEvidence | undefined> {
    const { helo } = this.#options;
    let greeting = await this.#session.ask(`EHLO ${helo}`);
    if (isPositive(greeting)) this.#extensions = ['EHLO', ...greeting.lines.slice(1).map((line) => line.split(' ')[0]?.toUpperCase())];
    if (greeting.code >= 500) {
      greeting = await this.#session.ask(`HELO ${helo}`);
      this.#extensions = ['HELO'];
    }
    return isPositive(greeting) ? undefined : this.#refusedAt('greeting', greeting, question);
  }

  async #askInTransaction(question: Question, noted: (reply: ReplyLines) => void): Promise<Answer | 'again'> {
    const { host, address, random } = question;
    if (isInternational(address) && !this.#extensions.includes('SMTPUTF8')) {
      return { kind: 'ended', evidence: { ...this.about(question), outcome: 'unsupported' }, tookPart: true };
    }
    const recipient = `RCPT TO:<${address.localPart}@${address.asciiDomain}>`;
    const randomRecipient = random === undefined ? undefined : `RCPT TO:<${random}@${address.asciiDomain}>`;
    const extension = extensionOf(address);
    const isJoining = this.isAt(question);
    const isTogether = randomRecipient !== undefined && !this.#asksAlone;
    const say = this.#ahead([
      ...(isJoining ? [] : this.#opening(extension)),
      recipient,
      ...(isTogether ? [randomRecipient] : []),
      ...(this.#isProven ? [] : ['RSET']),
    ]);
    const transaction = isJoining && this.#transaction ? this.#transaction : this.#begin(keyOf(address), extension, say);

    const sender = await transaction.sender;
    if (!sender) return 'again';
    if (!isPositive(sender)) return this.#withoutSender(sender, transaction, question);
    let reply = await say(recipient);
    this.#checkName(reply, address);
    if (isJoining && !isPositive(reply) && !namesMailbox(reply, host)) reply = (await this.#askAlone(recipient, extension, reply.code)) ?? reply;
    if (reply.code >= 500) this.refusals += 1;
    if (!isPositive(reply)) {
      // Sent together, answered together.
      const answered = isTogether && this.pipelines ? await say(randomRecipient) : undefined;
      await this.#prove(say);
      return { kind: 'replied', about: this.about(question), reply, random: answered && (isPositive(answered) || namesMailbox(answered, host)) ? answered : undefined };
    }
    noted(reply);
    const randomReply = randomRecipient ? await this.#askRandom(randomRecipient, isTogether ? say : undefined, question) : undefined;
    return { kind: 'replied', about: this.about(question), reply, random: (await this.#prove(say)) ? randomReply : undefined };
  }

  /** Sends commands at once where the host pipelines, and each in its turn where not. */
  #ahead(commands: readonly string[]): Say {
    if (!this.pipelines) return (command) => this.#session.ask(command);
    const replies = this.#session.send(commands);
    const sent = commands.map((command, at) => ({ command, reply: replies[at] }));
    return (command) => {
      const at = sent.findIndex((each) => each.command === command);
      return sent.splice(at, at < 0 ? 0 : 1)[0]?.reply ?? this.#session.ask(command);
    };
  }

  #opening(extension: string): string[] {
    return [...(this.#transaction ? ['RSET'] : []), this.#sender(extension)];
  }

  #begin(key: string, extension: string, say: Say): Transaction {
    const mail = () => say(this.#sender(extension));
    const sender = this.#transaction
      ? say('RSET').then((reply) => {
          if (isPositive(reply)) return mail();
          this.isSpent = true;
          return undefined;
        })
      : mail();
    sender.catch(() => undefined);
    this.#transaction = { key, sender };
    return this.#transaction;
  }

  /** In a transaction of its own. `undefined` where there is none to be had. */
  async #askAlone(recipient: string, extension: string, codeTogether: number): Promise<ReplyLines | undefined> {
    const say = this.#ahead([...this.#opening(extension), recipient]);
    const sender = await this.#begin('', extension, say).sender;
    if (!sender || !isPositive(sender)) return undefined;
    const reply = await say(recipient);
    // Being one of several was the reason.
    this.#asksAlone ||= reply.code !== codeTogether;
    return reply;
  }

  /**
   * Together with the address first: an acceptance, or words that name the mailbox, cannot be meant for anything else. What
   * else is said may come of not being alone ("one recipient for bounces"), and the question is put again by itself.
   */
  async #askRandom(recipient: string, say: Say | undefined, { host, address }: Question): Promise<ReplyLines | undefined> {
    try {
      const together = say ? await say(recipient) : undefined;
      const isClear = together && (isPositive(together) || namesMailbox(together, host));
      const reply = isClear ? together : await this.#askAlone(recipient, extensionOf(address), together?.code ?? 0);
      if (reply && reply.code >= 500) this.refusals += 1;
      return reply;
    } catch (error) {
      if (!(error instanceof SessionError) || this.#isProven) throw error;
      return undefined;
    }
  }

  /** Whether command and reply are known to be in step; `false` where the host ended before it could show. Rejects where they are not. */
  async #prove(say: Say): Promise<boolean> {
    if (this.#isProven) return true;
    try {
      const { code } = await say('RSET');
      this.#isProven = STEADY.includes(code);
      if (isPositive({ code })) this.#transaction = undefined;
      if (this.#isProven || isClosing({ code })) return this.#isProven;
    } catch (error) {
      if (error instanceof SessionError && error.code !== 'garbled') return false;
      throw error;
    }
    this.#session.fail('garbled');
    throw new SessionError('garbled');
  }

  /** A reply that names somebody else who is being asked for is somebody else's. */
  #checkName(reply: ReplyLines, { localPart, asciiDomain }: Question['address']): void {
    if (this.#underWay.size < 2) return;
    const named = addressesIn(reply);
    if (named.includes(`${localPart}@${asciiDomain}`.toLowerCase()) || !named.some((other) => this.#underWay.has(other))) return;
    this.#session.fail('garbled');
    throw new SessionError('garbled');
  }

  #withoutSender(reply: ReplyLines, transaction: Transaction, question: Question): Answer {
    // Nobody may join what was never begun.
    if (this.#transaction === transaction) this.#transaction = { key: '', sender: transaction.sender };
    return { kind: 'ended', evidence: this.#refusedAt('envelope', reply, question), tookPart: true };
  }

  #isAboutTls(answer: Answer): boolean {
    if (this.#isSecure || !this.#extensions.includes('STARTTLS')) return false;
    if (answer.kind === 'replied') return wantsTls(answer.reply);
    const { evidence } = answer;
    return evidence.outcome === 'session-refused' && wantsTls({ code: evidence.reply.code, lines: [`${evidence.reply.status ?? ''} ${evidence.reply.text}`] });
  }

  /** STARTTLS and a greeting anew (RFC 3207 §4.2). Where it fails, what was refused stays refused. */
  async #encrypt(question: Question): Promise<boolean> {
    try {
      if ((await this.#session.ask('STARTTLS')).code !== 220) return false;
      await this.#session.upgrade((connection) => this.#options.startTls(connection, question.host));
      this.#isSecure = true;
      this.#isProven = false;
      this.#transaction = undefined;
      return (await this.#greet(question)) === undefined;
    } catch (error) {
      if (error instanceof SessionError) return false;
      throw error;
    }
  }

  #sender(extension: string): string {
    return `MAIL FROM:<${this.#options.mailFrom}>${extension}`;
  }

  #refusedAt(stage: 'banner' | 'greeting' | 'envelope', reply: ReplyLines, question: Question): ProbeEvidence {
    const about = this.about(question);
    if (!isRefusal(reply)) return { ...about, outcome: 'garbled' };
    return { ...about, outcome: 'session-refused', stage, meaning: judged(reply, about.host).meaning, reply: readableReply(reply) };
  }
}
