import { readableReply, type ReplyLines } from './reply.js';
import type { MailboxQuestion } from './smtp-question.js';

/** A reply that is waited for, with the command that it answers. */
export type AwaitedReply = readonly [
  question: Pick<MailboxQuestion, 'host' | 'onReply'>,
  command: string,
  reply: Promise<ReplyLines>,
];

/** Waits for a reply, and tells the caller of its question what it is, if it wants to know. */
export const heard = (ip: string, ...[{ host, onReply }, command, reply]: AwaitedReply): Promise<ReplyLines> => {
  if (!onReply) return reply;
  const since = performance.now();
  return reply.then((lines) => {
    onReply({ host, ip, command, reply: readableReply(lines), milliseconds: performance.now() - since });
    return lines;
  });
};
