import type { MailHost } from '../../verdict/index.js';
import { ConnectError } from '../../net/connect-error.js';
import { isOfTheNetwork } from '../port-watch.js';

/** An address of a mail host, to be asked in its turn. */
export interface HostAddress {
  readonly host: string;
  readonly ip: string;
}

interface Failure {
  /** Connections that failed, one after the other. */
  readonly failures: number;
  readonly until: number;
  /** One question tries the address again. */
  readonly isTried: boolean;
}

const FIRST_MS = 60_000;
const MOST_MS = 10 * 60_000;
/** While one question tries an address again, so long, others go elsewhere. */
const TRIAL_MS = 30_000;
/** Records beyond this many are given up: each costs one wait. */
const MOST_ADDRESSES = 10_000;

/**
 * Remembers the addresses that could not be connected to: for a minute, longer after further failures, a domain's other addresses are asked
 * before them. A domain that has no others is asked there as ever.
 */
export class DeadAddresses {
  readonly #now: () => number;
  readonly #failures = new Map<string, Failure>();

  /** `now` is a clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The addresses of hosts in the order to ask them. When an address has rested, the first caller is to try it again. */
  inOrder(hosts: readonly MailHost[]): HostAddress[] {
    const all = hosts.flatMap(({ name: host, addresses }) => addresses.map((ip) => ({ host, ip })));
    if (!all.some(({ ip }) => this.#failures.has(ip))) return all;
    const dead = new Set(all.filter(({ ip }) => this.#isDead(ip)));
    return [...all.filter((each) => !dead.has(each)), ...dead];
  }

  /** Settles as the opening of a connection does, and remembers how it ended. */
  async watch<Opened>(opening: Promise<Opened>, ip: string): Promise<Opened> {
    try {
      const opened = await opening;
      this.#failures.delete(ip);
      return opened;
    } catch (error) {
      if (error instanceof ConnectError && isOfTheNetwork(error.code)) this.#failed(ip);
      throw error;
    }
  }

  #failed(ip: string): void {
    const now = this.#now();
    const known = this.#failures.get(ip);
    // What was on its way together fails together.
    if (known && !known.isTried && now < known.until) return;
    const before = known?.failures ?? 0;
    if (this.#failures.size >= MOST_ADDRESSES) this.#failures.clear();
    this.#failures.set(ip, {
      failures: before + 1,
      until: now + Math.min(FIRST_MS * 2 ** before, MOST_MS),
      isTried: false,
    });
  }

  #isDead(ip: string): boolean {
    const known = this.#failures.get(ip);
    if (!known) return false;
    const now = this.#now();
    if (now < known.until) return true;
    this.#failures.set(ip, { ...known, until: now + TRIAL_MS, isTried: true });
    return false;
  }
}
