// Reports tests of Node's runner: failures in full, figures that a test has measured, and the count.
import { inspect } from 'node:util';

/** Figures and seeds: what a reader wants to know of tests that pass. */
const TOLD = /^(?:measured:|SEED=)/;

/** A suite that fails because a test in it does is not a failure of its own. */
const isOwnFailure = ({ details }) => details.error?.failureType !== 'subtestsFailed';

/** A test that has not ended after this many minutes is stuck. */
const MINUTES = process.env.SOAK ? 40 : 5;

/** Tests may put timers of their own in place of these. */
const { setTimeout, clearTimeout } = globalThis;

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* reporter(events) {
  let passed = 0;
  const failures = [];
  const path = [];
  const underWay = [];
  let timer;
  /** Ends the process when no test has begun or ended for some minutes; not while a test keeps it busy. */
  const end = () => {
    const stuck = `✖ ${underWay.join(' › ')}\nThis test has not ended within ${MINUTES} minutes.\n`;
    process.stdout.write(`${stuck}tests: ${passed} passed, ${failures.length + 1} failed\n`);
    process.exit(1);
  };
  for await (const { type, data } of events) {
    if (type === 'test:dequeue') underWay.splice(data.nesting, Infinity, data.name);
    clearTimeout(timer);
    timer = setTimeout(end, MINUTES * 60_000).unref();
    if (type === 'test:start') path.splice(data.nesting, Infinity, data.name);
    if (type === 'test:diagnostic' && TOLD.test(data.message)) yield `${data.message}\n`;
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message;
    if (type === 'test:pass' && data.details.type !== 'suite' && data.skip === undefined && data.todo === undefined)
      passed += 1;
    if (type === 'test:pass' && data.skip !== undefined)
      yield `skipped: ${data.name}${data.skip === true ? '' : ` (${data.skip})`}\n`;
    if (type === 'test:fail' && isOwnFailure(data)) {
      const { cause = data.details.error } = data.details.error;
      failures.push(`✖ ${[...path.slice(0, data.nesting), data.name].join(' › ')}\n${inspect(cause)}\n`);
      yield failures.at(-1);
    }
  }
  yield `tests: ${passed} passed, ${failures.length} failed\n`;
}
