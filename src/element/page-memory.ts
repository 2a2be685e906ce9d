const REMEMBERED = 50;

/** What the elements of a page have asked, by question: what is out, and the newest answers. Gone with the page. */
const asked = new Map<string, Promise<unknown>>();

/** Two lanes: so many paid questions are out at once at the most. */
const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
let turn = 0;

/** Asks unless the same was asked before on this page. A question that failed may be asked again. */
export const once = <Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> => {
  const answer = (asked.get(question) as Promise<Answer> | undefined) ?? ask();
  asked.set(question, answer);
  answer.catch(() => asked.delete(question));
  const [oldest = ''] = asked.keys();
  if (asked.size > REMEMBERED) asked.delete(oldest);
  return answer;
};

/** Whether the same was asked before on this page. */
export const wasAsked = (question: string): boolean => asked.has(question);

/** Asks when a lane is free. */
export const inTurn = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  const lane = turn++ % lanes.length;
  const answer = lanes[lane]!.then(ask);
  lanes[lane] = answer.catch(() => undefined);
  return answer;
};
