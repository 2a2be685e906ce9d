import { PAGE_COUNTS_CALLS_PER_MINUTE, pageCountsCall, readPageCounts } from '../../wire/index.js';
import { allowOrigin, send, sendDenial } from './answers.js';
import { hear } from './hear-calls.js';
import type { AppParts, Handler } from './parts.js';
import { parseCall } from './parse-call.js';
import { createRateLimit } from './rate-limit.js';

const tooOften = (seconds: number): string =>
  `One network may report ${PAGE_COUNTS_CALLS_PER_MINUTE} counts a minute: report again in ${seconds} seconds.`;

/** Adds what a page reports of its visitors to its account's counts: numbers alone, at no cost. */
export const pageCounts = ({ admission, names, countPages }: AppParts): Handler => {
  const rateLimit = createRateLimit(PAGE_COUNTS_CALLS_PER_MINUTE);
  return async (c) => {
    const { requested, text } = parseCall(c.req.raw, pageCountsCall, names, c.env);
    const counts = readPageCounts(text);
    const fault = typeof counts === 'string' ? counts : undefined;
    const ruling = await admission.authenticate({ ...requested, fault });
    hear(c, { key: ruling.key });
    if (!ruling.isAdmitted) return sendDenial(c, ruling.denial, names, ruling.origin);
    if (ruling.origin) allowOrigin(c, ruling.origin);
    // A key proxy reports for all of its visitors.
    const seconds = ruling.key.kind === 'public' ? await rateLimit.secondsToWait(c.env.address) : 0;
    if (seconds > 0) return sendDenial(c, { kind: 'busy', words: tooOften(seconds) }, names);
    if (typeof counts !== 'string') countPages?.(ruling.key.accountId, counts);
    return send(c, { status: 200, body: { success: '1' } });
  };
};
