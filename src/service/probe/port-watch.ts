import { isIpv4, parseIp } from '../../network/index.js';
import { ConnectError, type ConnectFailure } from '../net/connect-error.js';

export interface PortWatchOptions {
  /** Called when the port is taken for closed. */
  readonly onClosed?: (() => void) | undefined;
  /** Called when a connection was opened after that. */
  readonly onOpen?: (() => void) | undefined;
  /** A clock in milliseconds. */
  readonly now?: () => number;
}

/** So many connections that failed, one after the other, … */
const FAILURES = 20;
/** … to hosts of so many networks, are no fault of the hosts. */
const NETWORKS = 5;
/** How often a connection is tried while the port is taken for closed, in milliseconds. */
const TRIAL_MS = 10 * 60_000;

/** Failures that a network brings about that lets nothing out. */
const COUNTED: readonly ConnectFailure[] = ['refused', 'timeout', 'unreachable'];
/** Whether a failure is the network's or the host's, and not the caller's or the proxy's. */
export const isOfTheNetwork = (failure: ConnectFailure): boolean => COUNTED.includes(failure);

/** The /16 of an IPv4 address, the /32 of an IPv6 address: as large as the networks of most providers. */
const networkOf = (ip: string): string => {
  const octets = parseIp(ip) ?? [];
  return octets.slice(0, isIpv4(octets) ? 2 : 4).join('.');
};

/** Notices that mail hosts' port is closed for this machine, by the connections that are opened anyway: it asks nothing of its own. */
export class PortWatch {
  readonly #options: PortWatchOptions;
  readonly #now: () => number;
  #failures = 0;
  readonly #networks = new Set<string>();
  /** When a connection is tried again; `undefined` while the port is open. */
  #nextTrial: number | undefined;
  /** Whether a connection was opened, or failed to, since a question was let through to try. */
  #hasTried = false;

  constructor(options: PortWatchOptions = {}) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get isClosed(): boolean {
    return this.#nextTrial !== undefined;
  }

  /** Closed, and no question is due to try. */
  get isShut(): boolean {
    return this.#nextTrial !== undefined && this.#now() < this.#nextTrial;
  }

  /** Whether a mail host may be asked: while the port is taken for closed, one question every ten minutes. */
  mayAsk(): boolean {
    if (this.isShut) return false;
    if (this.isClosed) this.#nextTrial = this.#now() + TRIAL_MS;
    this.#hasTried = false;
    return true;
  }

  /** The question that was to try has ended. If it opened no connection, the next one tries. */
  endTrial(): void {
    if (this.isClosed && !this.#hasTried) this.#nextTrial = this.#now();
  }

  /** Settles as the opening of a connection does, and counts how it ended. */
  async watch<Opened>(opening: Promise<Opened>, ip: string): Promise<Opened> {
    this.#hasTried = true;
    try {
      const opened = await opening;
      this.onConnection(ip);
      return opened;
    } catch (error) {
      if (error instanceof ConnectError) this.onConnection(ip, error.code);
      throw error;
    }
  }

  /** A connection was opened, or was not. */
  onConnection(ip: string, failure?: ConnectFailure): void {
    if (failure === undefined) return this.#opened();
    if (this.isClosed || !isOfTheNetwork(failure)) return;
    this.#failures += 1;
    this.#networks.add(networkOf(ip));
    if (this.#failures < FAILURES || this.#networks.size < NETWORKS) return;
    this.#nextTrial = this.#now() + TRIAL_MS;
    this.#options.onClosed?.();
  }

  #opened(): void {
    const wasClosed = this.isClosed;
    this.#failures = 0;
    this.#networks.clear();
    this.#nextTrial = undefined;
    if (wasClosed) this.#options.onOpen?.();
  }
}
