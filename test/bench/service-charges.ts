import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresServer } from '../suites/postgres-server.js';
import { runChild } from './child.js';
import { median, type Figure } from './figures.js';
import type { ChargesResult, ChargesTask } from './run-charges.js';

const ACCOUNTS = 50;
const AT_ONCE = 200;
const ROUND_MS = 3000;

interface Round {
  readonly rate: number;
  /** Charges that no balance shows, or that no call made. */
  readonly lost: number;
}

/** Some processes charge at once in one database. */
const chargeIn = async (database: string, processes: number, atOnce: number): Promise<Round> => {
  const task = (name: string): ChargesTask => ({ database, atOnce, accounts: ACCOUNTS, milliseconds: ROUND_MS, name });
  const results = await Promise.all(
    Array.from({ length: processes }, (_, each) => runChild<ChargesResult>('run-charges.ts', task(`process ${each}`))),
  );
  return {
    rate: results.reduce((sum, { charged, milliseconds }) => sum + (1000 * charged) / milliseconds, 0),
    lost: results.reduce((sum, { charged, paid }) => sum + Math.abs(charged - paid), 0),
  };
};

const figuresOf = (what: string, together: readonly Round[], single?: readonly Round[]): Figure[] => {
  const rate = median(together.map((round) => round.rate));
  const alone = single && median(single.map((round) => round.rate));
  const lost = [...together, ...(single ?? [])].reduce((sum, round) => sum + round.lost, 0);
  return [
    {
      what: `durable charges, ${what}, ${AT_ONCE} calls at once`,
      figure: rate,
      unit: '/s',
      ...(alone && { said: `${(rate / alone).toFixed(1)} × one call at a time, ${alone.toFixed(0)}/s` }),
    },
    { what: `charges lost or doubled, ${what}`, figure: lost, unit: '', atMost: 0 },
  ];
};

/** What a store charges in a second, beside the same store with one call at a time, which pays the disk's flush for each. */
export const measureCharges = async (runs: number, postgres: PostgresServer | undefined): Promise<Figure[]> => {
  const rounds: Record<string, Round[]> = {};
  const note = (name: string, round: Round) => (rounds[name] ??= []).push(round);
  for (let run = 0; run < runs; run++) {
    const folder = mkdtempSync(join(tmpdir(), 'email-check-charges-'));
    note('file', await chargeIn(join(folder, 'many.sqlite'), 1, AT_ONCE));
    note('file, alone', await chargeIn(join(folder, 'one.sqlite'), 1, 1));
    rmSync(folder, { recursive: true });
    if (!postgres) continue;
    note('server', await chargeIn(await postgres.newDatabase(), 1, AT_ONCE));
    note('server, alone', await chargeIn(await postgres.newDatabase(), 1, 1));
    note('server, two', await chargeIn(await postgres.newDatabase(), 2, AT_ONCE));
  }
  const of = (name: string) => rounds[name] ?? [];
  return [
    ...figuresOf('SQLite', of('file'), of('file, alone')),
    ...(postgres
      ? [
          ...figuresOf('PostgreSQL', of('server'), of('server, alone')),
          ...figuresOf('PostgreSQL, two processes', of('server, two')),
        ]
      : []),
  ];
};
