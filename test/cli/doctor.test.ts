import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, afterEach, describe, it } from 'node:test';
import type { CliContext } from '../../src/cli/command.js';
import { doctorOf } from '../../src/cli/doctor.js';
import { readOptions } from '../../src/cli/read-options.js';
import { run } from '../../src/cli/run.js';
import { checkNames } from '../../src/service/doctor/index.js';
import { goodFacts, MachineWorld } from '../service/doctor/machine-world.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-doctor-cli-'));
after(() => rmSync(folder, { recursive: true }));
let world: MachineWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

/** The disk and the lists of the machine that runs the test are nothing to it. */
const follow = async (words: readonly string[], more: Partial<CliContext> = {}) => {
  const said: string[] = [];
  const complained: string[] = [];
  const command = doctorOf(goodFacts);
  const parsed = readOptions(command, words);
  const code = await command.run(parsed, {
    environment: {},
    say: (text) => Promise.resolve(void said.push(text)),
    printError: (text) => complained.push(text),
    stopped: () => new Promise(() => undefined),
    ...more,
  });
  return { code, said: said.join('\n'), complained: complained.join('\n') };
};

const flagsOf = (flags: Readonly<Record<string, string>>): string[] =>
  Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);

/** Standard streams, of which the output is a terminal. */
const terminal = () =>
  ({
    stdin: new PassThrough(),
    stdout: Object.assign(new PassThrough(), { isTTY: true }),
    stderr: new PassThrough(),
  }) satisfies CliContext['stdio'];

describe('email-check doctor', () => {
  it('exits with 0 if nothing is wrong, with 1 for yellow, with 2 for red', async () => {
    world = await new MachineWorld().start();
    const good = await follow(flagsOf(world.allFlags()));
    assert.equal(good.code, 0, good.said);
    assert.match(good.said, /^green {4}dns {12}\S.*\n/);
    assert.match(good.said, /\n\n\d+ green\.$/);
    assert.equal(good.complained, '');
    world.set('2.0.0.127.bl.lists.net', 'A');
    const fair = await follow(flagsOf(world.allFlags()));
    assert.equal(fair.code, 1);
    assert.match(fair.said, /\n\n\d+ green, 1 yellow\.$/);
    world.set('5.113.0.203.in-addr.arpa', 'PTR');
    const bad = await follow(flagsOf(world.allFlags()));
    assert.equal(bad.code, 2);
    assert.match(
      bad.said,
      /\nred {6}ptr {12}203\.0\.113\.5 has no name in DNS: many mail hosts refuse it\.\n {24}-> .*: 5\.113\.0\.203\.in-addr\.arpa\. PTR vm\.firm\.net\.\n/,
    );
  });

  it('writes JSON for programs, with the same exit code', async () => {
    world = await new MachineWorld().start();
    world.set('5.113.0.203.in-addr.arpa', 'PTR');
    const { code, said } = await follow([...flagsOf(world.allFlags()), '--json']);
    assert.equal(code, 2);
    const { at, level, checks } = JSON.parse(said) as {
      readonly at: string;
      readonly level: string;
      readonly checks: readonly { readonly check: string; readonly level: string; readonly remedy?: string }[];
    };
    assert.ok(Math.abs(Date.now() - Date.parse(at)) < 600_000);
    assert.equal(level, 'red');
    assert.deepEqual(
      checks.map(({ check }) => check),
      checkNames,
    );
    assert.match(checks.find(({ check }) => check === 'ptr')?.remedy ?? '', /PTR vm\.firm\.net\.$/);
  });

  it('has colours on a terminal alone, unless they are not wanted', async () => {
    const words = ['--canary', 'off', '--probing', 'off', '--database', ':memory:', '--secret', 'a secret of the test'];
    assert.doesNotMatch((await follow(words)).said, /\u001b/);
    assert.match((await follow(words, { stdio: terminal() })).said, /\u001b\[32mgreen {2}\u001b\[0m {2}database/);
    for (const environment of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
      assert.doesNotMatch((await follow(words, { stdio: terminal(), environment })).said, /\u001b/);
  });

  it('asks no mail host with --probing off, and looks at the rest', async () => {
    world = await new MachineWorld().start();
    const { code, said } = await follow([
      ...flagsOf(world.allFlags()),
      '--no-smtp',
      '--outbound-addresses',
      '203.0.113.5',
    ]);
    assert.equal(code, 0, said);
    for (const check of ['port-ipv4', 'port-ipv6', 'address', 'helo', 'postmaster', 'abuse'])
      assert.match(said, new RegExp(`\\nskipped {2}${check} +Not checked: mail hosts are not asked`));
    for (const check of ['ptr', 'spf', 'block-lists', 'sender-domain'])
      assert.match(said, new RegExp(`\\ngreen {4}${check} `));
  });

  it('names the one fault of a machine that is offline, and makes no file', async () => {
    const database = join(folder, 'none', 'a.sqlite');
    const { code, said } = await follow([
      ...['--dns-servers', '127.0.0.1:9', '--dns-timeout', '300', '--helo', 'vm.firm.net'],
      ...['--database', database],
    ]);
    assert.equal(code, 2);
    assert.deepEqual(
      [...said.matchAll(/^(red|yellow) +(\S+)/gm)].map(([, level, check]) => `${level} ${check}`),
      ['red dns', 'yellow database'],
    );
    assert.match(said, /\nskipped {2}ptr +Not checked: name servers do not answer rightly\.\n/);
    assert.ok(!existsSync(join(folder, 'none')));
    const here = join(folder, 'b.sqlite');
    await follow(['--canary', 'off', '--probing', 'off', '--database', here]);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('can be stopped', async () => {
    world = await new MachineWorld().start();
    const { code, said } = await follow(flagsOf(world.allFlags()), { stopped: () => Promise.resolve() });
    assert.deepEqual([code, said], [130, '']);
  });

  it('refuses options that are invalid', async () => {
    const complained: string[] = [];
    const refuse = (...words: string[]) =>
      run(['doctor', ...words], {
        environment: {},
        say: () => Promise.reject(new Error('It has nothing to say.')),
        printError: (text) => complained.push(text),
        stopped: () => new Promise(() => undefined),
      });
    assert.equal(await refuse('--outbound-addresses', 'vm'), 2);
    assert.equal(await refuse('--block-lists', 'a b'), 2);
    assert.equal(complained[0], '--outbound-addresses is "vm": write IP addresses separated by commas.');
    assert.match(complained[1] ?? '', /^--block-lists is "a b": write host names separated by commas, or off\.$/);
  });

  it('prints what docs/service.md shows', async () => {
    world = await new MachineWorld().start();
    world.records = world.records.filter(({ type }) => type !== 'AAAA');
    world.set('5.113.0.203.in-addr.arpa', 'PTR', 'ip-203-0-113-5.provider.net.');
    world.set('ip-203-0-113-5.provider.net', 'A', '203.0.113.5');
    world.set('firm.net', 'TXT', 'v=spf1 include:_spf.firm.net ~all');
    world.set('_spf.firm.net', 'TXT', 'v=spf1 ip4:198.51.100.0/24 -all');
    const { code, said } = await follow(flagsOf(world.allFlags()));
    assert.equal(code, 2, said);
    const [, shown = ''] =
      /^### Check the machine$.*?^```text\n(.*?)^```$/ms.exec(readFileSync('docs/service.md', 'utf8')) ?? [];
    assert.equal(
      `${said
        .replace(/127\.0\.0\.1:\d+/, '127.0.0.53')
        .replaceAll(/Port \d+/g, 'Port 25')
        .replace(
          /^skipped {2}(port-ipv6 +).*$/m,
          'green    $1This machine has no IPv6 address: mail hosts are asked over IPv4 alone.',
        )
        .replace('16 green, 2 yellow, 1 red, 1 skipped.', '17 green, 2 yellow, 1 red.')
        .replace(
          /(?<=The lists were made on )\d{4}-\d\d-\d\d\. Last changes: disposable.* \d{4}-\d\d-\d\d\.$/m,
          '2026-11-30. Last changes: disposable, disposable-hosts and free 2026-11-30, role, relay, providers, lookalikes and slips 2026-09-21.',
        )
        .replaceAll(/firm\.net/g, 'example.com')
        .replaceAll(/vm\.example\.com/g, 'check.example.com')
        .replaceAll('bl.lists.net', 'zen.spamhaus.org and bl.spamcop.net')}\n`,
      shown,
    );
  });
});
