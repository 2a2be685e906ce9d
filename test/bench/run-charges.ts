/** Claims and charges calls over and over for a while, many at a time, in a process of its own. The task comes over standard input. */
import { text } from 'node:stream/consumers';
import { openStore, type Claim } from '../../src/service/store/index.js';

export interface ChargesTask {
  /** A database that is empty, or one that other processes charge in too. */
  readonly database: string;
  /** Calls under way at once. */
  readonly atOnce: number;
  readonly accounts: number;
  readonly milliseconds: number;
  /** What the accounts of this process are told apart by. */
  readonly name: string;
}

export interface ChargesResult {
  readonly charged: number;
  readonly milliseconds: number;
  /** What the balances came down by, which must be what was charged. */
  readonly paid: number;
}

const CREDITS = 1_000_000_000;
const day = '2026-01-02';
const at = Date.UTC(2026, 0, 2);
const claim: Claim = { credits: 1, concurrency: [{ name: 'all', limit: 1_000 }] };

const { database, atOnce, accounts, milliseconds, name } = JSON.parse(await text(process.stdin)) as ChargesTask;
const store = await openStore({ database, purpose: 'service' });
const hashes: string[] = [];
for (let made = 0; made < accounts; made++) {
  const { id } = await store.accounts.createAccount({ name, balance: CREDITS, createdAt: at });
  const hash = `${name} ${made}`;
  await store.accounts.createKey({
    accountId: id,
    kind: 'private',
    hash,
    hint: 'hint',
    label: '',
    origins: [],
    showsBalance: true,
    createdAt: at,
  });
  hashes.push(hash);
}

const since = performance.now();
let charged = 0;
const keepCharging = async (first: number): Promise<void> => {
  for (let turn = first; performance.now() - since < milliseconds; turn += atOnce) {
    const admitted = await store.accounts.admit(hashes[turn % hashes.length] ?? '', () => ({ claim }));
    if (admitted.outcome !== 'admitted') throw new Error(`A call was not admitted: ${admitted.outcome}.`);
    await store.accounts.settle(admitted.ticket, { call: 'validation', credits: 1, day, at });
    charged += 1;
  }
};
await Promise.all(Array.from({ length: atOnce }, (_, each) => keepCharging(each)));
const took = performance.now() - since;
const paid = (await store.accounts.listAccounts())
  .filter((account) => account.name === name)
  .reduce((sum, { balance }) => sum + CREDITS - balance, 0);
await store.close();
process.stdout.write(JSON.stringify({ charged, milliseconds: took, paid } satisfies ChargesResult));
