import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createService,
  type CallEntry,
  type Service,
  type ServiceOptions,
  type VerdictEngine,
} from '../../../src/service/index.js';
import { DELIVERABLE, verdictWords } from '../../../src/wire/index.js';

export const secret = 'a secret of the test';
export const shop = 'https://shop.example';
/** What a page's request has that came past a proxy: the network of a caller on this machine is not counted. */
export const visiting = { Origin: shop, Via: '1.1 proxy' };

/** A gate that calls wait at: `reached` resolves with so many waiting, `open` lets all through, now and later. */
export class Gate {
  readonly #opened: Promise<void>;
  #open = () => {};
  #waiting = 0;
  #watchers: { count: number; resolve: () => void }[] = [];

  constructor() {
    this.#opened = new Promise((resolve) => (this.#open = resolve));
  }

  async pass(): Promise<void> {
    this.#waiting++;
    for (const { count, resolve } of this.#watchers) if (this.#waiting >= count) resolve();
    await this.#opened;
    this.#waiting--;
  }

  reached(count: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting >= count) resolve();
      else this.#watchers.push({ count, resolve });
    });
  }

  open(): void {
    this.#open();
  }
}

const codeOf = (email: string) => {
  const code = verdictWords.findIndex(([reason]) => reason && email.startsWith(reason.toLowerCase().replace(' ', '-')));
  return code < 0 ? DELIVERABLE : code;
};

/** An engine whose verdict is the address's first word, as in `unknown@…`; `broken@…` rejects, `waiting@…` waits at the gate. */
export const stubEngine = (gate = new Gate()): VerdictEngine => ({
  async verify(email, { signal } = {}) {
    if (email.startsWith('broken')) throw new Error('Inside information.');
    if (email.startsWith('waiting'))
      await Promise.race([gate.pass(), new Promise((resolve) => signal?.addEventListener('abort', resolve))]);
    const code = codeOf(email);
    const [reason, result] = verdictWords[code]!;
    return {
      validation: {
        email,
        code,
        result,
        reasons: [reason],
        role: false,
        freeEmail: false,
        sendTransactional: result !== 'Invalid',
        didYouMean: '',
      },
      evidence: { timings: { total: 1 } },
    };
  },
  close: () => Promise.resolve(),
});

/** Listens on a port below those that systems hand out by themselves. */
export const listenSomewhere = async (
  service: Pick<Service, 'listen'>,
  host = '127.0.0.1',
): Promise<{ url: string; port: number }> => {
  for (;;) {
    try {
      return await service.listen({ host, port: 20_000 + Math.floor(Math.random() * 12_000) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
};

export interface Fixture {
  readonly service: Service;
  readonly url: string;
  readonly database: string;
  readonly gate: Gate;
  readonly entries: CallEntry[];
  readonly faults: unknown[];
  /** Told of the calls to come. */
  told: (entry: CallEntry) => void;
  /** Of an account with 1,000 credits. */
  readonly keys: { readonly private: string; readonly public: string; readonly showing: string };
  readonly account: number;
  get(
    path: string,
    query?: Record<string, string>,
    headers?: Record<string, string>,
    method?: string,
  ): Promise<Response>;
  end(): Promise<void>;
}

/** A service over HTTP, with a database file of its own. */
export const startService = async (more: Partial<ServiceOptions> = {}): Promise<Fixture> => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-app-'));
  const database = join(folder, 'test.sqlite');
  const gate = new Gate();
  const entries: CallEntry[] = [];
  const faults: unknown[] = [];
  const fixture: Pick<Fixture, 'told'> = { told: () => {} };
  const service = await createService({
    database,
    secret,
    engine: stubEngine(gate),
    reputation: { isDisposable: (domain) => domain === 'mailinator.example' || domain === 'xn--mll-hoa.example' },
    onCall: (entry) => {
      entries.push(entry);
      fixture.told(entry);
    },
    onFault: (fault) => faults.push(fault),
    ...more,
  });
  const { id: account } = await service.accounts.createAccount({ name: 'Shop', credits: 1_000 });
  const origins = [shop, 'https://*.example.com'];
  const keys = {
    private: (await service.accounts.createKey({ account, kind: 'private' })).key,
    public: (await service.accounts.createKey({ account, kind: 'public', origins })).key,
    showing: (await service.accounts.createKey({ account, kind: 'public', origins, showsBalance: true })).key,
  };
  const { url } = await listenSomewhere(service);
  return Object.assign<{ told: Fixture['told'] }, Omit<Fixture, 'told'>>(fixture, {
    service,
    url,
    database,
    gate,
    entries,
    faults,
    keys,
    account,
    get: (path, query = {}, headers = {}, method = 'GET') =>
      fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, { headers, method, redirect: 'error' }),
    async end() {
      gate.open();
      await service.close();
      rmSync(folder, { recursive: true });
    },
  });
};
