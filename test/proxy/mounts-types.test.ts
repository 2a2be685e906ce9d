import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { installRuntimes, programOf } from '../runtimes/install.js';
import { createProgram, ts } from '../typescript.js';

/** What some mounts are compiled with, besides the package itself. */
interface Setting {
  /** Files of demo/mounts, or by their path from there. */
  readonly mounts: readonly string[];
  /** Packages of types that are there without being imported. */
  readonly types?: readonly string[];
  readonly lib?: readonly string[];
  /** Where imports lead. */
  readonly paths?: Readonly<Record<string, readonly string[]>>;
  /** Declarations that the runtime writes. */
  readonly declarations?: () => string;
}

const source = (path: string): readonly string[] => [resolve('src/proxy', path)];
const ownPaths = {
  'email-check-element/proxy': source('index.ts'),
  'email-check-element/proxy/node': source('adapters/node.ts'),
  'email-check-element/webhook': source('../webhook/index.ts'),
};
const browserLib = ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'];

/** As `wrangler types` writes them. */
const bindings = `declare namespace Cloudflare {
  interface Env { EMAIL_CHECK_KEY: string; EMAIL_CHECK_URL: string; RECEIPT_SECRET: string; WEBHOOK_SECRET: string }
}`;

const runtimeModules = installRuntimes();

const settings: readonly Setting[] = [
  {
    mounts: [
      ...['node.ts', 'express.ts', 'fastify.ts', 'hono.ts', 'next.ts'],
      ...['../receivers/node.ts', '../receivers/express.ts'],
    ],
    types: ['node'],
    paths: { express: [join(runtimeModules, '@types/express')], fastify: [join(runtimeModules, 'fastify')] },
  },
  { mounts: ['bun.ts', '../receivers/bun.ts'], types: [join(runtimeModules, '@types/bun')] },
  {
    mounts: ['deno.ts', '../receivers/deno.ts'],
    lib: ['lib.esnext.d.ts'],
    declarations: () => execFileSync(programOf('deno'), ['types'], { encoding: 'utf8', maxBuffer: 10_000_000 }),
  },
  {
    mounts: ['workers.ts', '../receivers/workers.ts'],
    types: [join(runtimeModules, '@cloudflare/workers-types')],
    lib: ['lib.es2022.d.ts'],
    declarations: () => bindings,
  },
];

describe("the documentation's mounts, by the types that runtimes and frameworks have themselves,", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'email-check-mount-types-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const complaints = ({
    mounts,
    types = [],
    lib = browserLib,
    paths = {},
    declarations = () => '',
  }: Setting): string[] => {
    const declared = join(folder, `${mounts[0]}.d.ts`);
    writeFileSync(declared, declarations());
    const files = mounts.map((mount) => resolve('demo/mounts', mount));
    const program = createProgram([...files, declared], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
      types: [...types],
      lib: [...lib],
      paths: Object.fromEntries(Object.entries({ ...ownPaths, ...paths }).map(([name, to]) => [name, [...to]])),
    });
    const found = files.flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)));
    return found.map(
      ({ file, messageText }) => `${file?.fileName} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  };

  for (const setting of settings)
    it(`compile: ${setting.mounts.join(', ')}`, () => assert.deepEqual(complaints(setting), []));
});
