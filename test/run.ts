/**
 * `npm test`: builds, checks and tests everything. `npm test -- PATH …`: the tests of some folders or files. `npm run soak`:
 * the tests that try many things, and all of these. BROWSERS names the browsers (chromium firefox webkit; Chromium alone by
 * default), SEED what random trials begin with. Ends with a table of its steps and a line `N passed, N failed`.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { programsOf, wantedBrowsers } from './browsers.mjs';
import { compile, joinPrograms } from './compile.js';
import { programFolder } from './programs.js';
import { endSteps, runStep } from './run/run-step.js';
import { runSteps } from './run/schedule.js';
import type { Step, StepResult } from './run/step.js';
import { planFor } from './run/steps.js';
import { tableOf } from './run/table.js';
import { seed } from './soak.js';

const MINUTE = 60_000;

const { values, positionals: paths } = parseArgs({ allowPositionals: true, options: { soak: { type: 'boolean' } } });
const isSoak = values.soak === true;
/** A step that hangs has failed: in milliseconds. */
const limit = (isSoak ? 45 : 20) * MINUTE;

Object.assign(process.env, { SEED: String(seed), PUPPETEER_SKIP_DOWNLOAD: '1', ...(isSoak && { SOAK: '1' }) });

const fail = (words: string): never => {
  console.error(words);
  process.exit(1);
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endSteps();
    process.exit(130);
  });
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

/** Figures that passing tests print. */
const FIGURES = /^\s*(?:measured: .*|skipped: .*)$/gm;

const watcher = {
  skipped: ({ name, needs = [] }: Step) => console.log(`✖ ${name} was left out: it needs ${needs.join(', ')}`),
  ended({ step, passed, failed, milliseconds, cpuMilliseconds, output }: StepResult) {
    const counts = failed ? `${passed} passed, ${failed} failed` : `${passed} passed`;
    console.log(
      `${failed ? '✖' : '✔'} ${step.name}: ${counts}, ${seconds(milliseconds)} s, ${seconds(cpuMilliseconds)} s of processor time`,
    );
    const text = failed ? output : [...new Set(output.match(FIGURES))].map((line) => line.trim()).join('\n');
    if (text) console.log(text.replace(/^/gm, '  '));
  },
};

const browsers = wantedBrowsers();
try {
  for (const browser of new Set(['chromium', ...browsers])) programsOf(browser as 'chromium');
} catch (error) {
  fail((error as Error).message);
}

const started = performance.now();
const programs = programFolder();
const { steps, sources, shared } = planFor({ paths, browsers, isSoak, programs });
if (!steps.length) fail(`No test file in ${paths.join(', ')}. Name a folder or a file such as test/address.`);
console.log(`SEED=${seed}`);
await compile(sources, programs);
for (const { name, files } of shared) joinPrograms(programs, name, files);
const results = await runSteps(steps, {
  run: (step) => runStep(step, limit),
  // Some of them wait for timers, servers and disks at any time.
  cores: Math.max(2, availableParallelism()) + 1,
  watcher,
});

const failed = steps.filter((step) => !results.some((result) => result.step === step && !result.failed));
const sum = (of: (result: StepResult) => number): number => results.reduce((total, result) => total + of(result), 0);
const leftOut = steps.length - results.length;
console.log(`\n${tableOf(results, performance.now() - started)}`);
if (failed.length) {
  // Once more, since long logs are often cut at their start.
  for (const { step, failures } of results) if (failures.length) console.log(`\n${step.name}\n${failures.join('\n')}`);
  console.log(`\nFailed: ${failed.map(({ name }) => name).join(', ')}\nAgain with SEED=${seed}`);
}
console.log(`\n${sum((result) => result.passed)} passed, ${sum((result) => result.failed) + leftOut} failed`);
process.exitCode = failed.length ? 1 : 0;
