import { createSemaphore } from '../timing/semaphore.js';

const { run } = createSemaphore(2);

/**
 * Asks when fewer than two questions of this page are out. A question may be given up before its call has ended: `keep` makes it
 * count until then, since the service is still at work on it.
 */
export const askWithinLimit = <Answer>(
  ask: (keep: <Value>(call: Promise<Value>) => Promise<Value>) => Promise<Answer>,
): Promise<Answer> =>
  new Promise((resolve) => {
    const calls: Promise<unknown>[] = [];
    void run(async () => {
      const answer = ask((call) => {
        calls.push(call);
        return call;
      });
      resolve(answer);
      await Promise.allSettled([answer]);
      await Promise.allSettled(calls);
    });
  });

/**
 * What the elements of a page have asked, by question: what is out, and the newest answers, `size` of them. Gone with the page. The function
 * asks unless the same was asked before; a question that failed may be asked again.
 */
export const createAnswerCache = <Answer>(size: number) => {
  const asked = new Map<string, Promise<Answer>>();
  return (question: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = asked.get(question) ?? ask();
    asked.set(question, answer);
    answer.catch(() => {
      // What was asked again meanwhile has an answer of its own.
      if (asked.get(question) === answer) asked.delete(question);
    });
    const [oldest = ''] = asked.keys();
    if (asked.size > size) asked.delete(oldest);
    return answer;
  };
};
