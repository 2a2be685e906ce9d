import type { Answer, MailboxQuestion } from './smtp-question.js';
import { HostPool, type HostPoolOptions } from './host-pool.js';
import type { PooledConnection } from './pooled-connection.js';

/** Sessions without a question that are kept at most, over all mail hosts; the one that waited longest goes first. */
const MOST_IDLE = 500;

/**
 * Connection pools of mail hosts, by address. Two names at one address are one host: what answers there cannot tell by which name it was
 * found, so that sessions may serve both, and the cap holds for both together.
 */
export class HostPools {
  readonly #options: HostPoolOptions;
  readonly #pools = new Map<string, HostPool>();
  readonly #idle = new Set<PooledConnection>();
  #isClosed = false;

  constructor(options: HostPoolOptions) {
    this.#options = options;
  }

  /** Asks at one address. Rejects with faults that are not the host's. */
  async ask(ip: string, question: MailboxQuestion): Promise<Answer> {
    if (this.#isClosed) return { kind: 'ended', evidence: { outcome: 'aborted' }, tookPart: false };
    let pool = this.#pools.get(ip);
    if (!pool) {
      pool = this.#poolOf(ip);
      this.#pools.set(ip, pool);
    }
    const answer = await pool.ask(question);
    this.#removeUnused(ip, pool);
    return answer;
  }

  /** Ends all sessions. Questions in progress, and later ones, have no result. */
  close(): void {
    this.#isClosed = true;
    for (const pool of this.#pools.values()) pool.close();
  }

  #poolOf(ip: string): HostPool {
    const pool = new HostPool(ip, this.#options, {
      onIdle: (connection) => {
        this.#idle.add(connection);
        const [longest] = this.#idle;
        if (this.#idle.size > MOST_IDLE) longest?.retire();
      },
      onBusy: (connection) => this.#idle.delete(connection),
      onGone: () => this.#removeUnused(ip, pool),
    });
    return pool;
  }

  /** A pool without connections is forgotten when its next connection would not have to wait. */
  #removeUnused(ip: string, pool: HostPool): void {
    if (this.#pools.get(ip) !== pool || !pool.isUnused) return;
    if (pool.isTooSoon) setTimeout(() => this.#removeUnused(ip, pool), this.#options.paceMs).unref();
    else this.#pools.delete(ip);
  }
}
