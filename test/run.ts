/**
 * `npm test`: builds, then checks and tests everything, and ends with a line `N passed, N failed`. BROWSERS names the
 * browsers (chromium firefox webkit; Chromium alone by default).
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { programsOf, wantedBrowsers } from './browsers.mjs';

interface Count {
  passed: number;
  failed: number;
}

/** How the runners end: node:test's spec reporter, and our own reporter of @web/test-runner. */
const countIn = (output: string): Count | undefined => {
  const node = /^ℹ pass (\d+)[\s\S]*?^ℹ fail (\d+)/m.exec(output);
  // The runner moves a terminal's cursor in the same line.
  const browser = /browser tests: (\d+) passed, (\d+) failed/.exec(output);
  const [, passed, failed] = node ?? browser ?? [];
  return passed === undefined ? undefined : { passed: Number(passed), failed: Number(failed) };
};

const run = (command: string, parameters: readonly string[]): Promise<{ ok: boolean; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(command, parameters, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      process.stdout.write(chunk);
    });
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });

const testFiles = (pattern: RegExp): string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name}`)
    .filter((name) => pattern.test(name) && !name.includes('node_modules'))
    .sort();

/** A file that hangs has failed: in milliseconds. */
const LONGEST = 600_000;

const nodeTests = (files: readonly string[]): string[] => [
  '--import',
  'tsx',
  '--test',
  '--test-reporter=spec',
  `--test-timeout=${LONGEST}`,
  ...files,
];

const serverTests = testFiles(/(?<!\.browser|\.e2e)\.test\.ts$/);
const endToEndTests = testFiles(/\.e2e\.test\.ts$/);

const steps: readonly (readonly [name: string, command: string, ...parameters: string[]])[] = [
  ['build', 'npx', 'rollup', '-c', '--silent'],
  ['types', 'npx', 'tsc', '--noEmit'],
  ['lint', 'npx', 'eslint', '.'],
  ['who may know whom', 'npx', 'depcruise', 'src', 'demo', 'test', '--config', '.dependency-cruiser.mjs'],
  ['server tests', process.execPath, ...nodeTests(serverTests)],
  // One group after the other: only one page at a time has the focus.
  ['browser tests', 'npx', 'wtr', '--group', 'modules'],
  ['browser tests of the script-tag file', 'npx', 'wtr', '--group', 'script'],
  ['end-to-end tests', process.execPath, ...nodeTests(endToEndTests)],
];

const total: Count = { passed: 0, failed: 0 };
const failedSteps: string[] = [];
try {
  for (const browser of new Set(['chromium', ...wantedBrowsers()])) programsOf(browser as 'chromium');
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
for (const [name, command, ...parameters] of steps) {
  console.log(`\n— ${name}`);
  const { ok, output } = await run(command, parameters);
  const count = countIn(output) ?? { passed: Number(ok), failed: Number(!ok) };
  total.passed += count.passed;
  // A runner may fail for more than its tests.
  total.failed += ok ? count.failed : Math.max(count.failed, 1);
  if (!ok) failedSteps.push(name);
}
if (failedSteps.length) console.log(`\nFailed: ${failedSteps.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
