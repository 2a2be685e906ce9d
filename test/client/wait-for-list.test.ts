import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createClient, ClientError, type ClientErrorCode, type ListStatus } from '../../src/client/index.js';
import { waitForList, type PollingClock } from '../../src/client/wait-for-list.js';
import { json, refusal, startLoopback, type Answer, type Loopback } from './loopback.js';

const statusOf = (status: ListStatus['status'], percentage = 0): ListStatus => ({
  listId: '77',
  status,
  percentage,
  downloadLink: '',
  reason: '',
  column: '',
});

/** A clock that is put forward by whoever waits. */
const clockOf = () => {
  const waits: number[] = [];
  let at = 0;
  const clock: PollingClock = {
    now: () => at,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      at += milliseconds;
      return Promise.resolve();
    },
  };
  return { clock, waits, hours: () => at / 3_600_000 };
};

describe('how a list is waited for', () => {
  it('is at first by the second, then by a tenth of the time so far, and every thirty seconds at last', async () => {
    const { clock, waits } = clockOf();
    let asked = 0;
    await waitForList(() => Promise.resolve(statusOf(++asked < 200 ? 'processing' : 'completed')), {}, clock);
    assert.deepEqual(waits.slice(0, 11), [...Array<number>(11).fill(1_000)]);
    assert.deepEqual(waits.slice(11, 13), [1_100, 1_210]);
    assert.deepEqual(new Set(waits.slice(100)), new Set([30_000]));
    assert.ok(waits.every((wait, index) => index === 0 || wait >= (waits[index - 1] ?? 0)));
  });

  it('tolerates temporary failures for ten minutes without an answer, counted again from each answer', async () => {
    for (const code of ['offline', 'network', 'timeout', 'server-error', 'bad-answer', 'busy'] as const) {
      const { clock, hours } = clockOf();
      let isDown = false;
      const asking = waitForList(
        () => {
          const isThere = !isDown && hours() < 1;
          isDown = !isDown;
          return isThere ? Promise.resolve(statusOf('processing')) : Promise.reject(new ClientError(code));
        },
        {},
        clock,
      );
      await assert.rejects(asking, { code });
      assert.ok(hours() > 1.1 && hours() < 1.2, `${code}: ${hours()}`);
    }
  });

  it('ends at once after an error that retrying does not fix', async () => {
    for (const code of [
      'rejected',
      'unknown-list',
      'wrong-key',
      'forbidden',
      'bad-request',
      'no-credits',
      'daily-limit',
      'aborted',
    ] as const satisfies ClientErrorCode[]) {
      const { clock, waits } = clockOf();
      await assert.rejects(
        waitForList(() => Promise.reject(new ClientError(code)), {}, clock),
        { code },
      );
      assert.deepEqual(waits, []);
    }
    const { clock, waits } = clockOf();
    const odd = new TypeError('odd');
    await assert.rejects(
      waitForList(() => Promise.reject(odd), {}, clock),
      odd,
    );
    await assert.rejects(
      waitForList(
        () => Promise.resolve(statusOf('queued')),
        {
          onProgress: () => {
            throw odd;
          },
        },
        clock,
      ),
      odd,
    );
    assert.deepEqual(waits, []);
  });
});

describe('client.waitForList', () => {
  let service: Loopback;
  before(async () => (service = await startLoopback()));
  after(() => service.end());
  beforeEach(() => service.answer(() => {}));

  const client = () => createClient({ baseUrl: service.url, apiKey: 'abc1234567890' });
  const inTurn = (...answers: Answer[]): void =>
    service.answer((response, request) => answers.shift()?.(response, request));
  const listed = (status: string, percentage: number) =>
    json({
      service: {
        list_id: '77',
        status,
        percentage: String(percentage),
        download_link: status === 'completed' ? 'https://x.example/r.csv' : '',
      },
      success: '1',
    });

  it('reports each answer and returns the last one, also if calls fail in between', async () => {
    inTurn(listed('queued', 0), json({}, 500), listed('processing', 40), listed('completed', 100));
    const told: [string, number][] = [];
    const troubles: string[] = [];
    const last = await client().waitForList('77', {
      onTrouble: ({ code }) => void troubles.push(code),
      onProgress: ({ status, percentage }) => void told.push([status, percentage]),
    });
    assert.deepEqual(last, {
      listId: '77',
      status: 'completed',
      percentage: 100,
      downloadLink: 'https://x.example/r.csv',
      reason: '',
      column: '',
    });
    assert.deepEqual(told, [
      ['queued', 0],
      ['processing', 40],
      ['completed', 100],
    ]);
    assert.deepEqual(troubles, ['server-error']);
  });

  it('returns a list that failed or was cancelled', async () => {
    for (const status of ['failed', 'cancelled']) {
      inTurn(listed(status, 7));
      assert.equal((await client().waitForList('77')).status, status);
    }
  });

  it('ends with an unknown list', async () => {
    service.answer(refusal('List ID is not valid.', 200));
    await assert.rejects(client().waitForList('78'), { name: 'RefusalError', code: 'unknown-list' });
  });

  it('ends when the caller cancels it, during a call and between calls', async () => {
    const leaving = new AbortController();
    service.answer(listed('processing', 1));
    const waiting = client().waitForList('77', { signal: leaving.signal, onProgress: () => leaving.abort() });
    await assert.rejects(waiting, { name: 'ConnectionError', code: 'aborted' });
    assert.equal(service.asked.length, 1);
    await assert.rejects(client().waitForList('77', { signal: AbortSignal.abort() }), { code: 'aborted' });
  });
});
