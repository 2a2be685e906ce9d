import assert from 'node:assert/strict';
import { execFileSync, execSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';

const pages = ['README.md', ...readdirSync('docs').map((name) => join('docs', name))].filter((name) =>
  name.endsWith('.md'),
);

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly engines?: { readonly node: string };
}
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Lines of commands that stand in boxes of a page. */
const commandsIn = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, code = '']) =>
    code.split('\n').filter(Boolean),
  );

const commands = pages.flatMap((page) => commandsIn(page).map((command) => ({ page, command })));
const installing = commands.filter(({ command }) => /npm install .*email-check-element/.test(command));
/** Different ones, with the pages that have them. */
const installations = [...new Set(installing.map(({ command }) => command))].map((command) => ({
  command,
  names: installing.filter((each) => each.command === command).map(({ page }) => page),
}));

describe('the pages that say how to install', () => {
  /** This repository, with nothing in it but what `npm pack` makes, and beside it the folder of somebody's site. */
  let root: string;
  const offline = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'email-check-install-'));
    const repository = join(root, 'email-check-element');
    mkdirSync(repository);
    const [command = ''] = commands.flatMap((each) => /&& (npm pack\b.*)$/.exec(each.command)?.[1] ?? []);
    // Of the build that this test is run over: `dist/` is there.
    execSync(command, {
      stdio: 'ignore',
      env: { ...offline, npm_config_pack_destination: repository, npm_config_ignore_scripts: 'true' },
    });
  });
  after(() => rmSync(root, { recursive: true }));

  /** What a package needs of the registry is put where npm finds it: nothing is fetched. */
  const putBeside = (folder: string, name: string): void => {
    const [from, to] = [resolve('node_modules', name), join(folder, 'node_modules', name)];
    if (existsSync(to)) return;
    cpSync(from, to, { recursive: true });
    for (const each of Object.keys(manifestOf(from).dependencies ?? {})) putBeside(folder, each);
  };

  for (const page of ['docs/element.md', 'docs/proxy.md', 'docs/react.md', 'docs/vue.md'])
    it(`have such a command: ${page}`, () => assert.ok(installing.some((each) => each.page === page)));

  for (const [index, { names, command }] of installations.entries())
    it(`install the package: ${names.join(', ')}`, () => {
      const site = join(root, `site-${index}`);
      mkdirSync(site);
      writeFileSync(join(site, 'package.json'), '{"type":"module"}');
      for (const name of Object.keys(manifestOf('.').dependencies ?? {})) putBeside(site, name);
      execSync(command, { cwd: site, stdio: 'pipe', env: offline });
      const code = "import { createClient } from 'email-check-element/client'; console.log(typeof createClient)";
      assert.equal(
        execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: site, encoding: 'utf8' }),
        'function\n',
      );
    });

  it('name the same version of Node as the packages', () => {
    const { engines } = manifestOf('.');
    assert.deepEqual(manifestOf('dist/service').engines, engines);
    const named = pages.flatMap(
      (page) => readFileSync(page, 'utf8').match(/Node(?:\.js)? v?\d[\d.]*\S*(?: or later)?/g) ?? [],
    );
    assert.ok(named.length >= 4);
    assert.deepEqual([...new Set(named)], [`Node ${engines?.node.replace('>=', '')} or later`]);
  });
});
