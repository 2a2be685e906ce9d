/** How many questions of this page may be out at once. */
const LARGEST_FLIGHT = 2;

const waiting: (() => void)[] = [];
let inFlight = 0;

/**
 * What the elements of a page have asked, by question: what is out, and the newest answers, `size` of them. Gone with the page. The function
 * asks unless the same was asked before; a question that failed may be asked again.
 */
export const createMemory = <Answer>(size: number) => {
  const asked = new Map<string, Promise<Answer>>();
  return (question: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = asked.get(question) ?? ask();
    asked.set(question, answer);
    answer.catch(() => asked.delete(question));
    const [oldest = ''] = asked.keys();
    if (asked.size > size) asked.delete(oldest);
    return answer;
  };
};

/** Asks when fewer than two questions are out. */
export const inTurn = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  if (inFlight >= LARGEST_FLIGHT) await new Promise<void>((resolve) => waiting.push(resolve));
  inFlight++;
  try {
    return await ask();
  } finally {
    inFlight--;
    waiting.shift()?.();
  }
};
