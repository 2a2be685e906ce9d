import type { ConversationOptions } from './conversation-options.js';
import type { ProbedHost, ProbeEvidence } from '../verdict/index.js';
import { heard, type AwaitedReply } from './heard-reply.js';
import type { ReplyLines } from './reply.js';
import {
  addressesNamedIn,
  isClosing,
  isPositive,
  isRefusal,
  isAboutMailbox,
  wantsTls,
  type ReplyContext,
} from './reply-signs.js';
import { EHLO_OK, allAddressesOf, NEVER_MAIL, rcptCommand, mailCommand, TLS_FIRST } from './smtp-commands.js';
import { ReplySync } from './smtp-reply-sync.js';
import {
  isAboutTls,
  isInternational,
  addressOf,
  contextOf,
  refusedSession,
  type Answer,
  type MailboxQuestion,
} from './smtp-question.js';
import { SessionError, type SmtpSession } from './smtp-session.js';
import { sendInTurn, sendTogether, type Transaction } from './smtp-transaction.js';

/** Exim hangs up after more than ten commands outside a mail transaction, the first RSET not counted; one is left for a random address asked for alone. */
const EXIM_NON_MAIL_LIMIT = 10;

/**
 * The order of commands within one session: a transaction for each question, which ends with RSET. Before anything is believed a
 * reply that cannot be confused with another's shows that commands and replies are in step: the one to RSET, if the host words it as
 * nothing else, and the one to a second greeting if it does not, and in the session's first transaction unless RSET is named there.
 */
export class SmtpConversation {
  /** The host took a question up, or refused to: its answer counts, or that there is none. Before that another host may be asked. */
  tookPart = false;
  /** Commands that were refused, which hosts count. */
  refusals = 0;
  /** The host did not take a second greeting: other sessions with it go without. */
  refusesSecondGreeting = false;
  readonly #session: SmtpSession;
  readonly #options: ConversationOptions;
  readonly #inProgress = new Set<MailboxQuestion>();
  readonly #heard = (...awaited: AwaitedReply) => heard(this.#options.ip, ...awaited);
  #extensions: readonly (string | undefined)[] = [];
  #ehlo = '';
  #replySync: ReplySync | undefined;
  /** The answer to a second greeting, behind which nothing is sent (RFC 2920 §3.1). */
  #greetingAgain: Promise<ReplyLines> | undefined;
  /** * Whether the random address has a transaction of its own: some hosts take only one recipient from the null sender. */
  #asksRandomAlone = false;
  /** Replies have been in step in this session. */
  #isInStep = false;
  #isSecure = false;
  #isSpent = false;
  /** Times that RSET was said, or a greeting again. */
  #nonMailCommands = 0;

  constructor(session: SmtpSession, options: ConversationOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** Commands may be sent before the ones before them are answered (RFC 2920). */
  get pipelines(): boolean {
    return !this.#options.oneByOne && this.#extensions.includes('PIPELINING');
  }

  /** Recipients may be asked for before others are answered. */
  get takesSeveral(): boolean {
    return (
      this.#isInStep && this.pipelines && this.#replySync?.hasReset === true && !this.#greetingAgain && !this.isSpent
    );
  }

  /** Takes no more questions than those in progress. */
  get isSpent(): boolean {
    return this.#isSpent || (this.#replySync?.isExim === true && this.#nonMailCommands >= EXIM_NON_MAIL_LIMIT);
  }

  /** The host as the evidence names it; before EHLO is answered, STARTTLS is unknown. */
  about({ host }: Pick<MailboxQuestion, 'host'>): ProbedHost {
    const isKnown = this.#extensions.length > 0;
    return {
      host,
      ip: this.#options.ip,
      startTls: isKnown ? this.#isSecure || this.#extensions.includes('STARTTLS') : undefined,
    };
  }

  /** Reads the banner and greets. The evidence if that fails; rejects with a SessionError. */
  async open(question: MailboxQuestion): Promise<ProbeEvidence | undefined> {
    const banner = await this.#heard(question, '', this.#session.banner);
    this.tookPart = banner.code >= 500 && banner.code !== NEVER_MAIL;
    if (banner.code !== 220) return this.#refusedAt('banner', banner, question);
    return this.#greet(question);
  }

  /** * `onReply` gets the reply about the address before the rest is known, if it can be trusted without that. Rejects with a SessionError. */
  async ask(question: MailboxQuestion, onReply: (reply: ReplyLines) => void): Promise<Answer> {
    this.#inProgress.add(question);
    try {
      const wasProven = this.#isInStep;
      const answer = await this.#askOnce(question, onReply);
      if (wasProven || !this.#isAboutTls(answer)) return answer;
      return (await this.#encrypt(question)) ? await this.#askOnce(question, onReply) : answer;
    } finally {
      this.#inProgress.delete(question);
    }
  }

  async #greet(question: MailboxQuestion): Promise<ProbeEvidence | undefined> {
    const { helo } = this.#options;
    this.#ehlo = `EHLO ${helo}`;
    let greeting = await this.#heard(question, this.#ehlo, this.#session.ask(this.#ehlo));
    if (greeting.code === EHLO_OK)
      this.#extensions = ['EHLO', ...greeting.lines.slice(1).map((line) => line.split(' ')[0]?.toUpperCase())];
    if (greeting.code >= 500) {
      this.#ehlo = `HELO ${helo}`;
      greeting = await this.#heard(question, this.#ehlo, this.#session.ask(this.#ehlo));
      this.#extensions = ['HELO'];
    }
    this.#replySync = new ReplySync(greeting);
    this.tookPart = greeting.code !== EHLO_OK;
    return greeting.code === EHLO_OK ? undefined : this.#refusedAt('greeting', greeting, question);
  }

  async #askOnce(question: MailboxQuestion, onReply: (reply: ReplyLines) => void): Promise<Answer> {
    const { address, random } = question;
    const about = this.about(question);
    if (isInternational(address) && !this.#extensions.includes('SMTPUTF8')) {
      return { kind: 'ended', evidence: { ...about, outcome: 'unsupported' }, tookPart: true };
    }
    const mail = mailCommand(this.#options.senders.of(this.#options.ip), address);
    const recipient = rcptCommand(address.localPart, address);
    const nobody = random === undefined ? undefined : rcptCommand(random, address);
    const together = this.#asksRandomAlone ? undefined : nobody;
    const transaction = await this.#begin([mail, recipient, ...(together ? [together] : []), 'RSET']);
    const { send } = transaction;
    if (this.#inProgress.size === 1) this.tookPart = false;
    const sender = await this.#heard(question, mail, send(mail));
    if (!isPositive(sender)) {
      // Commands sent in the same group are refused too.
      this.refusals += together ? 3 : 2;
      const quiet = this.#session.allReplied();
      // If several questions are in progress, it may be the reply to another's recipient. Nothing is sent behind a greeting, QUIT included.
      await (this.#inProgress.size > 1 ? quiet : quiet.catch(() => undefined));
      return { kind: 'ended', evidence: this.#refusedAt('envelope', sender, question), tookPart: true };
    }
    this.tookPart = true;
    const reply = this.#count(await this.#heard(question, recipient, send(recipient)));
    const named = addressesNamedIn(reply);
    this.#checkName(named, addressOf(question));
    // Of commands sent together the host may have left one unanswered: until the end only a reply that names its subject counts.
    if (!this.pipelines || named.includes(addressOf(question))) onReply(reply);
    // Sent together, answered together.
    const said = together && (isPositive(reply) || this.pipelines) && this.#heard(question, together, send(together));
    const beside = said ? this.#count(await said) : undefined;
    if (beside) this.#checkName(addressesNamedIn(beside), `${random}@${address.asciiDomain}`.toLowerCase());
    await this.#end(transaction, reply, this.#contextOf(question));
    // A reply that is missing or twice there shifts all that follow: none is believed before the last has come.
    if (!this.refusesSecondGreeting) await this.#session.allReplied();
    const isClear = beside && (isPositive(beside) || isAboutMailbox(beside, this.#contextOf(question)));
    const alone =
      nobody && !isClear && isPositive(reply) && !this.#isSpent
        ? await this.#askAlone(nobody, beside?.code, question)
        : undefined;
    return { kind: 'replied', about, reply, random: isClear ? beside : alone };
  }

  /** Sends commands at once if the host pipelines, and each in its turn if not. */
  async #begin(commands: readonly string[]): Promise<Transaction> {
    while (this.#greetingAgain) await this.#greetingAgain.catch(() => undefined);
    this.#nonMailCommands += 1;
    if (!this.pipelines) return sendInTurn(this.#session);
    const transaction = sendTogether(this.#session, commands, this.#replySync?.hasReset ? undefined : this.#ehlo);
    if (transaction.greeting) void this.#awaitGreeting(transaction.greeting);
    return transaction;
  }

  #awaitGreeting(reply: Promise<ReplyLines>): Promise<ReplyLines> {
    this.#nonMailCommands += 1;
    this.#greetingAgain = reply;
    const answered = () => {
      this.#greetingAgain = undefined;
    };
    void reply.then(answered, answered);
    return reply;
  }

  /**
   * Asked for together with the address first: an acceptance, or words that name the mailbox, cannot be meant for anything else.
   * What else is said may come of not being alone ("one recipient for bounces"), and the question is put again by itself.
   */
  async #askAlone(
    recipient: string,
    codeTogether: number | undefined,
    question: MailboxQuestion,
  ): Promise<ReplyLines | undefined> {
    const mail = mailCommand(this.#options.senders.of(this.#options.ip), question.address);
    const transaction = await this.#begin([mail, recipient, 'RSET']);
    const { send } = transaction;
    if (!isPositive(this.#count(await this.#heard(question, mail, send(mail))))) return undefined;
    const reply = this.#count(await this.#heard(question, recipient, send(recipient)));
    await this.#end(transaction, reply, this.#contextOf(question));
    if (!this.refusesSecondGreeting) await this.#session.allReplied();
    this.#asksRandomAlone ||= reply.code !== codeTogether;
    return reply;
  }

  /** Ends a transaction: its replies count from now on. Rejects if the host ends the session instead. */
  async #end(transaction: Transaction, reply: ReplyLines, context: ReplyContext): Promise<void> {
    const end = await transaction.send('RSET');
    if (isClosing(end)) throw new SessionError('dropped');
    if (end.code === TLS_FIRST && wantsTls(reply)) return;
    if (end.code === TLS_FIRST || (isRefusal(end) && isAboutMailbox(end, context))) this.#failGarbled();
    await this.#checkInStep(transaction, context);
    if (this.refusesSecondGreeting) return;
    // STARTTLS comes next, and no other commands with it.
    if (!this.#isAboutTls({ kind: 'replied', about: this.about({ host: '' }), reply })) this.#isInStep = true;
    // A host without RSET takes no second transaction.
    this.#isSpent ||= !isPositive(end);
  }

  /** Rejects if nothing shows that a transaction's replies are its own. */
  async #checkInStep({ replies, greeting }: Transaction, context: ReplyContext): Promise<void> {
    const replySync = this.#replySync;
    const isShown = replySync?.isAtEnd(replies) === true;
    if (!greeting && (isShown || this.#options.greetsOnce)) return replySync?.learn(replies);
    // One that is on its way was sent after all of this transaction.
    const greeted = await (greeting ?? this.#greetingAgain ?? this.#awaitGreeting(this.#session.ask(this.#ehlo))).catch(
      this.#endedBehind,
    );
    if (greeted) this.#count(greeted);
    if (greeted && !isClosing(greeted) && (isShown || replySync?.isGreeting(greeted, replies)))
      return replySync?.learn(replies);
    if (this.#inProgress.size > 1 && (!greeted || isClosing(greeted))) throw new SessionError('dropped');
    this.refusesSecondGreeting = !greeted || isRefusal(greeted);
    if (
      this.#inProgress.size > 1 ||
      (greeted && isAboutMailbox(greeted, context)) ||
      !replySync?.isEndBehind(greeted, replies)
    )
      this.#failGarbled();
    this.#isSpent = true;
  }

  /** `undefined` if the host hung up instead of an answer. Any recipient may be the cause if several wait for it. */
  readonly #endedBehind = (error: unknown): undefined => {
    if (!(error instanceof SessionError)) throw error;
    if (this.#inProgress.size > 1) throw new SessionError(error.code, { cause: error, isBehind: true });
    if (error.code !== 'dropped') throw error;
    return undefined;
  };

  #count(reply: ReplyLines): ReplyLines {
    if (isRefusal(reply)) this.refusals += 1;
    return reply;
  }

  /** A reply that names somebody else who is being asked for is somebody else's. */
  #checkName(named: readonly string[], own: string): void {
    if (!named.includes(own) && [...this.#inProgress].flatMap(allAddressesOf).some((other) => named.includes(other)))
      this.#failGarbled();
  }

  #failGarbled(): never {
    this.#session.fail('garbled');
    throw new SessionError('garbled');
  }

  #isAboutTls(answer: Answer): boolean {
    if (this.#isSecure || !this.#extensions.includes('STARTTLS')) return false;
    return isAboutTls(answer);
  }

  /** STARTTLS and a new greeting (RFC 3207 §4.2). If it fails, what was refused stays refused. */
  async #encrypt(question: MailboxQuestion): Promise<boolean> {
    try {
      // A greeting sent along is the last until it is answered (RFC 2920 §3.1).
      await this.#session.allReplied();
      if ((await this.#heard(question, 'STARTTLS', this.#session.ask('STARTTLS'))).code !== 220) return false;
      await this.#session.upgrade((connection) => this.#options.startTls(connection, question.host));
      this.#isSecure = true;
      this.#isInStep = false;
      return (await this.#greet(question)) === undefined;
    } catch (error) {
      if (error instanceof SessionError) return false;
      throw error;
    }
  }

  #contextOf = (question: MailboxQuestion): ReplyContext => contextOf(question, this.#options.senders.all);

  #refusedAt(stage: 'banner' | 'greeting' | 'envelope', reply: ReplyLines, question: MailboxQuestion): ProbeEvidence {
    return refusedSession(this.about(question), stage, reply, this.#contextOf(question));
  }
}
