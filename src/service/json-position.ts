/** Whether a text is the beginning of some JSON text. */
const isBeginning = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    return /end of JSON|Unterminated/.test(message) || Number(/at position (\d+)/.exec(message)?.[1]) === text.length;
  }
};

/**
 * The place where a text stops being JSON, counted from 1. Found by a binary search, since the parser's message has the
 * position only in some cases, and otherwise repeats the text.
 */
export const faultPosition = (text: string): { readonly line: number; readonly column: number } => {
  let good = 0;
  let bad = text.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (isBeginning(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  const lines = text.slice(0, good).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};
