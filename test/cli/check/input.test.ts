import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { fromStdin } from '../../../src/cli/check/input.js';

describe("standard input's size", () => {
  for (const [name, text, size] of [
    ["is a file's", 'a@acme.com\n', 11],
    ['is unknown for a file of size 0, as files in /proc have whatever their content', '', undefined],
  ] as const)
    it(name, () => {
      const folder = mkdtempSync(join(tmpdir(), 'email-check-input-'));
      writeFileSync(join(folder, 'list.txt'), text);
      const fd = openSync(join(folder, 'list.txt'), 'r');
      assert.equal(
        fromStdin(Object.assign(Readable.from([]), { fd }), { column: undefined, onColumn: () => undefined }).size,
        size,
      );
      closeSync(fd);
      rmSync(folder, { recursive: true });
    });
});
