import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { run } from '../../src/cli/run.js';
import { serverForTests } from '../suites/postgres-server.js';

const { skip, server } = serverForTests();

describe('email-check with a PostgreSQL database', { skip }, () => {
  let database: string;
  before(async () => void (database = await server().newDatabase()));

  const follow = async (line: string, environment: Record<string, string> = {}) => {
    const said: string[] = [];
    const complained: string[] = [];
    const code = await run(line.split(' '), {
      environment: { EMAIL_CHECK_DATABASE: database, EMAIL_CHECK_SECRET: 'a secret of the test', ...environment },
      say: (text) => Promise.resolve(void said.push(text)),
      printError: (text) => complained.push(text),
      stopped: () => Promise.resolve(),
    });
    return { code, said: said.join('\n'), complained: complained.join('\n') };
  };

  it('administers accounts, keys and credits, and leaves no file in the working directory', async () => {
    assert.deepEqual(await follow('accounts add --name Shop --credits 5'), {
      code: 0,
      said: 'Account 1 (Shop) has 5 credits.',
      complained: '',
    });
    assert.equal((await follow('credits add --account 1 --credits 7')).said, 'Account 1 has 12 credits.');
    assert.match((await follow('keys add --account 1 --kind private')).said, /^[A-Za-z0-9]{13}$/);
    assert.equal((await follow('accounts list')).said, '1\t12\tShop');
    assert.deepEqual(
      readdirSync('.').filter((name) => name.startsWith('postgres')),
      [],
    );
  });

  it('refuses another secret than the one the keys were made under', async () => {
    const { code, complained } = await follow('accounts list', { EMAIL_CHECK_SECRET: 'another secret of it' });
    assert.equal(code, 1);
    assert.match(complained, /another secret/);
  });

  it('reports what is missing, without the password', async () => {
    for (const [line, environment, words] of [
      [
        'accounts list',
        { EMAIL_CHECK_DATABASE: server().url('postgres', 'postgres', 'hunter2') },
        /refuses the user postgres\. Check the user and the password/,
      ],
      [
        'serve --port 20000',
        { EMAIL_CHECK_DATABASE: server().url('nowhere', 'postgres', 'hunter2') },
        /cannot be opened/,
      ],
      ['domains list disposable', {}, /name one with --domains-folder/],
    ] as const) {
      const { code, said, complained } = await follow(line, environment);
      assert.ok(code > 0, line);
      assert.equal(said, '');
      assert.match(complained, words);
      assert.doesNotMatch(complained, /hunter2/);
    }
  });
});
