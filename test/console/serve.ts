/**
 * The console over a service that lives in memory, to look at while working on it: `npx tsx test/console/serve.ts [slow|failing|signed-out]`,
 * with `npx rollup -c test/console/rollup.config.mjs -w` beside it. Ends with Ctrl+C.
 */
import { startConsoleFixture, FIXTURE_TOKEN } from './fixture.js';
import type { FixtureMode } from './fixture-world.js';

const fixture = await startConsoleFixture({ mode: (process.argv[2] ?? 'normal') as FixtureMode });
console.log(`${fixture.url}/console\nSign in: ${fixture.url}/console#${FIXTURE_TOKEN}`);
setInterval(() => fixture.addCall(Math.random() < 0.8 ? 1 : 2), 1_500);
