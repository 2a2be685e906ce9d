import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { describe, it } from 'node:test';
import { greetingNameOf, warnOfGreetingName } from '../../../src/service/compose/greeting-name.js';

const warningsOf = (helo: string | undefined, probing = true): string[] => {
  const said: string[] = [];
  warnOfGreetingName({ helo, probing }, (words) => said.push(words));
  return said;
};

describe('the name to greet mail hosts with', () => {
  for (const helo of [
    'mail.example.com',
    'Mail.Example.CO.UK',
    'host-1.region.compute.amazonaws.com',
    'xn--mail-0ra.example.org',
    '[192.0.2.1]',
    '[IPv6:2001:db8::1]',
  ])
    it(`${helo} gives no warning`, () => assert.deepEqual(warningsOf(helo), []));

  for (const helo of [
    'vm',
    'localhost',
    'LOCALHOST',
    'localhost.localdomain',
    'vm.local',
    'vm.lan',
    'vm.internal',
    'mail.test',
    'mail.1',
    '192.0.2.1',
  ])
    it(`${helo} gives a warning that says what to set`, () => {
      const [words = '', ...others] = warningsOf(helo);
      assert.ok(words.includes(`"${helo}"`), words);
      assert.match(words, /Set --helo to .*\[192\.0\.2\.1\]\.$/);
      assert.deepEqual(others, []);
    });

  it("is the system's host name if there is none, and the warning says so", () => {
    assert.equal(greetingNameOf({ helo: undefined }), hostname());
    for (const words of warningsOf(undefined)) assert.ok(words.includes(`"${hostname()}", this system's host name`));
  });

  it('gives no warning if mail hosts are not asked', () => assert.deepEqual(warningsOf('localhost', false), []));
});
