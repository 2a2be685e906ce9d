import assert from 'node:assert/strict';
import { it } from 'node:test';
import { askWithinLimit, createAnswerCache } from '../../src/element/page-memory.js';

it('a page has two questions out at most, also if one is asked in the moment that another is answered', async () => {
  let out = 0;
  let most = 0;
  const answers: (() => void)[] = [];
  const ask = async (): Promise<void> => {
    most = Math.max(most, ++out);
    await new Promise<void>((resolve) => answers.push(resolve));
    out--;
  };
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const questions = [
    askWithinLimit(async () => {
      most = Math.max(most, ++out);
      try {
        await answered;
      } finally {
        out--;
      }
    }),
  ];
  questions.push(askWithinLimit(ask), askWithinLimit(ask));
  for (let turns = 0; turns < 8; turns++) {
    // After so many turns of the queue of microtasks.
    let moment = answered;
    for (let turn = 0; turn < turns; turn++) moment = moment.then(() => {});
    void moment.then(() => questions.push(askWithinLimit(ask)));
  }
  answer();
  while (questions.length < 11 || out > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    answers.shift()?.();
  }
  await Promise.all(questions);
  assert.equal(most, 2);
});

it('a question that was given up counts among the two until its call has ended', async () => {
  const ends: (() => void)[] = [];
  const asked: string[] = [];
  const ask = (name: string): Promise<string> =>
    askWithinLimit((keep) => {
      asked.push(name);
      void keep(new Promise<void>((resolve) => ends.push(resolve)));
      return Promise.reject(new Error(`${name} is given up`));
    });
  await assert.rejects(ask('a'), /a is given up/);
  await assert.rejects(ask('b'), /b is given up/);
  const third = ask('c');
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(asked, ['a', 'b']);
  ends[1]!();
  await assert.rejects(third, /c is given up/);
  assert.deepEqual(asked, ['a', 'b', 'c']);
  for (const end of ends) end();
});

it('keeps the newer answer to a question whose older one was left out, and then failed', async () => {
  const askOnce = createAnswerCache<string>(1);
  let fail = (_fault: Error) => {};
  const failing = askOnce('a', () => new Promise((_, reject) => (fail = reject)));
  await askOnce('b', () => Promise.resolve('b'));
  await askOnce('a', () => Promise.resolve('newer'));
  fail(new Error('late'));
  await assert.rejects(failing, /late/);
  assert.equal(await askOnce('a', () => Promise.resolve('asked again')), 'newer');
});
