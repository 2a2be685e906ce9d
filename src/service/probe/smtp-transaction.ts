import type { ReplyLines } from './reply.js';
import type { SmtpSession } from './smtp-session.js';

/** The commands of one transaction, and the replies to them. */
export interface Transaction {
  /** Sends a command, unless it was sent with the others, and gives its reply. */
  readonly send: (command: string) => Promise<ReplyLines>;
  /** Replies in the order that they were waited for. */
  readonly replies: ReplyLines[];
  /** The reply to a second greeting that was sent with the commands. */
  readonly greeting?: Promise<ReplyLines> | undefined;
}

const createTransaction = (ask: (send: string) => Promise<ReplyLines>, greeting?: Promise<ReplyLines>): Transaction => {
  const replies: ReplyLines[] = [];
  const send = async (command: string): Promise<ReplyLines> => {
    const reply = await ask(command);
    replies.push(reply);
    return reply;
  };
  return { send, replies, greeting };
};

/** Sends each command after the reply to the one before it. */
export const sendInTurn = (session: SmtpSession): Transaction => createTransaction((command) => session.ask(command));

/** Sends all commands at once (RFC 2920), and a greeting behind them. */
export const sendTogether = (session: SmtpSession, commands: readonly string[], greeting?: string): Transaction => {
  const sent = session.send([...commands, ...(greeting === undefined ? [] : [greeting])]);
  return createTransaction((command) => sent[commands.indexOf(command)] ?? session.ask(command), sent[commands.length]);
};
