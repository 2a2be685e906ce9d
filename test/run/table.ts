import type { StepResult } from './step.js';

/** What the table says of some steps together. */
interface Row {
  readonly name: string;
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly passed: number;
  readonly failed: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const rowOf = (name: string, results: readonly StepResult[]): Row => ({
  name,
  milliseconds: sum(results.map(({ milliseconds }) => milliseconds)),
  cpuMilliseconds: sum(results.map(({ cpuMilliseconds }) => cpuMilliseconds || 0)),
  passed: sum(results.map(({ passed }) => passed)),
  failed: sum(results.map(({ failed }) => failed)),
});

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

/** Columns of text, the first to the left and all others to the right. */
const columns = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[0]!))).join('  ');
  return rows.map(line).join('\n');
};

/**
 * What each step came to, those of one group in one row, and the whole run. Steps run beside each other: their seconds are
 * more than `wholeMilliseconds`, the time from the first one's start to the last one's end.
 */
export const tableOf = (results: readonly StepResult[], wholeMilliseconds: number): string => {
  const names = [...new Set(results.map(({ step }) => step.group ?? step.name))];
  const rows = names.map((name) =>
    rowOf(
      name,
      results.filter(({ step }) => (step.group ?? step.name) === name),
    ),
  );
  const whole = { ...rowOf('all', results), milliseconds: wholeMilliseconds };
  const text = ({ name, milliseconds, cpuMilliseconds, passed, failed }: Row): string[] => [
    name,
    seconds(milliseconds),
    seconds(cpuMilliseconds),
    String(passed),
    String(failed),
  ];
  return columns([['step', 'seconds', 'processor seconds', 'passed', 'failed'], ...[...rows, whole].map(text)]);
};
