import { openEngine } from '../../src/service/compose/verdicts.js';
import { readConfig } from '../../src/service/index.js';
import { loadReputation } from '../../src/service/reputation/index.js';
import { failureMatrix, startFailureWorld, verdictOf, type FailureWorld } from '../service/verdict/failure-matrix.js';
import { runChild } from './child.js';
import type { Figure } from './figures.js';
import { libraries, versionOf } from './peers/libraries.mjs';

/** One column: what was said of each case. Others say but `Safe to Send`, `Invalid` or `Unknown`, and are right with that alone. */
interface Column {
  readonly name: string;
  readonly said: readonly string[];
  readonly isRight: (said: string, expected: string) => boolean;
}

const ourColumn = async ({ dns, smtpPort }: FailureWorld): Promise<Column> => {
  const flags = {
    'dns-servers': dns,
    canary: 'off',
    'smtp-port': String(smtpPort),
    'allow-loopback': 'on',
    helo: 'check.own.com',
    'mail-from': 'probe@own.com',
  };
  const { engine } = openEngine(
    readConfig({ flags: { ...flags, 'smtp-timeout': '2000', 'verdict-timeout': '8000' } }),
    loadReputation(),
  );
  const said: string[] = [];
  for (const { address } of failureMatrix) said.push(verdictOf((await engine.verify(address)).validation));
  await engine.close();
  return { name: 'ours', said, isRight: (verdict, expected) => verdict === expected };
};

/** One address after the other: where a library crashes, it is known at which. */
const peerColumn = async (library: string, { dns, smtpPort }: FailureWorld): Promise<Column> => {
  const addresses = failureMatrix.map(({ address }) => address);
  const { said } = await runChild<{ said: readonly string[] }>(
    'peers/run.mjs',
    { library, addresses, concurrency: 1 },
    {
      preload: 'peers/reach.mjs',
      environment: { WORLD_DNS: dns, WORLD_SMTP_PORT: String(smtpPort) },
    },
  );
  return {
    name: `${library} ${versionOf(library)}`,
    said,
    isRight: (verdict, expected) => verdict === expected.split(' · ')[0],
  };
};

const rightOf = ({ said, isRight }: Column): number =>
  failureMatrix.filter(({ expected }, at) => isRight(said[at] ?? '', expected)).length;

const printTable = (columns: readonly Column[]): void => {
  const heads = ['case', 'expected', ...columns.map(({ name }) => name)];
  const lines = failureMatrix.map(({ what, expected }, at) => [
    what,
    expected,
    ...columns.map(({ said, isRight }) => `${isRight(said[at] ?? '', expected) ? '✓' : '✗'} ${said[at]}`),
  ]);
  const widths = heads.map((head, column) =>
    Math.max(...[head, ...lines.map((line) => line[column] ?? '')].map((cell) => cell.length)),
  );
  for (const line of [heads, ...lines])
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
};

/** The failure matrix: ours beside other libraries, over the same name server and mail hosts. */
export const measureMatrix = async (): Promise<Figure[]> => {
  const names = Object.keys(libraries);
  const installed = names.filter((library) => versionOf(library) !== undefined);
  const columns: Column[] = [];
  // Greylisting remembers whom it has met: each gets a world that has met nobody.
  for (const library of [undefined, ...installed]) {
    const world = await startFailureWorld();
    try {
      columns.push(await (library === undefined ? ourColumn(world) : peerColumn(library, world)));
    } finally {
      await world.close();
    }
  }
  printTable(columns);
  const [ours, ...peers] = columns.map((column) => ({ name: column.name, right: rightOf(column) }));
  const best = Math.max(...peers.map(({ right }) => right));
  return [
    {
      what: `verdicts of ${failureMatrix.length} that are right`,
      figure: ours?.right,
      unit: '',
      atLeast: failureMatrix.length,
    },
    ...(peers.length ? [{ what: 'of the best other library', figure: best, unit: '' }] : []),
    ...peers.map(({ name, right }): Figure => ({ what: `of ${name}`, figure: right, unit: '' })),
    ...names
      .filter((name) => !installed.includes(name))
      .map((name): Figure => ({ what: `of ${name}`, figure: undefined, unit: '', said: 'not installed' })),
  ];
};
