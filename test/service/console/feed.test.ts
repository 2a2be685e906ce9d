import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feed } from '../../../src/service/console/feed.js';
import { FEED_ENTRIES, type FeedEntry } from '../../../src/wire/console/index.js';

const call = (account?: number): Omit<FeedEntry, 'number'> => ({
  ...{ at: 0, call: '/v1/', status: 200, milliseconds: 1 },
  ...(account !== undefined && { account }),
});
const never = new AbortController().signal;
const LONG = 60_000;

describe('the live feed', () => {
  it('keeps the newest entries of all, and of each account', () => {
    const feed = new Feed(0);
    feed.add(call(1));
    for (let count = 0; count < 3 * FEED_ENTRIES; count += 1) feed.add(call(2));
    equal(feed.read({ after: 0 }).entries.length, FEED_ENTRIES);
    equal(feed.read({ after: 0 }).entries.at(-1)?.number, 3 * FEED_ENTRIES + 1);
    equal(feed.read({ account: 1, after: 0 }).entries.length, 1);
    equal(feed.read({ account: 2, after: 0 }).entries.length, FEED_ENTRIES);
    deepEqual(feed.read({ account: 3, after: 0 }).entries, []);
  });

  it('gives those after a number, and all if the number is from another process', () => {
    const feed = new Feed(0);
    for (let count = 0; count < 5; count += 1) feed.add(call(1));
    deepEqual(
      feed.read({ account: 1, after: 3 }).entries.map(({ number }) => number),
      [4, 5],
    );
    equal(feed.read({ account: 1, after: 99 }).entries.length, 5);
    ok(new Feed(Date.UTC(2026, 0, 1)).read({ after: 0 }).last > new Feed(Date.UTC(2025, 0, 1)).read({ after: 0 }).last);
  });

  it('answers those who wait when there is a call of theirs', async () => {
    const feed = new Feed(0);
    const [own, all] = [feed.wait({ account: 1, after: 0 }, LONG, never), feed.wait({ after: 0 }, LONG, never)];
    feed.add(call(2));
    deepEqual(
      (await all).entries.map(({ account }) => account),
      [2],
    );
    feed.add(call(1));
    deepEqual(
      (await own).entries.map(({ account }) => account),
      [1],
    );
  });

  it('answers at once if there is something', async () => {
    const feed = new Feed(0);
    feed.add(call(1));
    equal((await feed.wait({ after: 0 }, LONG, never)).entries.length, 1);
  });

  it('answers those who wait when the time is over, they leave, everyone is to be answered, or it is closed', async () => {
    const feed = new Feed(0);
    deepEqual((await feed.wait({ after: 0 }, 1, never)).entries, []);
    const leaving = new AbortController();
    const left = feed.wait({ after: 0 }, LONG, leaving.signal);
    leaving.abort();
    deepEqual((await left).entries, []);
    const asked = feed.wait({ after: 0 }, LONG, never);
    feed.answerAll();
    deepEqual((await asked).entries, []);
    const waiting = feed.wait({ after: 0 }, LONG, never);
    feed.close();
    deepEqual((await waiting).entries, []);
    deepEqual((await feed.wait({ after: 0 }, LONG, never)).entries, []);
  });
});
