#!/usr/bin/env node
import { once } from 'node:events';
import { run } from './run.js';

const code = await run(process.argv.slice(2), {
  environment: process.env,
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
  stopped: () => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]),
});
process.exitCode = code;
// Who stops a command does not wait for a reader that has stopped reading.
if (code === 130) process.exit();
