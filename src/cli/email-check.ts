#!/usr/bin/env node
import { run } from './run.js';
import { ignoreUserSignals, stopped } from './signals.js';
import { writeLine } from './standard-output.js';

ignoreUserSignals();
// Each write reports its own error. Without this listener, a reader that ends would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const code = await run(process.argv.slice(2), {
  environment: process.env,
  say: (line) => writeLine(process.stdout, line),
  printError: (line) => console.error(line),
  stopped,
});
process.exitCode = code;
// A command that is stopped does not wait for a reader that has stopped reading.
if (code === 130) process.exit();
