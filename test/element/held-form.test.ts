import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterSign, fateOf, heldForm, type Fate, type HeldFormSign } from '../../src/element/held-form.js';

type Seen = readonly [sign: HeldFormSign, at: number, isSeen: boolean];

const rows: readonly (readonly [what: string, seen: readonly Seen[], at: number, isSeen: boolean, fate: Fate])[] = [
  ['nothing happens', [], 0, true, 'send'],
  ['the page hides the form', [['change', 10, false]], 10, false, 'send'],
  ['a press changes nothing', [['press', 10, true]], 11, true, 'send'],
  [
    'a press changes nothing, and the page hides the form later',
    [
      ['press', 10, true],
      ['change', 500, false],
    ],
    500,
    false,
    'send',
  ],
  [
    'a press after the page has hidden the form',
    [
      ['change', 5, false],
      ['press', 10, false],
      ['change', 20, false],
    ],
    20,
    false,
    'send',
  ],
  [
    'a press closes the form',
    [
      ['press', 10, true],
      ['change', 11, false],
    ],
    11,
    false,
    'drop',
  ],
  [
    'a press begins to close the form',
    [
      ['press', 10, true],
      ['change', 20, true],
    ],
    300,
    true,
    720,
  ],
  [
    'a press begins to close the form, which is gone now',
    [
      ['press', 10, true],
      ['change', 20, true],
    ],
    320,
    false,
    'drop',
  ],
  [
    'a press begins to close the form, and another one follows',
    [
      ['press', 10, true],
      ['change', 20, true],
      ['press', 250, true],
    ],
    320,
    false,
    'drop',
  ],
  [
    'a press changes something, and the form stays',
    [
      ['press', 10, true],
      ['change', 20, true],
    ],
    1020,
    true,
    'send',
  ],
  [
    'a press changes something, and the page hides the form much later',
    [
      ['press', 10, true],
      ['change', 20, true],
      ['change', 2000, false],
    ],
    2000,
    false,
    'send',
  ],
  ['the page may be left', [['unload', 10, true]], 1010, true, 4000],
  ['the page is still there', [['unload', 10, true]], 5010, true, 'send'],
];

describe('a form whose submit is held', () => {
  for (const [what, seen, at, isSeen, fate] of rows) {
    it(`${what}: ${typeof fate === 'number' ? `look again in ${fate} ms` : fate}`, () => {
      const form = seen.reduce((before, [sign, now, wasSeen]) => afterSign(before, sign, now, wasSeen), heldForm);
      assert.equal(fateOf(form, at, isSeen), fate);
    });
  }
});
