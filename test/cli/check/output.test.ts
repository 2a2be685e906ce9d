import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { Output } from '../../../src/cli/check/output.js';

const turns = () => new Promise((resolve) => setImmediate(resolve));

/** A reader that takes one piece when it is told to. */
class Reader extends Writable {
  readonly pieces: string[] = [];
  #take: (() => void) | undefined;

  constructor() {
    super({ decodeStrings: false, highWaterMark: 1 });
  }

  override _write(text: string, _: string, done: (error?: Error | null) => void): void {
    this.pieces.push(text);
    this.#take = () => done();
  }

  take(): void {
    this.#take?.();
  }
}

const outputTo = (stream: Writable, signal = new AbortController().signal) => {
  const calls: string[] = [];
  const output = new Output({
    stream,
    signal,
    onGone: () => calls.push('gone'),
    beforeWrite: () => calls.push('before'),
  });
  return { output, calls };
};

const failing = (code: string) =>
  new Writable({ write: (_, __, done) => done(Object.assign(new Error(code), { code })) });

describe('output', () => {
  it('writes many lines at once when the event loop is idle', async () => {
    const reader = new Reader();
    const { output, calls } = outputTo(reader);
    assert.equal(output.write('a\n'), undefined);
    assert.equal(output.write('b\n'), undefined);
    assert.deepEqual(reader.pieces, []);
    await turns();
    assert.deepEqual([reader.pieces, calls], [['a\nb\n'], ['before']]);
  });

  it('makes a writer wait for a slow reader', async () => {
    const reader = new Reader();
    const { output } = outputTo(reader);
    let isFree = false;
    const waiting = output.write('x'.repeat(20_000))?.then(() => (isFree = true));
    await turns();
    assert.equal(isFree, false);
    reader.take();
    await waiting;
    assert.ok(isFree);
  });

  it('makes writers of small texts wait too, in one queue, and continues when there is room', async () => {
    const reader = new Reader();
    const { output } = outputTo(reader);
    assert.equal(output.write('a\n'), undefined);
    await turns();
    const waits = Array.from({ length: 20 }, (_, line) => output.write(`${line}\n`));
    await turns();
    assert.deepEqual(new Set(waits), new Set([waits[0]]));
    assert.ok(waits[0] instanceof Promise);
    assert.equal(reader.listenerCount('drain'), 1);
    reader.take();
    await turns();
    assert.deepEqual(reader.pieces, ['a\n', Array.from({ length: 20 }, (_, line) => `${line}\n`).join('')]);
    reader.take();
    await waits[0];
    assert.equal(reader.listenerCount('drain'), 0);
  });

  it('ends when all lines are written', async () => {
    const reader = new Reader();
    const { output } = outputTo(reader);
    void output.write('a\n');
    let hasEnded = false;
    const ended = output.end().then(() => (hasEnded = true));
    await turns();
    assert.equal(hasEnded, false);
    reader.take();
    await turns();
    reader.take();
    await ended;
  });

  it('does not wait for a reader after its signal fires', async () => {
    const stop = new AbortController();
    const { output } = outputTo(new Reader(), stop.signal);
    const waiting = output.write('x'.repeat(20_000));
    const ended = output.end();
    stop.abort();
    await Promise.all([waiting, ended]);
  });

  it('succeeds if the reader has left', async () => {
    const { output, calls } = outputTo(failing('EPIPE'));
    await output.write('x'.repeat(20_000));
    await turns();
    assert.deepEqual(calls, ['before', 'gone']);
    assert.equal(output.write('x'.repeat(20_000)) instanceof Promise, true);
    await output.end();
    assert.deepEqual(calls, ['before', 'gone'], 'nothing more is written');
  });

  it('rejects if it cannot write', async () => {
    const { output } = outputTo(failing('ENOSPC'));
    await output.write('x'.repeat(20_000));
    await assert.rejects(output.end(), /cannot be written \(ENOSPC\)/);
  });
});
