import { parseNamedAddress } from '../../address/index.js';
import { encodeReverse, reverseCall } from '../../wire/index.js';
import { hasFound } from '../enrichment/index.js';
import { syntaxFaultClauses, shownAddress } from '../verdict/index.js';
import { sendDenial } from './answers.js';
import { hear } from './hear-calls.js';
import type { AppParts, Handler } from './parts.js';
import { chargeCall } from './charge-call.js';
import { parseCall } from './parse-call.js';

/** Returns the fault of an address that was sent. */
const faultOf = (email: string): string | undefined => {
  const parsed = parseNamedAddress(email);
  if (parsed.ok) return undefined;
  const where = parsed.at < email.length ? ` at character ${parsed.at + 1}` : '';
  return `The parameter "email" is not an address, ${syntaxFaultClauses[parsed.fault]}${where}: write one such as jane@example.com, percent-encoded (+ is %2B).`;
};

/** Reverse look-up: whatever is known about the person behind an address, charged if something was found that is not only inferred. */
export const reverse =
  ({ admission, enricher, names, pseudonymOf }: AppParts): Handler =>
  async (c) => {
    const { requested, text } = parseCall(c.req.raw, reverseCall, names, c.env);
    const email = text('email');
    const ruling = await admission.admit({ ...requested, fault: requested.fault ?? faultOf(email) });
    hear(c, { key: ruling.key, email });
    if (!ruling.isAdmitted) return sendDenial(c, ruling.denial, names);
    return chargeCall(c, { admission }, ruling, async (signal) => {
      const enriched = await enricher.enrich(email, 'all', signal);
      return {
        outcome: { isFound: hasFound(enriched) },
        logFields: pseudonymOf ? { pseudonym: pseudonymOf(email) } : {},
        answer: () =>
          encodeReverse({ email: shownAddress(email), data: { ...enriched.fields, inferred: enriched.inferred } }),
      };
    });
  };
