#!/usr/bin/env node
import { once } from 'node:events';
import { run } from './run.js';

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
  stopped: () => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]),
});
