import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brief, expected, meet } from './meeting.js';
import { usual, type Connection } from './scripted-host.js';

const greetings = ({ commands }: Connection) => commands.filter((command) => command.startsWith('EHLO')).length;
/** Says no more than it must: nothing shows which command it is about. */
const terse = (command: string): string => {
  if (!command.startsWith('RCPT')) return '250 OK';
  return command.includes('<user') ? '250 OK' : '550 5.1.1 User unknown';
};

describe('a host that does not take a second EHLO', () => {
  for (const again of ['421 4.7.0 Too many commands', '501 5.5.4 Syntax', '554 5.5.1 Error', 'hang up']) {
    for (const [name, say] of [
      ['names recipients', usual],
      ['names none', terse],
    ] as const) {
      it(`and says "${again}", is believed in what it said before, if it ${name}`, async () => {
        const { host, ask, end } = await meet({ say, again });
        for (const address of ['gone0@acme.com', 'user1@acme.com', 'gone2@acme.com'])
          assert.equal(brief(await ask(address)), expected(address));
        await end();
        // It is not greeted a second time again.
        assert.deepEqual(host.connections.map(greetings), [2, 1]);
      });
    }
  }

  it('is said it once if it does not pipeline', async () => {
    const { host, ask, end } = await meet({ extensions: [], again: '421 4.7.0 Too many commands' });
    for (const address of ['gone0@acme.com', 'user1@acme.com', 'gone2@acme.com'])
      assert.equal(brief(await ask(address)), expected(address));
    await end();
    assert.deepEqual(host.connections.map(greetings), [2, 1]);
  });

  it('and leaves a recipient without an answer, is asked one by one', async () => {
    // Of the first transaction the first recipient is never answered: what follows stands in its place.
    const say = (command: string, { number }: Connection) =>
      !number && command.startsWith('RCPT TO:<user') ? undefined : terse(command);
    const { ask, end } = await meet({ say, again: 'hang up' }, { replyTimeoutMs: 200 });
    const found = await ask('user1@acme.com');
    await end();
    assert.notEqual(brief(found), 'refused: mailbox-missing');
  });

  it('and answers in the words of a recipient, is asked one by one', async () => {
    const { host, ask, end } = await meet({ again: '551 5.1.1 User unknown' });
    assert.equal(brief(await ask('user1@acme.com')), 'accepted, random refused');
    await end();
    assert.deepEqual(host.connections.map(greetings), [2, 1]);
  });
});
