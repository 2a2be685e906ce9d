import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogLevel } from '../../../src/service/config.js';
import { createLog, type ServiceLog } from '../../../src/service/log/index.js';

const key = 'AbCdEfGhIjKlM';
const address = 'jane@shop.example';

const linesOf = (level: LogLevel, work: (log: ServiceLog) => void) => {
  const lines: string[] = [];
  work(createLog({ level, write: (line) => lines.push(line), secrets: ['a secret of the test'] }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown> & { fault?: Record<string, unknown> });
};
const entry = {
  at: 0,
  path: '/v1/',
  status: 200,
  credits: 1,
  balance: 7,
  milliseconds: 12.3456,
  result: 'Unknown',
  pseudonym: '0123456789abcdef',
  timings: { dns: 1, total: 2 },
} as const;

describe('a log', () => {
  it('has one line for each call', () => {
    const [line] = linesOf('info', (log) => log.call(entry));
    const { time, ...fields } = line ?? {};
    assert.match(String(time), /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual(fields, {
      level: 'info',
      route: '/v1/',
      status: 200,
      ms: 12.35,
      credits: 1,
      result: 'Unknown',
      address: '0123456789abcdef',
      msg: 'call',
    });
  });

  it("has the duration of the stages, and the operator's own requests, only at debug", () => {
    const watching = (log: ServiceLog) =>
      ['/healthz', '/readyz', '/metrics'].forEach((path) => log.call({ ...entry, path }));
    assert.equal(linesOf('info', watching).length, 0);
    assert.equal(linesOf('debug', watching).length, 3);
    assert.deepEqual(linesOf('debug', (log) => log.call(entry))[0]?.['timings'], { dns: 1, total: 2 });
    assert.equal(linesOf('info', (log) => log.call({ ...entry, path: '/readyz', status: 503 })).length, 1);
  });

  it('has one line for each try to send a webhook, without the query of its URL', () => {
    const report = {
      ...{ accountId: 3, event: 'evt_1', type: 'test' as const, tries: 2, answer: 'Status 204', milliseconds: 12.3456 },
      url: 'https://shop.com/hook?token=hidden',
    } as const;
    const [sent, givenUp] = linesOf('info', (log) => {
      log.delivery({ ...report, outcome: 'delivered' });
      log.delivery({ ...report, outcome: 'given-up' });
    });
    const { time: _, ...fields } = sent ?? {};
    assert.deepEqual(fields, {
      ...{ level: 'info', outcome: 'delivered', account: 3, event: 'evt_1', type: 'test', tries: 2 },
      ...{ answer: 'Status 204', url: 'https://shop.com/hook?[query]', ms: 12.35, msg: 'webhook' },
    });
    assert.equal(givenUp?.['level'], 'warn');
  });

  it('has one line of what is wrong with the machine, without keys and addresses', () => {
    const findings = [
      { check: 'disk', level: 'green', sentence: 'Much.' },
      { check: 'ptr', level: 'skipped', sentence: 'Not checked.' },
      { check: 'abuse', level: 'red', sentence: `${address} is refused.`, remedy: `Add ${address}` },
    ] as const;
    const [line, ...others] = linesOf('warn', (log) => log.diagnosis({ at: 0, level: 'red', findings }));
    const { time: _, ...fields } = line ?? {};
    assert.deepEqual(others, []);
    assert.deepEqual(fields, {
      level: 'warn',
      found: 'red',
      faults: [{ check: 'abuse', level: 'red', sentence: '[address] is refused.', remedy: 'Add [address]' }],
      msg: 'doctor',
    });
    const good = linesOf('info', (log) => log.diagnosis({ at: 0, level: 'green', findings: findings.slice(0, 2) }));
    assert.deepEqual(
      good.map(({ level, found, faults }) => [level, found, faults]),
      [['info', 'green', undefined]],
    );
    assert.deepEqual(
      linesOf('warn', (log) => log.diagnosis({ at: 0, level: 'green', findings: [] })),
      [],
    );
  });

  it('writes no less than its level', () => {
    const all = (log: ServiceLog) => {
      log.started('http://127.0.0.1:1');
      log.call(entry);
      log.fault(new Error('no'));
      log.stopping();
      log.stopped();
    };
    assert.deepEqual(linesOf('silent', all), []);
    for (const level of ['error', 'warn'] as const)
      assert.deepEqual(
        linesOf(level, all).map(({ msg }) => msg),
        ['fault'],
      );
    assert.deepEqual(
      linesOf('info', all).map(({ msg }) => msg),
      ['started', 'call', 'fault', 'stopping', 'stopped'],
    );
  });

  it('logs a fault with its causes, without keys and addresses', () => {
    const cause = new Error(`inner ${address}\n    at ${key} (file:///${key})`);
    const fault = Object.assign(new Error(`It failed for ${address} with ${key}, a secret of the test`, { cause }), {
      query: key,
      code: 'ECONNRESET',
    });
    const many = new AggregateError([new Error(`one of ${key}`)], 'many');
    const lines = linesOf('debug', (log) =>
      [fault, many, address, { toString: () => key }].forEach((each) => log.fault(each)),
    );
    const [line] = lines;
    assert.equal(line?.fault?.['message'], 'It failed for [address] with [key], [secret]');
    assert.equal(line?.fault?.['code'], 'ECONNRESET');
    assert.match(String((line?.fault?.['stack'] as string[])[0]), /^at .*log\.test\.ts:\d+:\d+/);
    assert.match(JSON.stringify(line?.fault?.['cause']), /inner \[address\]/);
    for (const secret of [key, address, 'a secret of the test'])
      assert.doesNotMatch(JSON.stringify(lines), new RegExp(secret));
  });

  it('logs the place of a fault in the code only at debug', () => {
    const fault = new Error('outer', { cause: new AggregateError([new Error('inner')], 'middle') });
    assert.match(JSON.stringify(linesOf('debug', (log) => log.fault(fault))), /"stack":\["at .*log\.test\.ts:\d+:\d+/);
    assert.doesNotMatch(JSON.stringify(linesOf('info', (log) => log.fault(fault))), /stack|log\.test\.ts/);
  });

  it('logs no message that was changed after its stack was captured', () => {
    const fault = new Error(`first ${address} ${key}`);
    fault.message = 'second';
    assert.doesNotMatch(JSON.stringify(linesOf('debug', (log) => log.fault(fault))), new RegExp(`${address}|${key}`));
  });

  it('handles faults that cause themselves', () => {
    const fault = new Error('round');
    fault.cause = fault;
    assert.equal(linesOf('error', (log) => log.fault(fault)).length, 1);
  });
});
