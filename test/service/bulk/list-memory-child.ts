import { fetchList, ListError } from '../../../src/service/bulk/index.js';
import { createWebFetcher } from '../../../src/service/net/web.js';
import { selfSigned } from '../probe/self-signed.js';

/** What one list came to, in a process that does nothing else. */
export interface Measured {
  readonly path: string;
  /** `lines`, or the error's code. */
  readonly outcome: string;
  readonly count: number;
  readonly ms: number;
  /** The longest that others had to wait for their turn. */
  readonly longestMs: number;
  /** Bytes that the process has taken at most until now, beyond those before the first list. */
  readonly peak: number;
}

const [base = '', ...paths] = process.argv.slice(2);
const fetcher = createWebFetcher({
  addressesOf: () => Promise.resolve(['127.0.0.1']),
  allowLoopback: true,
  authorities: [selfSigned.cert],
});
const peak = () => process.resourceUsage().maxRSS * 1_024;

const readAll = async (path: string): Promise<readonly [outcome: string, count: number]> => {
  try {
    let count = 0;
    for await (const { line } of (await fetchList(`${base}${path}.csv`, { fetcher })).lines()) count += Math.sign(line);
    return ['lines', count];
  } catch (error) {
    if (error instanceof ListError) return [error.code, 0];
    throw error;
  }
};

const measure = async () => {
  // What is loaded at the first one is no list's.
  await readAll('small');
  const before = peak();
  const measured: Measured[] = [];
  for (const path of paths) {
    let [last, longestMs] = [performance.now(), 0];
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 1);
    const started = performance.now();
    const [outcome, count] = await readAll(path);
    const ended = performance.now();
    clearInterval(timer);
    measured.push({
      path,
      outcome,
      count,
      ms: ended - started,
      longestMs: Math.max(longestMs, ended - last),
      peak: peak() - before,
    });
  }
  fetcher.close();
  process.stdout.write(JSON.stringify(measured));
};

void measure();
