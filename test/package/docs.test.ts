import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { withReference, type Manifest } from '../../demo/reference.js';
import { proxyOptions, standards, withProxyReference } from '../../demo/proxy-reference.js';
import { withClientReference } from '../../demo/client-reference.js';
import { formatted } from '../../demo/markdown.js';
import { withOptions } from '../../demo/service-reference.js';
import { createProject, type Project } from '../project.js';
import { samplesIn } from '../samples.js';
import { ts } from '../typescript.js';

const samples = [...samplesIn('README.md', 'tsx?'), ...samplesIn('docs/element.md', 'tsx?', 'js')];

const nameOf = (index: number): string => `sample-${index + 1}.${samples[index]!.kind}`;

/** What the authors of the samples have installed beside the package itself. */
const installed = ['@types', 'react', 'react-dom', 'react-hook-form'];

describe('docs/element.md', () => {
  let project: Project;

  before(() => {
    const files = Object.fromEntries(samples.map(({ code }, index) => [nameOf(index), code]));
    project = createProject(files, installed, {
      allowJs: true,
      checkJs: true,
      moduleDetection: ts.ModuleDetectionKind.Force,
      types: ['node'],
    });
  });

  after(() => project.remove());

  it('has the tables generated from custom-elements.json: run `npm run manifest` after a change', async () => {
    const page = readFileSync('docs/element.md', 'utf8');
    assert.match(page, /<!-- reference -->\n\n### Attributes\n.*<!-- \/reference -->/s);
    assert.equal(
      page,
      await formatted(withReference(page, JSON.parse(readFileSync('custom-elements.json', 'utf8')) as Manifest)),
    );
  });

  it('has samples of each kind', () =>
    assert.deepEqual([...new Set(samples.map(({ kind }) => kind))].sort(), ['js', 'ts', 'tsx']));

  samples.forEach(({ kind, heading }, index) => {
    it(`has a ${kind} sample under "${heading}" that compiles`, () =>
      assert.deepEqual(project.complaints(join(project.folder, nameOf(index))), []));
  });
});

const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));

const sectionsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

describe('the pages of the documentation', () => {
  const all = ['README.md', 'BENCHMARKS.md', 'CONTRIBUTING.md', ...pages.map((page) => join('docs', page))];
  for (const page of all)
    it(`link to sections and files that exist: ${page}`, () => {
      for (const [link, file = '', section] of readFileSync(page, 'utf8').matchAll(
        /\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g,
      )) {
        const target = file ? join(dirname(page), file) : page;
        assert.ok(existsSync(target), link);
        assert.ok(!section || sectionsOf(target).includes(section), link);
      }
    });
});

describe('docs/service.md', () => {
  const page = readFileSync('docs/service.md', 'utf8');

  it('has the current table of options: run `npm run manifest` after a change', async () => {
    assert.match(page, /<!-- reference -->\n\n\| flag .*<!-- \/reference -->/s);
    assert.ok(page === (await formatted(withOptions(page))), 'the table is another one');
  });

  it('has remedies for the current messages of the service', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^(?:cli|service|wire)\b.*\.ts$/.test(name),
    );
    const said = sources.map((name) => readFileSync(join('src', name), 'utf8')).join('\n');
    const sentences = [...page.slice(page.indexOf('## When things fail')).matchAll(/^\| (?:\d+ )?`([^`]+)` \|/gm)].map(
      ([, sentence = '']) => sentence,
    );
    assert.ok(sentences.length > 15);
    assert.deepEqual(
      sentences.filter((sentence) => !said.includes(sentence)),
      [],
    );
  });
});

describe('docs/client.md', () => {
  const page = readFileSync('docs/client.md', 'utf8');
  const own = samplesIn('docs/client.md', 'ts');
  let project: Project;
  before(() => {
    const files = Object.fromEntries(own.map(({ code }, index) => [`sample-${index + 1}.ts`, code]));
    project = createProject(files, ['@types'], { moduleDetection: ts.ModuleDetectionKind.Force, types: ['node'] });
  });
  after(() => project.remove());

  it('has every call, option, error and reason as it is: run `npm run manifest` after a change', async () => {
    for (const marker of [
      ...['options', 'calls', 'validate-options', 'usage-days', 'logo-options', 'wait-options'],
      ...['errors', 'reasons'],
    ])
      assert.match(page, new RegExp(`<!-- ${marker} -->\n\n.{100,}<!-- /${marker} -->`, 's'));
    assert.ok(page === (await formatted(withClientReference(page))), 'the tables are others');
  });

  it('has the current defaults and limits', () => {
    for (const [file, inCode, inPage] of [
      ['calls.ts', 'DEFAULT_TIMEOUT = 30_000', '| `30000` |'],
      ['calls.ts', 'DEFAULT_CONCURRENCY = 5', '| `5` |'],
      ['account.ts', 'DEFAULT_DAYS = 30', 'the last 30 days by default'],
      ['busy-pause.ts', 'FIRST_PAUSE_MS = 100', 'the first pause is about 0.1 seconds'],
      ['busy-pause.ts', 'LONGEST_PAUSE_MS = 2_000', 'the longest about 2.'],
    ] as const)
      assert.ok(
        readFileSync(join('src/client', file), 'utf8').includes(inCode) && page.includes(inPage),
        `${inCode}: ${inPage}`,
      );
  });

  own.forEach(({ heading }, index) => {
    it(`has a sample under "${heading}" that compiles`, () =>
      assert.deepEqual(project.complaints(join(project.folder, `sample-${index + 1}.ts`)), []));
  });
});

describe('docs/proxy.md', () => {
  const page = readFileSync('docs/proxy.md', 'utf8');
  const mounts = readdirSync('demo/mounts').filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
  const texts = new Map(mounts.map((name) => [readFileSync(join('demo/mounts', name), 'utf8'), name]));
  const all = samplesIn('docs/proxy.md', 'ts', 'js');
  // Their own tests run the mounts, each in its runtime.
  const own = all.filter(({ code }) => !texts.has(code));
  const fileOf = (index: number): string => `sample-${index + 1}.${own[index]!.kind}`;
  let project: Project;

  before(() => {
    const files = Object.fromEntries(own.map(({ code }, index) => [fileOf(index), code]));
    const inPage = { 'page.ts': "import 'email-check-element/define';" };
    project = createProject({ ...files, ...inPage }, ['@types', 'jose', 'rate-limiter-flexible', 'ioredis'], {
      allowJs: true,
      checkJs: true,
      moduleDetection: ts.ModuleDetectionKind.Force,
      types: ['node'],
    });
  });

  after(() => project.remove());

  it('has the current tables and mounts: run `npm run manifest` after a change', async () => {
    for (const marker of ['mounts', 'calls', 'options', 'redis-options', 'redis-nonces-options', 'errors', 'refusals'])
      assert.match(page, new RegExp(`<!-- ${marker} -->\n\n.{100,}<!-- /${marker} -->`, 's'));
    assert.ok(page === (await formatted(withProxyReference(page))), 'the tables or mounts are others');
  });

  it('has the current text of every mount', () =>
    assert.deepEqual(all.flatMap(({ code }) => texts.get(code) ?? []).sort(), mounts.sort()));

  it('has the current defaults', () => {
    for (const { name, standard } of proxyOptions())
      if (standard !== undefined && /^[\d,]+$|^`\//.test(standard))
        assert.equal(standard.replaceAll(/[,`]/g, ''), String(standards[name]), name);
  });

  it('has the current limits', () => {
    const bounds = [
      ['budget.ts', 'most: 120, seconds: 60', '120 a minute'],
      ['concurrency-limit.ts', 'MOST_WAITING = 200', '200 waiting calls'],
      ['concurrency-limit.ts', 'MOST_PER_NETWORK = 2', '| 2 at once |'],
      ['concurrency-limit.ts', 'MOST_WAITING_PER_NETWORK = 4', '| 4 waiting |'],
      ['limiter.ts', 'MOST_NAMES = 20_000', '20,000 networks'],
      ['cache.ts', 'MOST_KEPT = 1_000', 'newest 1,000 verdicts'],
      ['cache.ts', 'KEPT_MILLISECONDS = 600_000', 'kept for ten minutes'],
      ['failures.ts', 'LONGEST_BODY = 4_096', '4,096 octets'],
      ['failures.ts', 'LONGEST_URL = 8_192', '8,192 characters'],
      ['key-traces.ts', 'PART_CHARACTERS = 5', 'five or more consecutive characters of the key'],
      ['receipt-claims.ts', 'RECEIPT_LIFE_SECONDS = 3600', 'valid for an hour'],
      ['receipt-uses.ts', 'size = 100_000', '100,000 at most'],
      ['receipt-verify.ts', 'CLOCK_DRIFT_SECONDS = 60', 'may differ by a minute'],
      ['nonces.ts', 'NONCE_LIFE_MS = 1_800_000', 'valid for 30 minutes'],
      ['nonces.ts', 'size = 100_000', '100,000 at most, about 20 MB'],
      ['session-cookie.ts', "SECURE_NAME = '__Host-email-check-session'", '`__Host-email-check-session` with https'],
      ['session-cookie.ts', "PLAIN_NAME = 'email-check-session'", '`email-check-session` without'],
    ] as const;
    for (const [file, inCode, inPage] of bounds)
      assert.ok(
        readFileSync(join('src/proxy', file), 'utf8').includes(inCode) && page.includes(inPage),
        `${inCode}: ${inPage}`,
      );
  });

  own.forEach(({ kind, heading }, index) => {
    it(`has a ${kind} sample under "${heading}" that compiles`, () =>
      assert.deepEqual(project.complaints(join(project.folder, fileOf(index))), []));
  });
});
