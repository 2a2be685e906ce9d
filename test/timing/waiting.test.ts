import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { WorkCancelledError, orAborted, orLate, withinTime } from '../../src/timing/index.js';

const never = new Promise<never>(() => {});
const calledOff = () => new Error('called off');

describe('work that may be cancelled', () => {
  it('resolves or rejects like the work, and leaves no listener behind', async () => {
    const { signal } = new AbortController();
    assert.equal(await orAborted(Promise.resolve(7), signal, calledOff), 7);
    await assert.rejects(orAborted(Promise.reject(new Error('its own')), signal, calledOff), /its own/);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('is not waited for once the signal fires', async () => {
    const controller = new AbortController();
    const waiting = orAborted(never, controller.signal, calledOff);
    controller.abort();
    await assert.rejects(waiting, /called off/);
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  });

  it('is not waited for if the signal has fired, and its later error is ignored', async () => {
    await assert.rejects(orAborted(never, AbortSignal.abort(), calledOff), /called off/);
    await assert.rejects(orAborted(Promise.reject(new Error('late')), AbortSignal.abort(), calledOff), /called off/);
    await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('work with a timeout', () => {
  it('resolves or rejects like the work', async () => {
    assert.equal(await orLate(Promise.resolve(7), 60_000, 'late'), 7);
    await assert.rejects(orLate(Promise.reject(new Error('its own')), 60_000, 'late'), /its own/);
  });

  it('is not waited for beyond the timeout', async () => assert.equal(await orLate(never, 1, 'late'), 'late'));
});

describe('work with a timeout and a caller', () => {
  const calledOffAs = (why: string) => (error: unknown) => error instanceof WorkCancelledError && error.why === why;

  it('resolves or rejects like the work, and leaves no listener behind', async () => {
    const { signal } = new AbortController();
    const limits = { milliseconds: 60_000, signals: [signal, undefined] };
    assert.equal(await withinTime(limits, () => Promise.resolve(7)), 7);
    await assert.rejects(
      withinTime(limits, () => Promise.reject(new Error('its own'))),
      /its own/,
    );
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('is cancelled at its timeout, and not waited for longer', async () => {
    let told: AbortSignal | undefined;
    const late = withinTime({ milliseconds: 1, signals: [] }, (signal) => {
      told = signal;
      return never;
    });
    await assert.rejects(late, calledOffAs('late'));
    assert.ok(told?.aborted);
  });

  it('is cancelled when any of its callers leaves, and not waited for longer', async () => {
    const [staying, leaving] = [new AbortController(), new AbortController()];
    let told: AbortSignal | undefined;
    const limits = { milliseconds: 60_000, signals: [staying.signal, leaving.signal] };
    const left = withinTime(limits, (signal) => {
      told = signal;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('its own'))));
    });
    leaving.abort();
    await assert.rejects(left, calledOffAs('aborted'));
    assert.ok(told?.aborted);
    assert.equal(getEventListeners(staying.signal, 'abort').length, 0);
  });

  it('is not begun for a caller who has left', async () => {
    let isBegun = false;
    const limits = { milliseconds: 60_000, signals: [AbortSignal.abort()] };
    await assert.rejects(
      withinTime(limits, () => {
        isBegun = true;
        return never;
      }),
      calledOffAs('aborted'),
    );
    assert.equal(isBegun, false);
  });
});
