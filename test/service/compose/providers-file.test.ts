import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { readMailProviders } from '../../../src/service/compose/providers-file.js';
import { mailProviders } from '../../../src/service/probe/index.js';

const folder = await mkdtemp(join(tmpdir(), 'email-check-'));
after(() => rm(folder, { recursive: true }));

const read = async (content: unknown) => {
  const path = join(folder, 'providers.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readMailProviders(path);
};

describe("an operator's file of mail providers", () => {
  it('is not needed', () => assert.equal(readMailProviders(undefined), mailProviders));

  it('changes what it names and nothing else', async () => {
    const providers = await read({ 'microsoft-consumer': { lists: 'ask-slowly', perDay: 500, reason: 'they agreed' } });
    const changed = providers.find(({ name }) => name === 'microsoft-consumer');
    const before = mailProviders.find(({ name }) => name === 'microsoft-consumer');
    assert.deepEqual(changed, {
      ...before,
      lists: { mode: 'ask-slowly', reason: 'they agreed', source: '', date: '' },
      perDay: 500,
    });
    assert.deepEqual(
      providers.filter((each) => each !== changed),
      mailProviders.filter((each) => each !== before),
    );
  });

  it('adds providers before those that are known', async () => {
    const [first, ...others] = await read({ acme: { hosts: ['.acme.net'], lists: 'never' } });
    assert.deepEqual([first?.name, first?.single.mode, first?.lists.mode], ['acme', 'ask', 'never']);
    assert.deepEqual(others, mailProviders);
  });

  for (const [what, content, message] of [
    ['no JSON', '{ "google": {\n  lists', /providers\.json is not JSON: see line 2, column 3\.$/],
    ['a list', [], /is not an object: write \{ "microsoft-consumer"/],
    ['an unknown provider', { gogle: {} }, /"gogle" is not a known provider \(google, .*\), and has no "hosts"\.$/],
    [
      'an unknown field',
      { google: { list: 'ask' } },
      /"google" has an unknown field "list" \(did you mean lists\?\)\.$/,
    ],
    [
      'a mode',
      { google: { lists: 'slowly' } },
      /"lists" of "google" is "slowly": write one of ask, ask-slowly, never\.$/,
    ],
    [
      'numbers',
      { google: { perSecond: 0, perDay: 1.5 } },
      /"perSecond" of "google" is 0: .*; "perDay" of "google" is 1\.5: /,
    ],
    ['hosts', { acme: { hosts: ['MX'] } }, /"hosts" of "acme" is \["MX"\]: write a list of host names/],
    ['a row', { google: 'never' }, /"google" is not an object: write/],
  ] as const)
    it(`says what is wrong: ${what}`, () => assert.rejects(read(content), { name: 'ConfigError', message }));

  it('says that it cannot be read', () =>
    assert.throws(() => readMailProviders(join(folder, 'none.json')), { name: 'ConfigError', message: /\(ENOENT\)/ }));
});
