import { encodeValidation, validateCall } from '../../wire/index.js';
import { openTo, send, sendDenial } from './answers.js';
import type { AppOptions, Handler } from './options.js';
import { readCall } from './read.js';
import { watched } from './watched.js';

/** The caller left before its answer. No one sees the number but the observer. */
const LEFT = 499;

/** Single validation: admitted, verified, charged, and answered when the charge is durable. */
export const validation =
  ({ admission, engine, names, pseudonymOf }: AppOptions): Handler =>
  async (c) => {
    const { asked, text, flag } = readCall(c.req.raw, validateCall, names);
    const ruling = await admission.admit({ ...asked, address: c.env.address });
    if (!ruling.isAdmitted) return sendDenial(c, ruling.denial, names, ruling.origin);
    // Before the work: a failure on the way must be readable too.
    if (ruling.origin) openTo(c, ruling.origin);
    const { signal } = c.req.raw;
    let isSettled = false;
    try {
      const verified = await engine.verify(text('email'), { workspace: flag('workspace'), signal });
      const { validation } = verified;
      if (signal.aborted) return new Response(null, { status: LEFT });
      isSettled = true;
      const { credits, balance } = await admission.settle(ruling, { result: validation.result });
      c.set('noted', { credits, balance, ...watched(verified, { pseudonymOf }) });
      return send(c, encodeValidation(ruling.key.showsBalance ? { ...validation, balance } : validation, names.envelope));
    } finally {
      if (!isSettled) await admission.abandon(ruling);
    }
  };
