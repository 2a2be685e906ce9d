import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { run } from '../../src/cli/run.js';
import { readConfig } from '../../src/service/index.js';
import { serviceFromConfig } from '../../src/service/compose/compose.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-domains-'));
after(() => rmSync(folder, { recursive: true }));
const database = join(folder, 'a.sqlite');

const follow = async (line: string, environment: Record<string, string> = { EMAIL_CHECK_DATABASE: database }) => {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await run(line.split(' '), {
    environment,
    say: (text) => Promise.resolve(void said.push(text)),
    printError: (text) => complained.push(text),
    stopped: () => Promise.resolve(),
  });
  return { code, said: said.join('\n'), complained: complained.join('\n') };
};

describe('email-check domains', () => {
  it('keeps its lists beside the database', async () => {
    assert.deepEqual(await follow('domains add disposable Throw.Away.com *.other.com'), {
      code: 0,
      said: 'disposable: 2 added.',
      complained: '',
    });
    assert.equal(
      (await follow('domains add disposable other.com third.com')).said,
      'disposable: 1 added, the others were in it already.',
    );
    assert.equal(
      (await follow('domains remove disposable other.com fourth.com')).said,
      'disposable: 1 removed, the others were not in it.',
    );
    assert.deepEqual(await follow('domains list disposable'), {
      code: 0,
      said: 'throw.away.com\nthird.com',
      complained: '',
    });
    assert.equal(readFileSync(`${database}.domains/disposable.txt`, 'utf8'), 'throw.away.com\nthird.com\n');
  });

  it('imports a file, and reports the lines that are not entries', async () => {
    const file = join(folder, 'traps.txt');
    writeFileSync(file, '# bought\nTrap@acme.com\nno entry\nacme.org\n');
    const { code, said, complained } = await follow(`domains import spam-traps ${file}`);
    assert.deepEqual([code, said], [0, 'spam-traps: 2 added of 2.']);
    assert.match(complained, /traps\.txt has invalid lines, which are skipped \(3\): write an address/);
    assert.equal((await follow('domains list spam-traps')).said, 'trap@acme.com\nacme.org');
  });

  it('keeps role words, slips and domains that are not free in the same way', async () => {
    await follow('domains add role Weinkeller');
    await follow('domains add slips acmee.com=acme.com');
    await follow('domains add not-free acme.com');
    assert.deepEqual(
      await Promise.all(['role', 'slips', 'not-free'].map(async (list) => (await follow(`domains list ${list}`)).said)),
      ['weinkeller', 'acmee.com=acme.com', 'acme.com'],
    );
  });

  it('keeps them in another folder if configured', async () => {
    const other = join(folder, 'other');
    await follow('domains add free acme.com', { EMAIL_CHECK_DOMAINS_FOLDER: other });
    assert.equal(readFileSync(join(other, 'free.txt'), 'utf8'), 'acme.com\n');
    assert.equal((await follow(`domains list free --domains-folder ${other}`)).said, 'acme.com');
  });

  it('creates no file if there is nothing to remove', async () => {
    const other = join(folder, 'nothing');
    const { code, complained } = await follow(`domains remove free acme.com --domains-folder ${other}`);
    assert.deepEqual([code, existsSync(other)], [1, false]);
    assert.match(complained, /^Your list free contains none of them/);
  });

  it('describes its lists in the help', async () =>
    assert.match(
      (await follow('domains add --help')).said,
      /domains add LIST ENTRY…[\s\S]*not-disposable +domains that are never treated as disposable/,
    ));

  for (const [line, code, words] of [
    ['domains add', 2, /The list is missing: write one of disposable, not-disposable/],
    ['domains add cheap a.com', 2, /Unknown list: write one of/],
    ['domains add free', 2, /Nothing to do: write entries after the list, such as example\.com\.$/],
    ['domains add slips', 2, /Nothing to do: write entries after the list, such as gmial\.com=gmail\.com\.$/],
    [
      'domains add free com',
      2,
      /"com" is not a valid entry of free: write a domain such as example\.com \(not a public suffix such as co\.uk, not an IP address\)\.$/,
    ],
    ['domains add free co.uk', 2, /"co\.uk" is not a valid entry of free: .*not a public suffix such as co\.uk/],
    [
      'domains add spam-traps @',
      2,
      /"@" is not a valid entry of spam-traps: write an address such as jane@example\.com, or a domain such as example\.com \(/,
    ],
    [
      'domains add role sales@acme.com',
      2,
      /"sales@acme\.com" is not a valid entry of role: write the part before the @, such as sales \(no @, no \+\)\.$/,
    ],
    [
      'domains add slips gmial.com',
      2,
      /not a valid entry of slips: write the mistyped domain, = and the right one, such as gmial\.com=gmail\.com/,
    ],
    ['domains remove relay a.com', 1, /Your list relay contains none of them: email-check domains list relay/],
    ['domains import free', 2, /Write one file after the list/],
    ['domains import free /nowhere', 1, /The file \/nowhere does not exist/],
    ['domains list free b.com', 2, /Too many arguments/],
    ['domains list free --database :memory:', 2, /name one with --domains-folder/],
    ['domains add free a.com --domains-folder /dev/null/x', 1, /The folder \/dev\/null\/x cannot be made \(ENOTDIR\)/],
  ] as const) {
    it(`ends with ${code} at "${line}"`, async () => {
      const followed = await follow(line);
      assert.deepEqual([followed.code, followed.said], [code, '']);
      assert.match(followed.complained, words);
    });
  }
});

describe('a service that runs', () => {
  it("applies entries added to its operator's lists", async () => {
    const faults: unknown[] = [];
    const config = readConfig({
      flags: { database: join(folder, 'served.sqlite'), probing: 'off', 'dns-servers': '127.0.0.1:9', canary: 'off' },
    });
    const environment = { EMAIL_CHECK_DATABASE: config.database };
    await follow('domains add disposable other.com', environment);
    const service = await serviceFromConfig(
      { ...config, secret: '0123456789abcdef' },
      { onFault: (fault) => faults.push(fault) },
    );
    const isDisposable = async (domain: string) => {
      const response = await service.fetch(new Request(`http://localhost/disposable/?email=${domain}`));
      return ((await response.json()) as { disposable: string }).disposable === 'true';
    };
    assert.deepEqual([await isDisposable('acme.com'), await isDisposable('mailinator.com')], [false, true]);
    await follow('domains add disposable acme.com', environment);
    await follow('domains add not-disposable mailinator.com', environment);
    while (!(await isDisposable('a.acme.com')) || (await isDisposable('mailinator.com')))
      await new Promise(setImmediate);
    await service.close();
    assert.deepEqual(faults, []);
  });
});
