import { readableReply } from './reply.js';
import { addressesNamedIn, isOfTheSession, isPositive, isRefusal } from './reply-signs.js';
import { addressOf, type Answer } from './smtp-question.js';
import type { Job } from './smtp-queue.js';
import type { SessionError } from './smtp-session.js';

/** The failure of a shared session tells nothing about the recipient, unless the recipient's refusal was heard. */
export const isCausedByAnother = (
  { code, isBehind }: SessionError,
  { replySoFar }: Pick<Job, 'replySoFar'>,
  isFirst: boolean,
): boolean => {
  if (code === 'timed-out') return isBehind;
  if (code === 'dropped' && replySoFar && isRefusal(replySoFar) && !isOfTheSession(readableReply(replySoFar)))
    return false;
  return !isFirst && code !== 'aborted';
};

/** Returns the result of a question to the host at an address that gets no further answer. */
export const answerWithout = (
  ip: string,
  { question, connection, replySoFar }: Pick<Job, 'question' | 'connection' | 'replySoFar'>,
  outcome: SessionError['code'],
): Answer => {
  const conversation = connection?.conversation;
  const about = conversation?.about(question) ?? { host: question.host, ip, startTls: undefined };
  // If the host neither hung up nor said which command it meant, its answer may still be on its way, and this reply belongs to an earlier command.
  const isAnswer =
    replySoFar &&
    (outcome === 'dropped' || isPositive(replySoFar) || addressesNamedIn(replySoFar).includes(addressOf(question)));
  if (isAnswer && outcome !== 'garbled') return { kind: 'replied', about, reply: replySoFar, isUnended: true };
  const evidence = outcome === 'aborted' ? { outcome } : { ...about, outcome };
  return { kind: 'ended', evidence, tookPart: conversation?.tookPart ?? false };
};
