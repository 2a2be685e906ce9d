import type { Connection, ConnectOptions } from '../net/connect.js';
import type { SocksProxy } from '../net/socks5.js';
import type { MailManners } from './manners/mail-manners.js';
import type { PortWatch } from './port-watch.js';

/** Options of asking mail hosts for mailboxes. */
export interface MailboxProbeOptions {
  readonly port: number;
  /** The name to greet with: this machine's own, as DNS has it (RFC 5321 §4.1.4). */
  readonly helo: string;
  /** The envelope's sender; `''` for the null sender. */
  readonly mailFrom: string;
  /** The sender for hosts that refuse the null sender, which are asked once more with it; none if absent. */
  readonly fallbackMailFrom?: string | undefined;
  /** Timeout of opening a connection to one address, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** Timeout of a reply in milliseconds. */
  readonly replyTimeoutMs: number;
  /** A local part that does not exist at a domain: only letters and digits. */
  readonly randomLocalPart: (asciiDomain: string) => string;
  /** Test the domains of hosted workspaces for accept-all once, and anew for calls with `workspace`; true if absent. If false, only the latter do, and not anew. */
  readonly workspaceDetection?: boolean;
  /** Contact 127.0.0.0/8 and ::1 too. */
  readonly allowLoopback?: boolean;
  /** Connections to one address at a time; 4 if absent. */
  readonly connectionsPerHost?: number;
  /** Recipients that share a session, one after the other; 20 if absent, 1 for a connection each. */
  readonly recipientsPerSession?: number;
  /** Milliseconds for which a session waits for another recipient; 2,000 if absent. */
  readonly idleMs?: number;
  /** Milliseconds that a recipient may be unanswered before others are asked for in another session; 500 if absent. */
  readonly stalledMs?: number;
  /** Between a connection's opening or end and the opening of the next to the same address, in milliseconds; 10 if absent. */
  readonly paceMs?: number;
  /**
   * Milliseconds for which a host that refused a further connection is offered none beyond those that it serves; 30,000
   * if absent.
   */
  readonly reducedLimitMs?: number;
  /** Milliseconds after which no further host is asked in place of those that could not be reached or said nothing; 30,000 if absent. */
  readonly passOverMs?: number;
  /** Hears of each connection, and says whether mail hosts can be reached at all; they can if it is absent. */
  readonly portWatch?: Pick<PortWatch, 'isClosed' | 'isShut' | 'mayAsk' | 'endTrial' | 'watch'> | undefined;
  /** How hosts are treated, and what is remembered of them; a memory of its own if absent. */
  readonly manners?: MailManners | undefined;
  /** Opens a connection; over the network if absent. */
  readonly connect?: (options: ConnectOptions) => Promise<Connection>;
  /** Goes out through this proxy. */
  readonly proxy?: SocksProxy | undefined;
  /** A clock in milliseconds, for what is remembered of domains. */
  readonly now?: () => number;
}
