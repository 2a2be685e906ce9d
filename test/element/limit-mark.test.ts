import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clearLimit, isLimited, markLimit } from '../../src/element/limit-mark.js';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 5, 1, 12);

// There is no localStorage here, as in a page that may store nothing.
describe('the mark of the day’s limit', () => {
  it('ends paid calls of that service and key until the day turns (UTC)', () => {
    markLimit('a', NOON);
    assert.equal(isLimited('a', NOON + 1), true);
    assert.equal(isLimited('b', NOON + 1), false);
    assert.equal(isLimited('a', Date.UTC(2026, 5, 2)), false);
  });

  it('lets one question try again after an hour', () => {
    markLimit('c', NOON);
    assert.equal(isLimited('c', NOON + HOUR - 1), true);
    assert.equal(isLimited('c', NOON + HOUR), false);
    assert.equal(isLimited('c', NOON + HOUR + 1), true);
  });

  it('is forgotten once the service answers again', () => {
    markLimit('g', NOON);
    assert.equal(isLimited('g', NOON + HOUR), false);
    clearLimit('g');
    assert.equal(isLimited('g', NOON + HOUR + 1), false);
  });

  it('of a clock that was wrong does not count', () => {
    markLimit('d', NOON + 10 * HOUR);
    assert.equal(isLimited('d', NOON), false);
  });

  it('is kept in the browser’s storage if there is one, and survives one that throws', () => {
    const stored: Record<string, string> = {};
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: stored });
    markLimit('e', NOON);
    assert.deepEqual(stored, { 'email-check-limit e': String(NOON) });
    const full = new Proxy(stored, {
      set() {
        throw new Error('QuotaExceededError');
      },
    });
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: full });
    markLimit('f', NOON);
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: null });
    assert.equal(isLimited('f', NOON + 1), true);
    Reflect.deleteProperty(globalThis, 'localStorage');
  });
});
