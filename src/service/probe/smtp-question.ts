import type { ConnectError } from '../net/connect-error.js';
import type { HeardReply, ProbedAddress, ProbedHost, ProbeEvidence } from '../verdict/index.js';
import { readableReply, type ReplyLines } from './reply.js';
import { isOfTheSession, isRefusal, judgementOf, wantsTls, type ReplyContext } from './reply-signs.js';

/** Question to a mail host. */
export interface MailboxQuestion {
  /** The mail host's name. */
  readonly host: string;
  readonly address: ProbedAddress;
  /** A local part that does not exist, to be asked for when the address was accepted. */
  readonly random?: string | undefined;
  /** The address itself is a random one of ours. */
  readonly isOwn?: boolean | undefined;
  /** Questions that are not patient go first. */
  readonly isPatient?: boolean | undefined;
  /** Called with each reply as it comes. */
  readonly onReply?: ((heard: HeardReply) => void) | undefined;
  /** The caller has left, or has no time left. */
  readonly signal: AbortSignal;
}

/** Result of a question. */
export type Answer =
  /**
   * RCPT was answered; `random` if the random local part was asked for, and answered. `isUnended`: the session ended before
   * its replies were shown to be in step.
   */
  | {
      readonly kind: 'replied';
      readonly about: ProbedHost;
      readonly reply: ReplyLines;
      readonly random?: ReplyLines | undefined;
      readonly isUnended?: boolean;
    }
  /** RCPT was not answered. `tookPart`: the host need not be asked at another address. */
  | { readonly kind: 'ended'; readonly evidence: ProbeEvidence; readonly tookPart: boolean };

/** The address needs SMTPUTF8 (RFC 6531 §3.4). */
export const isInternational = ({ localPart, asciiDomain }: ProbedAddress): boolean =>
  /[^\0-\x7f]/.test(localPart + asciiDomain);

/** The address asked for, in lower case, as replies repeat it. */
export const addressOf = ({ address: { localPart, asciiDomain } }: MailboxQuestion): string =>
  `${localPart}@${asciiDomain}`.toLowerCase();

/** What a reply to a question is judged by; `senders` are those that the envelope may have named. */
export const contextOf = (question: MailboxQuestion, senders: readonly string[]): ReplyContext => ({
  host: question.host,
  senders,
  recipient: addressOf(question),
});

/** What was said to one recipient, of the whole session. */
export const meetsLimit = (answer: Answer): boolean => {
  if (answer.kind === 'replied') return isOfTheSession(readableReply(answer.reply));
  return answer.evidence.outcome === 'session-refused' && isOfTheSession(answer.evidence.reply);
};

/** The host takes commands after STARTTLS alone. */
export const isAboutTls = (answer: Answer): boolean => {
  if (answer.kind === 'replied') return wantsTls(answer.reply);
  const { evidence } = answer;
  return (
    evidence.outcome === 'session-refused' &&
    wantsTls({ code: evidence.reply.code, lines: [`${evidence.reply.status ?? ''} ${evidence.reply.text}`] })
  );
};

/** The host refused before it was asked for the mailbox. */
export const refusedSession = (
  about: ProbedHost,
  stage: 'banner' | 'greeting' | 'envelope',
  reply: ReplyLines,
  context: ReplyContext,
): ProbeEvidence => {
  if (!isRefusal(reply)) return { ...about, outcome: 'garbled' };
  const { meaning } = judgementOf(reply, context);
  return { ...about, outcome: 'session-refused', stage, meaning, reply: readableReply(reply) };
};

/** No connection came about. */
export const unreachable = ({ code }: ConnectError): ProbeEvidence => ({
  outcome: 'unreachable',
  ...(code === 'proxy' && { why: code }),
});
