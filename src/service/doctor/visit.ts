import { shownText } from '../../text/index.js';
import { ipRangeOf, ipText, isIpv4, parseIp, type IpRange } from '../../network/index.js';
import { ConnectError, type ConnectFailure } from '../net/connect-error.js';
import type { Connection, ConnectOptions } from '../net/connect.js';
import { EHLO_OK } from '../probe/smtp-commands.js';
import { namesClient } from '../probe/meaning.js';
import { readableReply, type ReplyLines } from '../probe/reply.js';
import { isPositive, judgementOf, wantsTls, withContext } from '../probe/reply-signs.js';
import { SmtpSession } from '../probe/smtp-session.js';
import type { Meaning } from '../verdict/index.js';

/** A mail host, and one of its addresses. */
export interface HostPlace {
  readonly host: string;
  readonly address: string;
}

/** One short conversation with a mail host. */
export type Visit = HostPlace &
  (
    | { readonly outcome: 'unreachable'; readonly why: ConnectFailure | 'silent' }
    /** It answered, and wants no conversation. */
    | { readonly outcome: 'refused'; readonly reply: string }
    | {
        readonly outcome: 'greeted';
        /** The address under which it sees this machine, if its reply to EHLO has it. */
        readonly seenAs: string | undefined;
        /** How far this machine's clock is ahead of the time in the greeting, in milliseconds, if there is one. */
        readonly clockAheadMs: number | undefined;
      }
  );

export interface VisitOptions {
  readonly connect: (options: ConnectOptions) => Promise<Connection>;
  /** Further options of the connection. */
  readonly connection: Pick<ConnectOptions, 'port' | 'allowLoopback' | 'proxy' | 'signal'>;
  readonly connectTimeoutMs: number;
  readonly replyTimeoutMs: number;
  readonly helo: string;
}

/** What is asked in a session after EHLO. */
type Work<Result> = (session: SmtpSession, replies: { banner: ReplyLines; ehlo: ReplyLines }) => Promise<Result>;

const shownReply = (reply: ReplyLines): string => {
  const { code, status, text } = readableReply(reply);
  return shownText([code, status, text].filter(Boolean).join(' '), { most: 200 });
};

/** Opens a session, hears the greeting, says EHLO and does `work`; always ends with QUIT. */
const inSession = async <Result>(
  place: HostPlace,
  { connect, connection, connectTimeoutMs, replyTimeoutMs, helo }: VisitOptions,
  work: Work<Result>,
): Promise<Result | Extract<Visit, { outcome: 'unreachable' | 'refused' }>> => {
  const { signal } = connection;
  try {
    const session = new SmtpSession(
      await connect({ ...connection, address: place.address, timeoutMs: connectTimeoutMs }),
      { replyTimeoutMs, onEnd: () => undefined },
    );
    const cancel = () => session.fail('aborted');
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const banner = await session.banner;
      if (banner.code >= 400) return { ...place, outcome: 'refused', reply: shownReply(banner) };
      const ehlo = await session.ask(`EHLO ${helo}`);
      if (ehlo.code !== EHLO_OK) return { ...place, outcome: 'refused', reply: shownReply(ehlo) };
      return await work(session, { banner, ehlo });
    } finally {
      signal?.removeEventListener('abort', cancel);
      session.end();
    }
  } catch (error) {
    return { ...place, outcome: 'unreachable', why: error instanceof ConnectError ? error.code : 'silent' };
  }
};

const insideRanges: readonly IpRange[] = ['loopback', 'private', 'link-local'];

/** The address in the first line of the reply to EHLO, of the version of the address that was called: `[203.0.113.5]`, `[IPv6:2001:db8::5]`. */
export const addressInEhlo = ({ lines }: ReplyLines, called: string): string | undefined => {
  const words = (lines[0] ?? '').split(/[\s[\](),;<>]+/).map((word) => word.replace(/^ipv6:/i, '').replace(/\.$/, ''));
  const isIp6 = called.includes(':');
  const found = words
    .map(parseIp)
    .filter((address) => address !== undefined && isIpv4(address) !== isIp6)
    .map((address) => ipText(address ?? []));
  // The last one: our own greeting may stand before it. An address that the internet does not have is of a relay's network.
  return found.filter((address) => !insideRanges.includes(ipRangeOf(address) ?? 'private')).at(-1);
};

/** A time as RFC 5322 §3.3 writes it, the weekday left out: `26 Nov 2026 10:14:56 +0000`. */
const TIME = /(?<!\d)\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:[+-]\d{4}|GMT|UTC)/;

/** The time that a greeting names, in milliseconds since 1970, as those of Exchange and Sendmail do. */
export const timeInGreeting = ({ lines }: ReplyLines): number | undefined => {
  const [written] = TIME.exec(lines.join(' ')) ?? [];
  const at = written === undefined ? NaN : Date.parse(written);
  return Number.isNaN(at) ? undefined : at;
};

/** Connects to a mail host, greets, and leaves. Never rejects. */
export const visit = (place: HostPlace, options: VisitOptions, now: () => number): Promise<Visit> =>
  inSession<Visit>(place, options, (_, { banner, ehlo }) => {
    const at = timeInGreeting(banner);
    return Promise.resolve({
      ...place,
      outcome: 'greeted',
      seenAs: addressInEhlo(ehlo, place.address),
      clockAheadMs: at === undefined ? undefined : now() - at,
    });
  });

/** A mailbox that a mail host was asked for: what it said. */
export interface MailboxReply {
  readonly host: string;
  /** `envelope`: it refused the null sender, and was not asked for the mailbox. */
  readonly stage: 'envelope' | 'recipient';
  readonly code: number;
  /** For people. */
  readonly reply: string;
  /** What a refusal means, by the rules of verdicts. */
  readonly meaning: Meaning;
  readonly namesClient: boolean;
  readonly wantsTls: boolean;
}

/** Asks a mail host for mailboxes, with the null sender. Nothing is sent. Never rejects. */
export const askForMailboxes = (
  place: HostPlace,
  options: VisitOptions,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, MailboxReply> | Extract<Visit, { outcome: 'unreachable' | 'refused' }>> =>
  inSession(place, options, async (session) => {
    const { host } = place;
    const mail = await session.ask('MAIL FROM:<>');
    const replies = new Map<string, MailboxReply>();
    for (const recipient of addresses) {
      const stage = isPositive(mail) ? 'recipient' : 'envelope';
      const reply = stage === 'recipient' ? await session.ask(`RCPT TO:<${recipient}>`) : mail;
      const context = { host, senders: [''], recipient };
      replies.set(recipient, {
        ...{ host, stage, code: reply.code, reply: shownReply(reply), wantsTls: wantsTls(reply) },
        meaning: judgementOf(reply, context).meaning,
        namesClient: namesClient(withContext(reply, context)),
      });
    }
    return replies;
  });
