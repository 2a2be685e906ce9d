import { balanceCall, encodeBalance, encodeUsage, usageCall, usageRangeFault } from '../../wire/index.js';
import { keyIdentifier } from '../accounts/index.js';
import { send, sendDenial } from './answers.js';
import { hear } from './hear-calls.js';
import type { AppParts, Handler } from './parts.js';
import { parseCall } from './parse-call.js';

/** Credits left. */
export const balance =
  ({ admission, names }: AppParts): Handler =>
  async (c) => {
    const ruling = await admission.authenticate(parseCall(c.req.raw, balanceCall, names).requested);
    hear(c, { key: ruling.key });
    if (!ruling.isAdmitted) return sendDenial(c, ruling.denial, names);
    return send(c, encodeBalance(ruling.balance));
  };

/** Calls made between two days. */
export const usage =
  ({ admission, names, now }: AppParts): Handler =>
  async (c) => {
    const { requested, text } = parseCall(c.req.raw, usageCall, names);
    const range = { start: text('start'), end: text('end') };
    const ruling = await admission.authenticate({
      ...requested,
      fault: requested.fault ?? usageRangeFault(range, now()),
    });
    hear(c, { key: ruling.key });
    if (!ruling.isAdmitted) return sendDenial(c, ruling.denial, names);
    return send(
      c,
      encodeUsage(await admission.usage(ruling.key, range), keyIdentifier(ruling.key.hint), names.envelope),
    );
  };
