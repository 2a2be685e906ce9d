import type { Judgement } from '../verdict/index.js';
import { judgeReply } from './meaning.js';
import { JUDGED_LENGTH, readableReply, type ReplyLines } from './reply.js';

/** What a reply says of its own standing, before anybody asks what it means for a mailbox. */
export const isPositive = ({ code }: Pick<ReplyLines, 'code'>): boolean => code >= 200 && code < 300;
export const isRefusal = ({ code }: Pick<ReplyLines, 'code'>): boolean => code >= 400;

/** The host ends the session (RFC 5321 §3.8), whatever was asked. */
export const isClosing = ({ code }: Pick<ReplyLines, 'code'>): boolean => code === 421;

/** A reply's code and words, as far as they are judged, and the mail host that gave it. */
export const whole = (reply: ReplyLines, host: string) => ({ ...readableReply(reply, JUDGED_LENGTH), host });

/** What a refusal by a mail host means. */
export const judged = (reply: ReplyLines, host: string): Judgement => judgeReply(whole(reply, host));

/** Said of this mailbox and no other thing, whoever else the transaction holds. */
export const namesMailbox = (reply: ReplyLines, host: string): boolean => {
  const { meaning, proof } = judged(reply, host);
  return proof === 'text' && meaning.startsWith('mailbox-');
};

/** "Must issue a STARTTLS command first" (RFC 3207 §4), in whatever words. */
export const wantsTls = (reply: ReplyLines): boolean => {
  const { code, status, text } = readableReply(reply);
  if (code < 400) return false;
  return code === 530 || status === '5.7.0' || status === '5.7.10' || /\b(?:start)?tls\b/i.test(text);
};

/** The email addresses that a reply repeats, in lower case. */
export const addressesIn = ({ lines }: ReplyLines): string[] =>
  lines
    .join(' ')
    .toLowerCase()
    .split(/[\s<>()[\],;:"]+/)
    .filter((word) => word.includes('@'))
    .map((word) => word.replace(/\.$/, ''));
