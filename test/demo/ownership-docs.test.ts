import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'esbuild';
import { formatted } from '../../demo/markdown.js';
import { withOwnershipReference } from '../../demo/ownership-reference.js';
import { LOOPBACK } from '../../demo/world/loopback.js';
import { knownAlgorithms, limits, protocol } from '../../src/ownership/protocol.js';
import { DEFAULT_RESOLVER } from '../../src/ownership/verify.js';
import type { KeyProxy } from '../../src/proxy/index.js';
import { audience, email, issuer, newToken, newWorld } from '../ownership/issuer-world.js';
import { createProject, type Project } from '../project.js';
import { samplesIn } from '../samples.js';
import { load } from './proxy-site.js';

const page = readFileSync('docs/ownership.md', 'utf8');
const [proxySample, signUpSample, ...others] = samplesIn('docs/ownership.md', 'ts');
const files = { 'proxy.ts': proxySample?.code ?? '', 'sign-up.ts': signUpSample?.code ?? '' };

describe('docs/ownership.md', () => {
  let project: Project;
  before(() => {
    assert.deepEqual(others, []);
    project = createProject(files, ['@types', 'jose'], { types: ['node'] });
  });
  after(() => project.remove());

  it('has the current table of codes: run `npm run manifest` after a change', async () => {
    assert.match(page, /<!-- refusals -->\n\n.{1000,}<!-- \/refusals -->/s);
    assert.ok(page === (await formatted(withOwnershipReference(page))), 'the table is another one');
  });

  it('has the current names and limits', () => {
    assert.deepEqual(
      [limits.ageSeconds, limits.rememberedMs, limits.milliseconds, limits.keys],
      [300, 300_000, 5_000, 20],
    );
    for (const text of [
      ...['within the last five minutes', 'remembered for five minutes', 'five seconds at most', '20 at most'],
      ...[`\`${protocol.recordLabel}.example.com\``, protocol.metadataPath, `${protocol.recordPrefix}accounts`],
      ...[`the type \`${protocol.tokenTypes[0]}\``, `\`${new URL(DEFAULT_RESOLVER).host}\` by https`],
      ...[protocol.sitePath, ...knownAlgorithms],
    ])
      assert.ok(page.includes(text), text);
  });

  for (const name of Object.keys(files))
    it(`has a sample ${name} that compiles`, () =>
      assert.deepEqual(project.complaints(join(project.folder, name)), []));
});

describe('the samples of docs/ownership.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-ownership-docs-'));
  const logged: unknown[] = [];
  const { info } = console;
  let proxy: KeyProxy;
  let signUp: (request: Request) => Promise<string>;

  before(async () => {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(resolve('node_modules/jose'), join(folder, 'node_modules/jose'));
    for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
    // The module as it is, but for the world that it asks: the issuer of the test.
    writeFileSync(
      join(folder, 'receipt.ts'),
      `import { createOwnershipVerifier } from '${resolve('src/ownership/verify.ts')}';
       import { createVerifySignUp } from '${resolve('src/proxy/sign-up.ts')}';
       export const verifySignUp = createVerifySignUp(createOwnershipVerifier(globalThis.worldOfTheTest));`,
    );
    writeFileSync(join(folder, 'all.ts'), "export * from './proxy.js';\nexport * from './sign-up.js';");
    await build({
      ...{ entryPoints: [join(folder, 'all.ts')], outfile: join(folder, 'all.mjs'), external: ['jose'] },
      ...{ bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' },
      alias: {
        'email-check-element/proxy': resolve('src/proxy/index.ts'),
        'email-check-element/receipt': join(folder, 'receipt.ts'),
      },
    });
    Object.assign(globalThis, { worldOfTheTest: newWorld() });
    Object.assign(process.env, {
      EMAIL_CHECK_KEY: 'a-private-key',
      EMAIL_CHECK_URL: 'https://check.example.com',
      RECEIPT_SECRET: 'a secret of the test, of thirty-two octets',
      SITE_ORIGIN: audience,
    });
    ({ proxy, signUp } = (await load(join(folder, 'all.mjs'))) as {
      proxy: KeyProxy;
      signUp: (request: Request) => Promise<string>;
    });
    console.info = (...words) => void logged.push(words);
  });
  after(() => {
    console.info = info;
    rmSync(folder, { recursive: true });
  });

  /** Sends the form of a visitor whose browser writes a token for the nonce that the page got. */
  const send = async (tokenFor: (nonce: string) => Promise<string> | string): Promise<string> => {
    const asked = new Request(`${audience}/email-check/nonce`, {
      method: 'POST',
      headers: { Origin: audience, 'Sec-Fetch-Site': 'same-origin' },
    });
    const response = await proxy(asked, { address: LOOPBACK });
    const { nonce } = (await response.json()) as { nonce: string };
    const [cookie = ''] = (response.headers.get('Set-Cookie') ?? '').split(';');
    const body = new FormData();
    body.set('email', email);
    body.set('email_check_token', await tokenFor(nonce));
    return signUp(new Request(`${audience}/sign-up`, { method: 'POST', headers: { Cookie: cookie }, body }));
  };

  it('open an account at once for a visitor whose browser proves the address', async () => {
    const iat = Math.floor(Date.now() / 1_000);
    const decision = await send((nonce) => newToken({ claims: { iat }, bindingClaims: { iat, nonce } }));
    assert.equal(decision, `open the account: https://${issuer} vouches for the address`);
  });

  it('mail a code to anyone else, and log why', async () => {
    assert.equal(await send(() => ''), 'mail a code');
    const iat = Math.floor(Date.now() / 1_000);
    const other = () => newToken({ claims: { iat }, bindingClaims: { iat } });
    assert.equal(await send(other), 'mail a code');
    assert.deepEqual(logged, [
      ['not proven', 'missing'],
      ['not proven', 'no-nonce'],
    ]);
  });
});
