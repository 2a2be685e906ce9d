import type { ProbedAddress, ProbedHost, ProbeEvidence } from '../verdict/index.js';
import { readableReply, type ReplyLines } from './reply.js';
import { isOfTheSession, wantsTls } from './reply-signs.js';

/** Question to a mail host. */
export interface MailboxQuestion {
  /** The mail host's name. */
  readonly host: string;
  readonly address: ProbedAddress;
  /** A local part that does not exist, to be asked for when the address was accepted. */
  readonly random?: string | undefined;
  /** Questions that are not patient go first. */
  readonly isPatient?: boolean | undefined;
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
  /** RCPT was not answered. `tookPart`: the host spoke, and no other one is asked in its place. */
  | { readonly kind: 'ended'; readonly evidence: ProbeEvidence; readonly tookPart: boolean };

/** The address needs SMTPUTF8 (RFC 6531 §3.4). */
export const isInternational = ({ localPart, asciiDomain }: ProbedAddress): boolean =>
  /[^\0-\x7f]/.test(localPart + asciiDomain);

/** The address asked for, in lower case, as replies repeat it. */
export const addressOf = ({ address: { localPart, asciiDomain } }: MailboxQuestion): string =>
  `${localPart}@${asciiDomain}`.toLowerCase();

/** Whether a recipient's answer says that the session has reached its limit. */
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
