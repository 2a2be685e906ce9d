/**
 * How to recognise the refusals that any call may get: by words of their message at any status (a failure may come with
 * HTTP 200, and there are two different 429s), else by their status. The first match wins, so a 429 that does not
 * mention a day is `busy`: a temporary refusal, which is the safer assumption.
 */
export const refusalSigns = {
  busy: [429, /concurrent/i],
  'daily-limit': [429, /per day/i],
  'wrong-key': [401, /wrong api/i],
  'no-credits': [402, /credits/i],
  forbidden: [403],
  'bad-request': [400],
} as const satisfies Record<string, readonly [status: number, words?: RegExp]>;
