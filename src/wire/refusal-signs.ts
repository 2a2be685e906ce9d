/**
 * How the refusals that any call may meet are recognised: by words of their message wherever they come (a failure may
 * arrive inside HTTP 200, and there are two different 429s), else by their status. The first match wins, so a 429 that
 * names no day is `busy`: it passes, and trying again is the safe reading.
 */
export const refusalSigns = {
  busy: [429, /concurrent/i],
  'daily-limit': [429, /per day/i],
  'wrong-key': [401, /wrong api/i],
  'no-credits': [402, /credits/i],
  forbidden: [403],
  'bad-request': [400],
} as const satisfies Record<string, readonly [status: number, words?: RegExp]>;
