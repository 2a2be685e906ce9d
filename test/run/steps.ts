import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { programIn } from '../compile.js';
import type { Step } from './step.js';

/** What is run. */
export interface Selection {
  /** Folders and files; everything if there are none. */
  readonly paths: readonly string[];
  readonly browsers: readonly string[];
  /** Only files that try many things. */
  readonly isSoak: boolean;
  /** Where the test files are compiled. */
  readonly programs: string;
}

/** Test files that run in one process, under the name of their folder, or of the file itself. */
interface Process {
  readonly name: string;
  readonly files: readonly string[];
}

/** The steps of a run, and the files that must be compiled for them. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly sources: readonly string[];
  /** Processes that run several of them. */
  readonly shared: readonly Process[];
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !file.includes('node_modules');
const isInBrowser = (file: string): boolean => /\.browser\.test\.tsx?$/.test(file);
const isEndToEnd = (file: string): boolean => /\.e2e\.test\.ts$/.test(file);
const isOfSoak = (file: string): boolean => /from '(?:\.\.?\/)+soak\.js'/.test(readFileSync(file, 'utf8'));
/** Folders whose files run in one process, which loads what they share once. */
const SHARED = new Set(
  [
    'address',
    'cli',
    'cli/bulk',
    'cli/check',
    'client',
    'console',
    'demo',
    'demo/world',
    'element',
    'network',
    'proxy',
    'service',
    'service/accounts',
    'service/app',
    'service/bulk',
    'service/enrichment',
    'service/log',
    'service/logo',
    'service/net',
    'service/probe',
    'service/reputation',
    'service/verdict',
    'table',
    'text',
    'timing',
    'wire',
  ].map((name) => `test/${name}`),
);
/** What a file imports that starts processes, changes how modules load, or tries so much that it takes long. */
const OF_OWN_PROCESS =
  /from '(?:node:(?:child_process|module|worker_threads)|[^']*\/(?:soak|programs|serving|postgres-server|redis-server)\.js)'/;
const needsOwnProcess = (file: string): boolean => OF_OWN_PROCESS.test(readFileSync(file, 'utf8'));
/** Tests of what is built. */
const needsBuild = (file: string): boolean => /^test\/(?:package|frameworks|demo|proxy|console)\//.test(file);

const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => `${path.replace(/\/$/, '')}/${name}`)
    : [path];

/** Programs of the packages in node_modules. */
const bin = (name: string): string => `node_modules/.bin/${name}`;

const buildStep: Step = { name: 'build', command: ['npm', 'run', 'build', '--silent'] };

/** Steps that look at the source alone. */
const checks: readonly Step[] = [
  // These read what the build writes.
  { name: 'types and lint', needs: ['build'], command: [bin('oxlint')] },
  {
    name: 'format',
    command: [bin('prettier'), '--check', '--cache', '--cache-strategy', 'content', '--log-level', 'warn', '.'],
  },
  {
    name: 'who may know whom',
    needs: ['build'],
    command: [bin('depcruise'), 'src', 'demo', 'test', '--config', '.dependency-cruiser.mjs'],
  },
];

/** One run of the browser tests, of all files or of those named. Chromium has several pages at once, the others mostly wait. */
const browserStep = (browser: string, group: 'modules' | 'script', files: readonly string[] = []): Step => ({
  name: `${browser}: ${group === 'modules' ? 'modules' : 'the script-tag file'}`,
  command: [bin('wtr'), '--group', group],
  environment: { BROWSERS: browser, TEST_FILES: files.join(' ') },
  cores: browser === 'chromium' ? 1 : 0.5,
  ...(group === 'script' && { needs: ['build'] }),
});

/** What Node's runner runs in one process: a file, or files of a folder. */
const nodeStep = ({ name, files }: Process, programs: string): Step => {
  const isOfBrowser = files.some(isEndToEnd);
  return {
    name,
    group: isOfBrowser ? 'end to end' : dirname(files[0]!),
    command: [
      process.execPath,
      '--enable-source-maps',
      '--disable-warning=ExperimentalWarning',
      '--test-reporter=./test/run/reporter.mjs',
      programIn(programs, name),
    ],
    ...(isOfBrowser && { cores: 0.75 }),
    ...(files.some(needsBuild) && { needs: ['build'] }),
  };
};

const processesOf = (files: readonly string[]): Process[] => {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const isShared = SHARED.has(dirname(file)) && !isEndToEnd(file) && !needsOwnProcess(file);
    const name = isShared ? dirname(file) : file;
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return [...groups].map(([name, group]) => ({ name, files: group }));
};

/** What takes longest comes first: end-to-end tests, then the processes of many files. */
const byLength = (processes: readonly Process[]): Process[] => {
  const inBrowser = processes.filter(({ files }) => files.some(isEndToEnd));
  const others = processes.filter((process) => !inBrowser.includes(process));
  return [...inBrowser, ...others.sort((one, other) => other.files.length - one.files.length)];
};

/** What a run consists of: what takes longest, or what others wait for, first. */
export const planFor = ({ paths, browsers, isSoak, programs }: Selection): Plan => {
  const isWhole = !paths.length && !isSoak;
  const files = (paths.length ? paths : ['test'])
    .flatMap(filesBelow)
    .filter((file) => isTest(file) && (!isSoak || isOfSoak(file)))
    .sort();
  const sources = files.filter((file) => !isInBrowser(file));
  const inBrowser = files.filter(isInBrowser);
  const processes = byLength(processesOf(sources));
  const shared = processes.filter(({ name, files: [first] }) => name !== first);
  const inNode = processes.map((process) => nodeStep(process, programs));
  if (isWhole) {
    const inBrowsers = browsers.flatMap((name) => [browserStep(name, 'modules'), browserStep(name, 'script')]);
    return { steps: [buildStep, ...inBrowsers, ...checks, ...inNode], sources, shared };
  }
  const inBrowsers = inBrowser.length ? browsers.map((name) => browserStep(name, 'modules', inBrowser)) : [];
  const isBuilt = inNode.some(({ needs }) => needs?.includes(buildStep.name));
  return { steps: [...(isBuilt ? [buildStep] : []), ...inBrowsers, ...inNode], sources, shared };
};
