/**
 * Counts what code does rather than how long it takes: the same for the same input on every machine. To be imported before the code that is
 * counted has run, since V8 counts only in functions that it compiles from then on.
 */
import { Session, type Profiler } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

// Optimized code counts some calls of functions, and not others.
for (const flag of ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode']) setFlagsFromString(flag);

const session = new Session();
session.connect();

/** Sessions of the own thread answer at once. */
const ask = (method: 'Profiler.takePreciseCoverage'): readonly Profiler.ScriptCoverage[] => {
  let scripts: readonly Profiler.ScriptCoverage[] = [];
  session.post(method, (error, answer) => {
    if (error) throw error;
    scripts = answer.result;
  });
  return scripts;
};
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Characters of code that ran, each as often as it did. Ranges are in their order, each before those within it. */
const ranIn = ({ ranges }: Profiler.FunctionCoverage): number => {
  let ran = 0;
  const around: Profiler.CoverageRange[] = [];
  for (const range of ranges) {
    while (around.length && around.at(-1)!.endOffset <= range.startOffset) around.pop();
    const outer = around.at(-1);
    const length = range.endOffset - range.startOffset;
    ran += length * (range.count - (outer?.count ?? 0));
    around.push(range);
  }
  return ran;
};

type Search = (this: Buffer | string, wanted: never, ...from: never[]) => unknown;

let searched = 0;

/** Places that a search looks at, which V8 does not count: it does not run as code. */
const countSearches = (
  owner: Buffer | string,
  names: readonly ('indexOf' | 'includes' | 'lastIndexOf')[],
): (() => void) => {
  const prototype = Object.getPrototypeOf(owner) as Record<string, Search>;
  const own = new Map(names.map((name) => [name, prototype[name]!] as const));
  for (const [name, search] of own)
    prototype[name] = function (wanted, ...from) {
      const found = search.call(this, wanted, ...from);
      const start = Number(from[0] ?? (name === 'lastIndexOf' ? this.length : 0));
      const end = name === 'lastIndexOf' ? 0 : this.length;
      searched += Math.abs((typeof found === 'number' && found >= 0 ? found : end) - start);
      return found;
    };
  return () => void own.forEach((search, name) => (prototype[name] = search));
};

/** Steps that `work` takes: characters of code that run, and places that are searched. All code counts but Node's own. */
export const stepsOf = async (work: () => unknown): Promise<number> => {
  const names = ['indexOf', 'includes', 'lastIndexOf'] as const;
  const ends = [countSearches(Buffer.alloc(0), names), countSearches('', names)];
  ask('Profiler.takePreciseCoverage');
  searched = 0;
  try {
    await work();
  } finally {
    ends.forEach((end) => end());
  }
  const ran = ask('Profiler.takePreciseCoverage')
    .filter(({ url }) => !url.startsWith('node:'))
    .flatMap(({ functions }) => functions)
    .reduce((sum, each) => sum + ranIn(each), 0);
  return ran + searched;
};
