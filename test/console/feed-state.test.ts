import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  emptyFeed,
  paused,
  resumed,
  SHOWN_ENTRIES,
  shownOf,
  startedWith,
  withAnswer,
  type FeedState,
} from '../../src/console/views/live/feed-state.js';
import { FEED_ENTRIES, type FeedInfo } from '../../src/wire/console/index.js';
import { feedEntry } from './fixture-world.js';

/** The answer with the calls of some numbers. */
const answer = (first: number, last: number): FeedInfo => ({
  entries: Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => feedEntry(first + at, first + at, 1)),
  last,
});

const numbers = ({ entries }: Pick<FeedState, 'entries'>): number[] => entries.map(({ number }) => number);

describe('the live feed', () => {
  it('shows the newest first', () => {
    const state = withAnswer(startedWith(answer(1, 3)), answer(4, 5));
    assert.deepEqual(numbers(state), [5, 4, 3, 2, 1]);
    assert.equal(state.last, 5);
    assert.equal(state.seen, 3);
  });

  it('keeps and shows no more than it may', () => {
    const state = withAnswer(startedWith(answer(1, 400)), answer(401, 800));
    assert.equal(state.entries.length, FEED_ENTRIES);
    assert.equal(shownOf(state, 'all').length, SHOWN_ENTRIES);
    assert.equal(shownOf(state, 'all')[0]?.number, 800);
  });

  it('holds back what comes while it is paused, and shows it after', () => {
    let state = withAnswer(paused(startedWith(answer(1, 2))), answer(3, 4));
    assert.deepEqual(numbers(state), [2, 1]);
    state = withAnswer(state, answer(5, 5));
    assert.equal(state.held.length, 3);
    assert.deepEqual(numbers(resumed(state)), [5, 4, 3, 2, 1]);
  });

  it('holds still for one answer, and catches up with the next', () => {
    const state = withAnswer(startedWith(answer(1, 1)), answer(2, 3), true);
    assert.deepEqual(numbers(state), [1]);
    assert.deepEqual(numbers(withAnswer(state, answer(4, 4))), [4, 3, 2, 1]);
  });

  it('asks for everything after the service was started anew', () => {
    const state = withAnswer(startedWith(answer(90, 95)), answer(1, 0));
    assert.equal(state.last, 0);
    assert.deepEqual(numbers(withAnswer(state, answer(1, 2))).slice(0, 3), [2, 1, 95]);
  });

  it('shows refused calls alone if asked to', () => {
    const shown = shownOf(withAnswer(emptyFeed, answer(1, 30)), 'refused');
    assert.ok(shown.length > 0 && shown.every(({ status }) => status >= 400));
  });
});
