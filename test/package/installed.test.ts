import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { json, startLoopback } from '../client/loopback.js';
import { createProgram, ts } from '../typescript.js';

/** A project of somebody who installed the package. */
let project: string;
let tarball: string;

/** What the package needs of the registry, and what checks its types here. */
const neighbours = [
  'lit',
  'lit-html',
  'lit-element',
  '@lit',
  'typescript',
  '@types',
  'jose',
  'rate-limiter-flexible',
  'ioredis',
];

const bundle = async (source: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: project, loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    splitting: true,
    outdir: join(project, 'out'),
  });
  return outputFiles.find(({ path }) => path.endsWith('stdin.js'))!.text;
};

const sample = `
import 'email-check-element/define';
import { EmailCheckElement, type EmailCheckVerdictEvent, type StateName } from 'email-check-element';
import { createClient } from 'email-check-element/client';
import { parseAddress } from 'email-check-element/address';
import { catalogue } from 'email-check-element/locales/de';

const element: EmailCheckElement = document.createElement('email-check');
const state: StateName = element.state;
element.messages = { ...catalogue, safe: 'Passt' };
element.addEventListener('email-check-verdict', ({ verdict, source }) => console.log(verdict.result, source, state));
element.addEventListener('email-check-verdict', (event: EmailCheckVerdictEvent) => event.address.length);
document.querySelector('email-check')?.check();
export const check = createClient({ baseUrl: 'https://check.example.com' }).isDisposable('example.com');
export const parsed = parseAddress('jane@example.com');
`;

/** What a backend has of the package: types of Node alone, and none of a page. */
const backend = `
import { createServer } from 'node:http';
import { createKeyProxy, type KeyProxyOptions } from 'email-check-element/proxy';
import { toNodeListener } from 'email-check-element/proxy/node';
import { createRedisLimiter } from 'email-check-element/proxy/redis';
import { createUsedReceipts, verifyReceipt } from 'email-check-element/receipt';
import { Redis } from 'ioredis';

const secret = 'a secret of thirty-two octets, or more';
const options: KeyProxyOptions = { apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: 'https://check.example.com', receiptSecret: secret, limiter: createRedisLimiter({ client: new Redis(), secret }) };
createServer(toNodeListener(createKeyProxy({ ...options, authorize: (request, call) => call === 'balance' && request.headers.has('cookie') })));
const verified = await verifyReceipt('', { email: 'jane@example.com', secret, used: createUsedReceipts() });
export const word = verified.ok ? verified.found.result : verified.code;
`;

/** What a backend does with a key proxy and its receipts: asked for a verdict, it says what the receipt of it says. */
const signing = `
import { createKeyProxy } from 'email-check-element/proxy';
import { verifyReceipt } from 'email-check-element/receipt';

const secret = 'a secret of thirty-two octets, or more';
const email = 'jane@example.com';
const proxy = createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: process.argv[2], receiptSecret: secret });
const answer = await proxy(new Request('https://shop.example/email-check/validate?email=' + email, { headers: { 'Sec-Fetch-Site': 'same-origin' } }));
const verified = await verifyReceipt((await answer.json()).receipt, { email, secret });
process.stdout.write(verified.ok ? verified.found.result : verified.code);
`;

/** Where somebody's code runs, and what of TypeScript's declarations it has there. */
interface Place {
  readonly lib: readonly string[];
  readonly types: readonly string[];
  /** Code that compiles. */
  readonly right: string;
  /** Code that does not, and the one fault that each must have. */
  readonly wrong: readonly (readonly [code: string, fault: number])[];
}

const places: Readonly<Record<'page' | 'node', Place>> = {
  page: {
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
    right: sample,
    wrong: [
      [sample.replace("'Passt'", '5'), 2322],
      [sample.replace('verdict.result', 'verdict.resultt'), 2551],
    ],
  },
  node: {
    lib: ['lib.es2022.d.ts'],
    types: ['node'],
    right: backend,
    wrong: [
      [backend.replace('verified.code', 'verified.found'), 2339],
      [backend.replace('apiKey:', 'apikey:'), 2561],
    ],
  },
};

const resolutions = {
  nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
} as const;

/** Declarations that Node's types consist of, which are no part of the package, as TypeScript's own are not. */
const ofNode = /\/node_modules\/(?:@types\/node|undici-types)\//;

/**
 * What TypeScript says of the code of a place: of each wrong file the numbers of its faults, and all of the right one and of the
 * declarations of the package and of what it needs.
 */
const typeCheck = (
  { module, moduleResolution }: (typeof resolutions)[keyof typeof resolutions],
  { lib, types, right, wrong }: Place,
): { readonly right: string; readonly wrong: readonly (readonly number[])[] } => {
  const folder = mkdtempSync(join(project, 'place-'));
  const files = [right, ...wrong.map(([code]) => code)].map((code, index) => {
    const file = join(folder, `page-${index}.ts`);
    writeFileSync(file, code);
    return file;
  });
  const program = createProgram(files, {
    module,
    moduleResolution,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    lib: [...lib],
    types: [...types],
  });
  const found = program
    .getSourceFiles()
    .filter((file) => !program.isSourceFileDefaultLibrary(file) && !ofNode.test(file.fileName))
    .flatMap((file) => ts.getPreEmitDiagnostics(program, file));
  const wrongFiles = files.slice(1);
  const format = { getCurrentDirectory: () => project, getCanonicalFileName: String, getNewLine: () => '\n' };
  return {
    right: ts.formatDiagnostics(
      found.filter(({ file }) => !file || !wrongFiles.includes(file.fileName)),
      format,
    ),
    wrong: wrongFiles.map((name) => found.filter(({ file }) => file?.fileName === name).map(({ code }) => code)),
  };
};

describe('the package, installed in a project', () => {
  before(() => {
    project = mkdtempSync(join(tmpdir(), 'email-check-project-'));
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as { filename: string }[];
    tarball = join(project, packed!.filename);
    mkdirSync(join(project, 'node_modules'));
    execFileSync('tar', ['-xzf', tarball, '-C', project]);
    renameSync(join(project, 'package'), join(project, 'node_modules', 'email-check-element'));
    for (const name of neighbours) symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name));
    writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  });

  after(() => rmSync(project, { recursive: true, force: true }));

  it('has no fault for publint', async () => {
    const { messages, pkg } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
      strict: true,
    });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });

  it('has types that every way of resolving finds, for modules', async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)), {
      excludeEntrypoints: ['./email-check.css'],
    });
    assert.ok(result.types);
    // Node's old way of resolving knows no entries, and CommonJS gets modules: both are as meant.
    const meant = ['NoResolution', 'CJSResolvesToESM'];
    assert.deepEqual(
      result.problems.filter(({ kind }) => !meant.includes(kind)),
      [],
    );
    assert.deepEqual(
      result.problems.filter((problem) => problem.kind === 'NoResolution' && problem.resolutionKind !== 'node10'),
      [],
    );
  });

  it('is bundled as separate chunks for the element, lit and the other languages', async () => {
    const code = await bundle("import 'email-check-element/define';");
    assert.match(code, /"email-check"/);
    assert.match(code, /import\("\.\/de-/);
    assert.doesNotMatch(code, /Adresse/);
  });

  it('adds no code to a bundle that imports only a type, or an unused name', async () => {
    assert.equal(
      (
        await bundle("import type { EmailCheckElement } from 'email-check-element'; export type E = EmailCheckElement;")
      ).trim(),
      '',
    );
    assert.equal(
      (
        await bundle("import { EmailCheckElement } from 'email-check-element'; export type E = EmailCheckElement;")
      ).trim(),
      '',
    );
    assert.equal(
      (
        await bundle(
          "import { parseAddress } from 'email-check-element/address'; import { createClient } from 'email-check-element/client';",
        )
      ).trim(),
      '',
    );
  });

  for (const [name, resolution] of Object.entries(resolutions))
    it(`type-checks with moduleResolution "${name}", and reports wrong types`, () => {
      for (const place of Object.values(places)) {
        const { right, wrong } = typeCheck(resolution, place);
        assert.equal(right, '');
        assert.deepEqual(
          wrong,
          place.wrong.map(([, fault]) => [fault]),
        );
      }
    });

  it("signs a receipt of a service's verdict, and verifies it", async () => {
    const service = await startLoopback(
      json({ service: { email: 'jane@example.com', result: 'Safe to Send', code: '5' }, success: '1' }),
    );
    writeFileSync(join(project, 'receipt.mjs'), signing);
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ['receipt.mjs', service.url], { cwd: project });
      assert.equal(stdout, 'Safe to Send');
    } finally {
      await service.end();
    }
  });

  it('describes the element to editors', () => {
    const read = (name: string): unknown =>
      JSON.parse(readFileSync(join(project, 'node_modules', 'email-check-element', 'dist', name), 'utf8'));
    const { tags } = read('vscode.html-custom-data.json') as {
      tags: { name: string; attributes: { name: string; values?: { name: string }[] }[] }[];
    };
    const attributes = tags.find(({ name }) => name === 'email-check')!.attributes;
    for (const name of ['public-key', 'endpoint', 'lang', 'block'])
      assert.ok(
        attributes.some((attribute) => attribute.name === name),
        name,
      );
    assert.deepEqual(
      attributes.find(({ name }) => name === 'trigger')?.values?.map(({ name }) => name),
      ['input', 'change', 'submit'],
    );
    assert.match(JSON.stringify(read('web-types.json')), /email-check-verdict/);
  });
});
