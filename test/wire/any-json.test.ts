import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as wire from '../../src/wire/index.js';
import { seeded } from '../random.js';
import { seed } from '../soak.js';
import { randomJson } from './random-json.js';

const statuses = [200, 200, 200, 200, 204, 302, 400, 401, 402, 403, 404, 429, 500, 503];

const random = seeded(seed);
/** Statuses with the text of a body. */
const answers = Array.from({ length: 4000 }, () => ({
  status: statuses[Math.floor(random() * statuses.length)] ?? 200,
  text: randomJson(random),
}));

const shapeOf = (value: object) =>
  Object.fromEntries(Object.entries(value).map(([name, field]) => [name, typeof field]));
const validation = {
  email: 'string',
  result: 'string',
  code: 'number',
  reasons: 'object',
  role: 'boolean',
  freeEmail: 'boolean',
  sendTransactional: 'boolean',
  didYouMean: 'string',
};
const isVerdict = ({ result, code, reasons }: wire.Validation) => {
  assert.ok(['Safe to Send', 'Risky', 'Invalid', 'Unknown'].includes(result), result);
  assert.ok(Number.isInteger(code) && code >= 1 && code <= 8, String(code));
  assert.ok(reasons.every((reason) => typeof reason === 'string' && reason));
};

/** One decoder, with what must hold of any value that it makes. */
const row = <Value>(
  decode: (status: number, body: unknown, envelope: string) => wire.Decoded<Value>,
  holds: (value: Value) => void,
) => {
  return (status: number, body: unknown) => {
    const answer = decode(status, body, 'service');
    if (answer?.ok) holds(answer.value);
    else if (answer) assert.deepEqual(shapeOf(answer.refusal), { kind: 'string', message: 'string' });
    return answer ? (answer.ok ? 'value' : 'refusal') : 'nothing';
  };
};

const decoders = {
  decodeValidation: row(wire.decodeValidation, (value) => {
    assert.deepEqual(shapeOf(value), validation);
    isVerdict(value);
  }),
  decodeWholeValidation: row(wire.decodeWholeValidation, ({ balance, enrichment, ...value }) => {
    assert.deepEqual(shapeOf(value), validation);
    isVerdict(value);
    assert.ok(balance === undefined || Number.isFinite(balance));
    if (enrichment)
      assert.deepEqual(shapeOf(enrichment), {
        fullName: 'string',
        firstName: 'string',
        lastName: 'string',
        photo: 'string',
      });
  }),
  decodeReverse: row(wire.decodeReverse, (value) =>
    assert.deepEqual(shapeOf(value), { email: 'string', data: 'object' }),
  ),
  decodeBalance: row(wire.decodeBalance, ({ balance }) => assert.ok(Number.isFinite(balance))),
  decodeUsage: row(wire.decodeUsage, (value) => {
    assert.deepEqual(shapeOf(value), { start: 'string', end: 'string', calls: 'number' });
    assert.ok(Number.isFinite(value.calls));
  }),
  decodeUpload: row(wire.decodeUpload, (value) => {
    assert.deepEqual(shapeOf(value), { listId: 'string', listName: 'string' });
    assert.ok(value.listId);
  }),
  decodeListStatus: row(wire.decodeListStatus, (value) => {
    assert.deepEqual(shapeOf(value), {
      listId: 'string',
      status: 'string',
      percentage: 'number',
      downloadLink: 'string',
      reason: 'string',
      column: 'string',
    });
    assert.ok(value.percentage >= 0 && value.percentage <= 100);
    assert.ok(['queued', 'processing', 'completed', 'failed', 'cancelled'].includes(value.status));
  }),
};

describe(`${answers.length} random JSON values`, () => {
  for (const [name, decode] of Object.entries(decoders)) {
    it(`are decoded by ${name} to a value, a refusal or undefined, without an exception`, () => {
      const seen = new Set<string>();
      for (const { status, text } of answers) {
        try {
          seen.add(decode(status, JSON.parse(text)));
        } catch (error) {
          throw new Error(`SEED=${seed}: HTTP ${status}, ${text}`, { cause: error });
        }
      }
      assert.deepEqual([...seen].sort(), ['nothing', 'refusal', 'value'], 'all three came about');
    });
  }

  it('are decoded by decodeDisposable to true, false or undefined, without an exception', () => {
    const seen = new Set(answers.map(({ text }) => JSON.stringify(wire.decodeDisposable(200, JSON.parse(text)))));
    assert.deepEqual(seen, new Set(['{"ok":true,"value":true}', '{"ok":true,"value":false}', undefined]));
  });
});
