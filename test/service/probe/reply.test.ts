import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readableReply, ReplyReader } from '../../../src/service/probe/reply.js';

const read = (text: string) => new ReplyReader().push(Buffer.from(text));
const readable = (text: string) => {
  const [lines] = read(text);
  assert.ok(lines);
  return readableReply(lines);
};

describe('reading replies', () => {
  it('parses one line, several lines, and several replies', () => {
    assert.deepEqual(read('250 OK\r\n'), [{ code: 250, lines: ['OK'] }]);
    assert.deepEqual(read('250-mx\r\n250-SIZE 1\r\n250 HELP\r\n'), [{ code: 250, lines: ['mx', 'SIZE 1', 'HELP'] }]);
    assert.deepEqual(
      read('220 a\r\n250\r\n').map(({ code }) => code),
      [220, 250],
    );
    assert.deepEqual(read('250 bare line feed\n'), [{ code: 250, lines: ['bare line feed'] }]);
  });

  it('parses a reply one byte at a time', () => {
    const reader = new ReplyReader();
    const replies = [...Buffer.from('550-é\r\n550 no\r\n')].flatMap((byte) => reader.push(Buffer.of(byte)));
    assert.deepEqual(replies, [{ code: 550, lines: ['é', 'no'] }]);
  });

  for (const [name, text] of [
    ['what is no reply', 'HTTP/1.1 400 Bad Request\r\n'],
    ['a code out of range', '650 x\r\n'],
    ['another code in mid-reply', '250-a\r\n550 b\r\n'],
    ['a long line', `250 ${'x'.repeat(2050)}\r\n`],
    ['a line without end', 'x'.repeat(10_000_000)],
    ['lines without end', '220-x\r\n'.repeat(101)],
  ] as const) {
    it(`refuses ${name}`, () => assert.throws(() => read(text), { name: 'ReplyError' }));
  }
});

describe('readable replies', () => {
  for (const [text, status, shown] of [
    ['550 5.1.1 No such user\r\n', '5.1.1', 'No such user'],
    ['550-5.1.1 The account\r\n550 5.1.1 does not exist\r\n', '5.1.1', 'The account does not exist'],
    ['550 #5.1.0 Address rejected.\r\n', '5.1.0', 'Address rejected.'],
    ['511 no mailbox here (#5.1.1)\r\n', '5.1.1', 'no mailbox here (#5.1.1)'],
    ['450 gw_1 4.7.1 Go away\r\n', '4.7.1', 'gw_1 4.7.1 Go away'],
    ['550 5.6.7.8 is listed\r\n', undefined, '5.6.7.8 is listed'],
    ['550 nothing else\r\n', undefined, 'nothing else'],
    ['550\r\n', undefined, ''],
    [
      '550 \u001b[31mred\u001b[0m \u001b]0;title\u0007and\u0000\u0007\u009b2J more\u202e\r\n',
      undefined,
      'red and more',
    ],
  ] as const) {
    it(JSON.stringify(text), () => {
      const reply = readable(text);
      assert.deepEqual([reply.status, reply.text], [status, shown]);
    });
  }

  it('show at most 512 characters', () => {
    assert.equal(readable(`550-${'x'.repeat(1000)}\r\n550 ${'y'.repeat(1000)}\r\n`).text.length, 512);
  });
});
