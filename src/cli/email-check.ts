#!/usr/bin/env node
import { once } from 'node:events';
import { run } from './run.js';

/** Resolves at the first signal to stop. From then on the system deals with them: a second one ends the process at once. */
const stopped = async (): Promise<void> => {
  const heard = new AbortController();
  const { signal } = heard;
  await Promise.race([once(process, 'SIGINT', { signal }), once(process, 'SIGTERM', { signal })]);
  heard.abort();
};

const code = await run(process.argv.slice(2), {
  environment: process.env,
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
  stopped,
});
process.exitCode = code;
// Who stops a command does not wait for a reader that has stopped reading.
if (code === 130) process.exit();
