import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type * as recheck from 'recheck';
import { cacheFolder } from '../cache-folder.js';
import { collectExpressions } from './expressions.js';

/** The analyser as JavaScript, which is the same on every machine; the package's own entry prefers a binary or Java. */
const load = createRequire(import.meta.url);
const { checkSync } = load('recheck/lib/browser.js') as typeof recheck;
const { version: recheckVersion } = load('recheck/package.json') as { version: string };

/** Bounded by numbers of characters and tries, and not by the clock: a busy machine would decide then. */
const LIMITS = {
  timeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  attackLimit: 20_000_000,
  maxIteration: 3,
  maxNFASize: 5_000,
} as const;
/** Lists of words have so many states that the thorough search for a start does not end. */
const LONG = 400;
const LIMITS_OF_LONG = { ...LIMITS, seeder: 'dynamic', maxIteration: 1 } as const;

/** More repetitions than these are judged as any number: what is quadratic up to a large bound is slow, and large bounds take the analyser long. */
const MOST = 10;
const withoutBounds = (source: string): string =>
  source.replace(/\{(\d+),(\d+)\}/g, (all, least, most) => (Number(most) > MOST ? `{${least},}` : all));

/** Expressions that have been found safe under these limits: judging all of them takes a minute. */
const CACHE = join(cacheFolder(), 'expressions.json');
const VERSION = JSON.stringify([recheckVersion, LIMITS, LIMITS_OF_LONG, LONG, MOST]);
const known = (): ReadonlySet<string> => {
  try {
    const { version, safe } = JSON.parse(readFileSync(CACHE, 'utf8')) as { version: string; safe: string[] };
    return new Set(version === VERSION ? safe : []);
  } catch {
    return new Set();
  }
};

/** For the next run, where a file can be written. */
const remember = (safe: readonly string[]): void => {
  try {
    mkdirSync(cacheFolder(), { recursive: true });
    writeFileSync(CACHE, JSON.stringify({ version: VERSION, safe }));
  } catch {
    // Then all are judged again.
  }
};

const faultOf = (source: string, flags: string): string | undefined => {
  const judged = checkSync(withoutBounds(source), flags, source.length > LONG ? LIMITS_OF_LONG : LIMITS);
  if (judged.status === 'safe') return undefined;
  return judged.status === 'vulnerable' ? judged.complexity.summary : judged.error.kind;
};

describe('every regular expression of the source', async () => {
  const { expressions, late } = await collectExpressions();

  it('is written down, or built when its file is loaded', () => {
    assert.ok(expressions.length > 200, String(expressions.length));
    assert.deepEqual(late, []);
  });

  it('matches in linear time for any text', (test) => {
    const before = known();
    const safe: string[] = [];
    const faults = expressions.flatMap(({ source, flags, file }) => {
      const expression = `/${source}/${flags}`;
      const fault = before.has(expression) ? undefined : faultOf(source, flags);
      if (fault === undefined) safe.push(expression);
      return fault === undefined ? [] : [`${file}: ${expression}: ${fault}`];
    });
    remember(safe);
    assert.deepEqual(faults, []);
    test.diagnostic(`measured: regular expressions judged: ${expressions.length}`);
  });

  for (const { source, flags } of [
    /\/+$/,
    /[.,]+(?=[^@.,]*$)/,
    /<[^<>]*@[^<>]*>|"[^"]*"@[^\s<>"(),;:]+|[^\s<>"(),;:]+@[^\s<>"(),;:]+/g,
    /(?<=:\/\/[^\s?]*)\?\S*/g,
    /\b([a-z][a-z\d+.-]{0,20}:\/\/)[^\s?#]{0,2048}\?/gi,
  ])
    it(`would not be /${source}/${flags}`, () => assert.match(faultOf(source, flags) ?? '', /polynomial/));
});
