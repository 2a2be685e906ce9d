import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { run } from '../../src/cli/run.js';
import { OutputError } from '../../src/cli/standard-output.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-webhooks-'));
after(() => rmSync(folder, { recursive: true }));
const environment = { EMAIL_CHECK_SECRET: 'a secret of the test' };
const url = 'https://shop.com/hook?token=1';
let databases = 0;
let database: string;

const follow = async (line: string, { isFull = false } = {}) => {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await run(line.split(' '), {
    environment: { ...environment, EMAIL_CHECK_DATABASE: database },
    say: (text) =>
      isFull
        ? Promise.reject(new OutputError(Object.assign(new Error('full'), { code: 'ENOSPC' })))
        : Promise.resolve(void said.push(text)),
    printError: (text) => complained.push(text),
    stopped: () => Promise.resolve(),
  });
  return { code, said: said.join('\n'), complained: complained.join('\n') };
};

describe('email-check webhooks', () => {
  beforeEach(async () => {
    database = join(folder, `${++databases}.sqlite`);
    await follow('accounts add --name Shop');
  });

  it('set shows a new secret once, and the URL afterwards', async () => {
    const first = await follow(`webhooks set --account 1 --url ${url}`);
    assert.equal(first.code, 0);
    assert.match(first.said, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.match(first.complained, /^Events of account 1 go to https:\/\/shop\.com\/hook\?token=1\. .*Keep it now/);
    assert.deepEqual(await follow('webhooks set --account 1 --url https://shop.com/other'), {
      code: 0,
      said: 'Events of account 1 go to https://shop.com/other.',
      complained: '',
    });
  });

  it('set without a URL makes a secret for lists with a callback', async () => {
    const { said, complained } = await follow('webhooks set --account 1');
    assert.match(said, /^whsec_/);
    assert.match(complained, /the callback of lists alone/);
    assert.equal((await follow('webhooks test --account 1')).code, 1);
  });

  it('set refuses a bad URL as an invalid option, and an internal host unless it is allowed', async () => {
    for (const bad of ['shop.com', 'http://shop.com/', 'https://hooks.internal/']) {
      const { code, said, complained } = await follow(`webhooks set --account 1 --url ${bad}`);
      assert.deepEqual([code, said], [2, '']);
      assert.match(complained, /^The webhook's URL must /);
    }
    const { code } = await follow(
      'webhooks set --account 1 --url http://hooks.internal/ --webhook-hosts hooks.internal',
    );
    assert.equal(code, 0);
  });

  it('rotate shows another secret once, and says until when the former one signs', async () => {
    const { said: former } = await follow(`webhooks set --account 1 --url ${url}`);
    const { said, complained } = await follow('webhooks rotate --account 1');
    assert.match(said, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(said, former);
    assert.match(complained, /The former one signs too until \d{4}-\d\d-\d\dT/);
  });

  it('rotate says how to make another secret if the new one could not be shown', async () => {
    await follow(`webhooks set --account 1 --url ${url}`);
    const { code, complained } = await follow('webhooks rotate --account 1', { isFull: true });
    assert.equal(code, 1);
    assert.match(complained, /ENOSPC.*webhooks rotate --account 1\.$/);
  });

  it('test adds an event, which deliveries lists and sends again', async () => {
    await follow(`webhooks set --account 1 --url ${url}`);
    const { said } = await follow('webhooks test --account 1');
    const [, id = ''] = /^Event (evt_[\da-f]{32}) waits to be sent to https:/.exec(said) ?? [];
    const row = (await follow('webhooks deliveries --account 1')).said.split('\t');
    assert.deepEqual(row.slice(0, 5), ['1', id, 'test', 'waiting', '0']);
    assert.equal(row[8], url);
    assert.equal((await follow('webhooks deliveries --account 1 --again 1')).code, 0);
    const { code, complained } = await follow('webhooks deliveries --account 1 --again 7');
    assert.deepEqual([code, /no event with the number 7/.test(complained)], [1, true]);
    assert.equal((await follow('webhooks deliveries --account 1 --again 0')).code, 2);
  });

  it('remove deletes it, once', async () => {
    await follow(`webhooks set --account 1 --url ${url}`);
    assert.deepEqual(await follow('webhooks remove --account 1'), {
      code: 0,
      said: 'Account 1 has no webhook any more.',
      complained: '',
    });
    assert.equal((await follow('webhooks remove --account 1')).code, 1);
  });

  it('says what to do for an account without a webhook, and for one that does not exist', async () => {
    for (const command of ['rotate', 'test']) {
      const { code, complained } = await follow(`webhooks ${command} --account 1`);
      assert.equal(code, 1);
      assert.match(complained, /Account 1 has no webhook: email-check webhooks set --account 1 --url URL makes one\./);
    }
    assert.match((await follow(`webhooks set --account 9 --url ${url}`)).complained, /There is no account 9/);
    assert.match((await follow('webhooks deliveries --account 1')).complained, /Account 1 has no events/);
    assert.equal((await follow('webhooks set')).code, 2);
  });
});
