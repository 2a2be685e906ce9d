import { namesClient } from '../meaning.js';
import { refusesNullSender } from '../null-sender.js';
import { isClosing, isPositive, judgementOf, withContext } from '../reply-signs.js';
import { contextOf, type Answer, type MailboxQuestion } from '../smtp-question.js';
import type { Reply } from '../../verdict/index.js';
import type { Refusal } from './rest.js';

/** Policy and security (RFC 3463 §3.8). */
const POLICY_STATUS = /^[45]\.7\./;
/** Said of a recipient that was not asked for before, by hosts that welcome the next try. */
const GREYLISTED = /\bgr[ae]y[\s-]?list/i;

const reasonOf = ({ code, status }: Pick<Reply, 'code' | 'status'>): string =>
  status === undefined ? String(code) : `${code} ${status}`;

/** What an answer says of us: we are `welcome` if it is about the mailbox; `undefined` if it says nothing. */
export const standingIn = (
  answer: Answer,
  question: MailboxQuestion,
  senders: readonly string[],
): Refusal | 'welcome' | undefined => {
  // Another sender may be welcome.
  if (senders.includes('') && refusesNullSender(answer, contextOf(question, senders))) return undefined;
  if (answer.kind === 'replied') return standingInReply(answer, question, senders);
  const { evidence } = answer;
  if (evidence.outcome !== 'session-refused') return evidence.outcome === 'unsupported' ? 'welcome' : undefined;
  const { stage, reply, meaning } = evidence;
  if (GREYLISTED.test(reply.text) || meaning === 'auth-or-relay') return undefined;
  const isOfUs =
    stage === 'banner' || isClosing(reply) || meaning === 'blocked-or-policy' || POLICY_STATUS.test(reply.status ?? '');
  return isOfUs ? { proof: 'certain', reason: reasonOf(reply) } : undefined;
};

const standingInReply = (
  { reply }: Extract<Answer, { kind: 'replied' }>,
  question: MailboxQuestion,
  senders: readonly string[],
): Refusal | 'welcome' | undefined => {
  if (isPositive(reply)) return 'welcome';
  const context = contextOf(question, senders);
  const judged = withContext(reply, context);
  const reason = reasonOf({ code: reply.code, status: judged.status });
  if (isClosing(reply)) return { proof: 'certain', reason };
  const { meaning } = judgementOf(reply, context);
  if (meaning.startsWith('mailbox-')) return 'welcome';
  const isPolicy =
    meaning === 'blocked-or-policy' ||
    (meaning === 'rate-or-temporary' && POLICY_STATUS.test(judged.status ?? '') && !GREYLISTED.test(judged.text));
  return isPolicy ? { proof: namesClient(judged) ? 'certain' : 'doubtful', reason } : undefined;
};
