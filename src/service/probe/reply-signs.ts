import type { Judgement, Reply } from '../verdict/index.js';
import { judgeReply, type JudgedReply } from './meaning.js';
import { JUDGED_LENGTH, readableReply, type ReplyLines } from './reply.js';

/** The class of a reply, by its code. */
export const isPositive = ({ code }: Pick<ReplyLines, 'code'>): boolean => code >= 200 && code < 300;
export const isRefusal = ({ code }: Pick<ReplyLines, 'code'>): boolean => code >= 400;

/** The host ends the session (RFC 5321 §3.8), whatever was asked. */
export const isClosing = ({ code }: Pick<ReplyLines, 'code'>): boolean => code === 421;

/** A limit of the session, not of this recipient: the session ends, or earlier recipients used the limit up. */
export const isOfTheSession = (reply: Pick<Reply, 'code' | 'text'>): boolean =>
  isClosing(reply) ||
  (reply.code >= 400 && reply.code < 500 && /\btoo (?:many|much)\b|\b(?:connection|session)\b/i.test(reply.text));

/** The host that replied, and the senders and the recipient that it may have replied to. */
export interface ReplyContext {
  /** The mail host's name. */
  readonly host: string;
  /** Senders that the envelope may have named; `''` is the null sender. */
  readonly senders: readonly string[];
  readonly recipient: string;
}

/** A reply's code and words, as far as they are judged, with the host and the address that they are about. */
export const withContext = (reply: ReplyLines, context: ReplyContext): JudgedReply => {
  const named = addressesNamedIn(reply);
  const isOfTheSender =
    context.senders.some((sender) => named.includes(sender.toLowerCase())) &&
    !named.includes(context.recipient.toLowerCase());
  const hasHash = reply.lines[0]?.startsWith('#') === true;
  return { ...readableReply(reply, JUDGED_LENGTH), host: context.host, isOfTheSender, hasHash };
};

/** Judges a refusal by a mail host. */
export const judgementOf = (reply: ReplyLines, context: ReplyContext): Judgement =>
  judgeReply(withContext(reply, context));

/** Said of this mailbox alone, whatever other recipients the transaction has. */
export const isAboutMailbox = (reply: ReplyLines, context: ReplyContext): boolean => {
  const { meaning, proof } = judgementOf(reply, context);
  return proof === 'text' && meaning.startsWith('mailbox-');
};

/** "Must issue a STARTTLS command first" (RFC 3207 §4), in whatever words. */
export const wantsTls = (reply: ReplyLines): boolean => {
  const { code, status, text } = readableReply(reply);
  if (code < 400) return false;
  return code === 530 || status === '5.7.0' || status === '5.7.10' || /\b(?:start)?tls\b/i.test(text);
};

/** The email addresses that a reply repeats, in lower case. */
export const addressesNamedIn = ({ lines }: ReplyLines): string[] =>
  lines
    .join(' ')
    .toLowerCase()
    .split(/[\s<>()[\],;:"]+/)
    .filter((word) => word.includes('@'))
    .map((word) => word.replace(/\.$/, ''));
