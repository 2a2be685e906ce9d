import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCsv, readTable } from '../../demo/bulk-csv.js';
import { milestoneOf, saidOf } from '../../demo/bulk-list.js';
import { follow, progressOf } from '../../demo/bulk-waiting.js';

describe('results as CSV', () => {
  it('are read with quotes, line ends and empty cells as RFC 4180 has them', () => {
    assert.deepEqual(parseCsv('a,b\r\n"1,""2""\r\n3",\n,\r\n'), [
      ['a', 'b'],
      ['1,"2"\r\n3', ''],
      ['', ''],
    ]);
    assert.deepEqual(parseCsv('a,'), [['a', '']]);
    assert.deepEqual(parseCsv(''), []);
    assert.throws(() => parseCsv('"open'), SyntaxError);
    assert.throws(() => parseCsv('"a"b,c'), SyntaxError);
  });

  it('lose the apostrophe that protects spreadsheets, and no other apostrophe', () => {
    const emails = readTable("email,result\r\n'=sum@acme.com,Invalid\r\n'jane@acme.com,Risky\r\n").map(
      ({ email }) => email,
    );
    assert.deepEqual(emails, ['=sum@acme.com', "'jane@acme.com"]);
  });
});

describe('what is said of a list', () => {
  const answer = (service: Readonly<Record<string, string>>) => ({ status: 200, body: { success: '1', service } });

  it("is read from the key proxy's answer", () => {
    const rows = [
      [answer({ status: 'queued', percentage: '0', download_link: '' }), 'queued'],
      [answer({ status: 'processing', percentage: '7', download_link: '' }), 'processing'],
      [answer({ status: 'processing', percentage: '7', download_link: '', reason: 'No credits.' }), 'paused'],
      [answer({ status: 'failed', percentage: '0', download_link: '', reason: 'A web page.' }), 'failed'],
      [answer({ status: 'completed', percentage: '100', download_link: 'http://x' }), 'completed'],
      [{ status: 200, body: { success: '0', error: 'List ID is not valid.' } }, 'gone'],
      [{ status: 403, body: { error: 'Not open.' } }, 'closed'],
      [{ status: 429, body: { error: 'Too many.' } }, undefined],
      [{ status: 502, body: { error: 'Unreachable.' } }, 'unheard'],
      [{ status: 0, body: { error: 'Unreachable.' } }, 'unheard'],
      [{ status: 200, body: { page: 'Sign in to this network.' } }, 'unheard'],
      [{ status: 200, body: null }, 'unheard'],
      [answer({ status: 'resting', percentage: '7', download_link: '' }), 'unheard'],
    ] as const;
    for (const [said, kind] of rows) assert.equal(progressOf(said)?.kind, kind, JSON.stringify(said));
  });

  it('is requested until the list has ended, and at once when there is a reason to', async () => {
    const told: string[] = [];
    let questions = 0;
    await new Promise<void>((resolve) => {
      const askNow = follow(
        () =>
          Promise.resolve(
            ++questions < 3
              ? { status: 0, body: { error: '' } }
              : answer({ status: 'failed', percentage: '0', download_link: '' }),
          ),
        ({ kind }) => {
          told.push(kind);
          if (kind === 'failed') resolve();
          else setImmediate(() => askNow());
        },
      );
    });
    assert.deepEqual(told, ['unheard', 'unheard', 'failed']);
  });

  it('has the reason of a cancellation, and the results that are available', () => {
    const reason = 'The account had no credits.';
    assert.equal(
      saidOf({ kind: 'cancelled', reason, link: 'http://x' }).words,
      'The account had no credits. What was checked by then can be had.',
    );
    assert.equal(
      saidOf({ kind: 'cancelled', reason }).words,
      'The account had no credits. Nothing was checked by then.',
    );
    assert.equal(saidOf({ kind: 'cancelled' }).words, 'Nothing was checked by then.');
  });

  it('is spoken at each new state, and at each quarter of the way', () => {
    const milestones = [0, 7, 24, 25, 49, 50, 75, 99].map((percentage) =>
      milestoneOf({ kind: 'processing', percentage }),
    );
    assert.deepEqual(
      milestones.map((each, at) => each !== milestones[at - 1]),
      [true, false, false, true, false, true, true, false],
    );
    assert.notEqual(milestoneOf({ kind: 'paused', percentage: 7 }), milestoneOf({ kind: 'processing', percentage: 7 }));
    assert.equal(milestoneOf({ kind: 'paused', percentage: 7 }), milestoneOf({ kind: 'paused', percentage: 70 }));
  });
});
