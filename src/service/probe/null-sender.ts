import type { Reply } from '../verdict/index.js';
import { readableReply } from './reply.js';
import { isAboutMailbox, isRefusal, type ReplyContext } from './reply-signs.js';
import type { Answer } from './smtp-question.js';

/** How hosts call the null sender, and the mail that has it. */
const NULL_SENDER =
  /<>|\b(?:null|empty|blank|missing|no)[- ](?:(?:envelope|return|reverse|smtp|mail)[- ])?(?:sender|from\b|(?:return|reverse)?[- ]?path)|\bbounces?\b|\bbackscatter\b|\bDSNs?\b|\bdelivery (?:status )?notifications?\b|\bmailer-daemon\b/i;
/** Words about the sender, which after MAIL is the null one. */
const SENDER =
  /\bsender(?: address)? (?:is )?(?:rejected|refused|denied|invalid|required|not (?:allowed|accepted|permitted|valid))\b|\b(?:invalid|bad) (?:envelope )?sender\b/i;
/** Words that turn a reply to the client, its network or the moment, whatever it says of bounces beside that. */
const OF_THE_CLIENT =
  /\b(?:too many|rate|excessive|block(?:ed|ing|list\w*)?|black-?list\w*|rbl|dnsbl|spam\w*|barracuda|reputation|your (?:ip|network|host|server)|client host|reverse dns|r?dns|ptr|helo|ehlo|gr[ae]y-?list\w*|try (?:again|later)|temporar\w+|(?:start)?tls|relay\w*|callout|callback|verif\w+|recipient preferences)\b|\d{1,3}(?:\.\d{1,3}){3}/i;

/** Bad sender's mailbox address syntax, and bad sender's system address (RFC 3463 §3.2). */
const SENDER_CODES = /^[45]\.1\.[78]$/;
/** Replies to MAIL about its argument: a syntax error in it, a mailbox name that is not allowed (RFC 5321 §4.2.3). */
const MAIL_ARGUMENT_CODES: readonly number[] = [501, 553];

function isOfNullSender({ code, status = '', text }: Reply, stage: 'mail' | 'recipient'): boolean {
  if (code === 421 || OF_THE_CLIENT.test(text)) return false;
  if (NULL_SENDER.test(text) || SENDER_CODES.test(status)) return true;
  if (stage === 'recipient') return false;
  return SENDER.test(text) || (MAIL_ARGUMENT_CODES.includes(code) && !/^[45]\.7\./.test(status));
}

/**
 * Whether the answer to a question with the null sender refuses that sender, at MAIL or at RCPT, and says nothing of the recipient.
 * In doubt it does not.
 */
export function refusesNullSender(answer: Answer, context: ReplyContext): boolean {
  if (answer.kind === 'replied') {
    const { reply } = answer;
    return isRefusal(reply) && !isAboutMailbox(reply, context) && isOfNullSender(readableReply(reply), 'recipient');
  }
  const { evidence } = answer;
  return (
    evidence.outcome === 'session-refused' && evidence.stage === 'envelope' && isOfNullSender(evidence.reply, 'mail')
  );
}
