import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListState, WebhookEvent } from '../../../src/service/store/index.js';
import { eventBody } from '../../../src/service/webhook/event-body.js';

const event: WebhookEvent = {
  ...{ number: 12, id: 'evt_1', accountId: 3, type: 'credits.low', at: Date.UTC(2026, 4, 4, 9, 30), balance: 5 },
};
const list = { id: 'f00d', name: 'May "2026".csv', state: 'completed', reason: '', addresses: 10, done: 10 } as const;

describe('the body of an event', () => {
  it('has what every event says', () =>
    assert.deepEqual(JSON.parse(eventBody(event)), {
      type: 'credits.low',
      timestamp: '2026-05-04T09:30:00.000Z',
      data: { sequence: 12, account: 3, balance: 5 },
    }));

  it('has the list as it was', () =>
    assert.deepEqual(JSON.parse(eventBody({ ...event, type: 'list.completed', list })), {
      type: 'list.completed',
      timestamp: '2026-05-04T09:30:00.000Z',
      data: {
        ...{ sequence: 12, account: 3, balance: 5, list_id: 'f00d', list_name: 'May "2026".csv' },
        ...{ status: 'completed', reason: '', addresses: 10, done: 10 },
      },
    }));

  const rows: readonly (readonly [ListState, string, RegExp])[] = [
    ['completed', 'completed', /^$/],
    ['failed', 'failed', /^Why it failed\.$/],
    ['cancelled', 'cancelled', /^$/],
    ['paused', 'processing', /no credits left/],
  ];
  for (const [state, status, reason] of rows)
    it(`says ${status} for a list that is ${state}`, () => {
      const told = { ...list, state, done: 4, reason: state === 'failed' ? 'Why it failed.' : '' };
      const { data } = JSON.parse(eventBody({ ...event, type: 'list.paused', list: told })) as {
        data: Record<string, string>;
      };
      assert.equal(data['status'], status);
      assert.match(data['reason'] ?? '', reason);
    });
});
