import type { Fault } from '../../address/index.js';

/** A mail host of a domain, and the addresses at which it may be contacted. */
export interface MailHost {
  /** Lower case, A-labels, no dot at the end. */
  readonly name: string;
  /** The lower is tried first (RFC 5321 §5.1); 0 if the domain itself is the mail host. */
  readonly preference: number;
  /** IPv4 addresses before IPv6 addresses. Empty if they were not looked up because another host was enough. */
  readonly addresses: readonly string[];
}

/** DNS evidence about the mail hosts of a domain. */
export type DnsEvidence =
  /** Mail hosts, in the order to try them, at least one with an address. `implicit`: there is no MX and the domain itself is the host (RFC 5321 §5.1). */
  | { readonly kind: 'hosts'; readonly hosts: readonly MailHost[]; readonly implicit: boolean }
  /** NXDOMAIN. */
  | { readonly kind: 'no-such-domain' }
  /** The name exists without MX, A and AAAA. */
  | { readonly kind: 'no-mail-host' }
  /** The domain says that it takes no mail (RFC 7505). */
  | { readonly kind: 'null-mx' }
  /** The domain has mail hosts, and none of their names resolves. */
  | { readonly kind: 'unresolvable-hosts' }
  /** The domain has mail hosts, and all are at addresses or names that must not be contacted. */
  | { readonly kind: 'forbidden-hosts' }
  /** DNS gave no usable answer, which proves nothing. */
  | { readonly kind: 'failed'; readonly why: DnsFailure };

/**
 * `alias`: the name is an alias (CNAME) of one without records, or of itself; `too-many`: more mail hosts than are looked at,
 * and none of those looked at could be used; `blind`: the answer is not believed, since the name servers answer wrongly about names that
 * are known.
 */
export type DnsFailure = 'servfail' | 'timeout' | 'refused' | 'broken' | 'alias' | 'too-many' | 'aborted' | 'blind';

/** A mail host's reply (RFC 5321 §4.2), safe to show and to log. */
export interface Reply {
  /** 200 to 599. */
  readonly code: number;
  /** The enhanced status code (RFC 3463), `'5.1.1'`; `undefined` if the host gave none. */
  readonly status: string | undefined;
  /** Lines joined; no control characters or terminal escapes; at most 512 characters. */
  readonly text: string;
}

/** A reply as it came in a conversation. */
export interface HeardReply {
  readonly host: string;
  readonly ip: string;
  /** What it answers, such as `RCPT TO:<jane@example.com>`; `''` for the words with which the host begins. */
  readonly command: string;
  readonly reply: Reply;
  /** From when it was waited for. Replies to commands that were sent together come together. */
  readonly milliseconds: number;
}

/** Meaning of a refusal, and what it is about. */
export type Meaning =
  | 'mailbox-missing'
  | 'mailbox-disabled'
  | 'mailbox-full'
  /** A rate limit, greylisting, load, or another passing failure. */
  | 'rate-or-temporary'
  /** The sender, its network or its reputation, or the host's policy. */
  | 'blocked-or-policy'
  /** SPF, DKIM, DMARC, an unusable sender, or relaying. */
  | 'auth-or-relay'
  | 'content-or-size'
  /** The domain is not served there, misrouted, or loops. */
  | 'domain-or-routing'
  | 'other';

/** Meaning of a refusal, and whether its words or only its code say so. */
export interface Judgement {
  readonly meaning: Meaning;
  readonly proof: 'text' | 'code';
}

/** Outcome of asking for a random address of the same domain. */
export type RandomOutcome =
  | 'accepted'
  | 'refused'
  /** Asked, without an answer that says anything. */
  | 'inconclusive'
  /** Not asked: the host's behaviour is documented (see `known`), or it hosts workspaces, and this was not worth a question. */
  | 'not-asked';

/** The conversation that a probe's outcome comes from. */
export interface ProbedHost {
  readonly host: string;
  /** The address that was contacted. */
  readonly ip: string;
  /** Whether the host offered STARTTLS (RFC 3207); `undefined` before EHLO was answered. */
  readonly startTls: boolean | undefined;
}

/** A mail host's answer about a mailbox. Only `accepted` and `refused` are about the mailbox. */
export type ProbeEvidence =
  | (ProbedHost & {
      readonly outcome: 'accepted';
      readonly reply: Reply;
      readonly random: RandomOutcome;
      /** The host's reply about the random address, to this question or to an earlier one about the same domain. */
      readonly randomReply?: Reply;
      /** The documented behaviour of the host, if the random address was not asked for. */
      readonly known?: 'accepts-all' | 'refuses-unknown';
    })
  /** RCPT was answered with 4xx or 5xx. */
  | (ProbedHost & Judgement & { readonly outcome: 'refused'; readonly reply: Reply })
  /** The host refused before it was asked for the mailbox. */
  | (ProbedHost & {
      readonly outcome: 'session-refused';
      readonly stage: 'banner' | 'greeting' | 'envelope';
      readonly meaning: Meaning;
      readonly reply: Reply;
    })
  /** Closed in mid-conversation; answered too slowly; did not answer in SMTP. */
  | (ProbedHost & { readonly outcome: 'dropped' | 'timed-out' | 'garbled' })
  /** The address needs SMTPUTF8 (RFC 6531), which the host does not offer. */
  | (ProbedHost & { readonly outcome: 'unsupported' })
  /**
   * No mail host was asked, for the sake of the sender's good name, before `until`, in milliseconds since 1970. `refused`: the host or
   * provider `place` refused us lately with the code `reason`; `unknown-share`: too many of the mailboxes asked for at a provider were unknown;
   * `never`: a rule forbids it, for a reason; `budget`: the day's is used up; `pace`: the wait would be too long.
   */
  | {
      readonly outcome: 'not-asked';
      readonly why: 'refused' | 'unknown-share' | 'never' | 'budget' | 'pace';
      readonly place: string;
      readonly reason: string;
      readonly until: number;
    }
  /** No mail host could be connected to. `proxy`: it did not do its part; `port`: none was tried, since none could be reached lately. */
  | { readonly outcome: 'unreachable'; readonly why?: 'proxy' | 'port' }
  | { readonly outcome: 'aborted' };

/** Evidence for one verdict; each stage adds its part, and a stage that was not needed leaves its part out. */
export interface Evidence {
  /** The text is not an address: why, and at which position. */
  readonly syntax?: { readonly fault: Fault; readonly at: number };
  /** The domain is an address literal (RFC 5321 §4.1.3). */
  readonly literal?: boolean;
  /** The domain is for special use and never takes mail from the internet. */
  readonly specialUse?: boolean;
  readonly disposable?: boolean;
  /** The address or its domain is on the operator's list of spam traps. */
  readonly spamTrap?: boolean;
  /** The domain forwards to addresses that people keep; it changes no verdict. */
  readonly relay?: boolean;
  readonly dns?: DnsEvidence;
  /** The first of its mail hosts that serves only disposable domains. */
  readonly disposableHost?: string;
  /** The first of the domain's mail hosts, if all are hosts of parked domains, which accept mail that nobody reads. They are not asked. */
  readonly parked?: string;
  /** `off`: mail hosts are not asked here. */
  readonly probe?: ProbeEvidence | 'off';
  /** Why a verdict was not completed: out of time, cancelled, or a stage failed. */
  readonly gaveUp?: 'deadline' | 'aborted' | 'failed';
  /** Duration of each stage, in milliseconds. */
  readonly timings: { readonly dns?: number; readonly probe?: number; readonly total: number };
}

/** Evidence that the verdict table looks at: durations change no verdict. */
export type CollectedEvidence = Omit<Evidence, 'timings'>;
