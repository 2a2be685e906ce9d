import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCallLog } from '../../demo/call-log.js';
import { createEventStreams } from '../../demo/event-streams.js';
import { createPageApp } from '../../demo/page-app.js';

describe("the demo's new day", () => {
  const rows: [string, Record<string, string>, number][] = [
    ['its own page', { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost:8780' }, 200],
    ['its own page in an old browser', { Origin: 'http://localhost:8780' }, 200],
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, 403],
    ['another port', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:9999' }, 403],
    ['another site in an old browser', { Origin: 'https://evil.example' }, 403],
    ['nobody', {}, 403],
  ];
  for (const [who, headers, status] of rows)
    it(`is ${status === 200 ? 'begun' : 'not begun'} for ${who}`, async () => {
      let days = 0;
      const app = createPageApp({ log: createCallLog(), now: () => 5, startNewDay: () => (days += 1) });
      const response = await app.fetch(new Request('http://localhost:8780/new-day', { method: 'POST', headers }));
      assert.deepEqual([response.status, days], [status, status === 200 ? 1 : 0]);
      app.close();
    });
});

describe('streams of events', () => {
  const event = { name: 'call', data: {} };

  it('go on for those who read when another fails or does not read', async () => {
    const streams = createEventStreams();
    const reader = streams.open([]).body?.getReader();
    const idle = streams.open([]).body?.getReader();
    for (let count = 0; count < 5_000; count++) {
      streams.send(event);
      assert.equal((await reader?.read())?.done, false);
    }
    let kept = 0;
    while (!(await idle?.read())?.done) kept += 1;
    assert.ok(kept < 4_000, 'who is far behind is let go of');
    streams.close();
    assert.equal((await reader?.read())?.done, true);
  });

  it('are closed once', () => {
    const streams = createEventStreams();
    streams.open([]);
    streams.close();
    streams.send(event);
    streams.close();
  });
});
