import { validateCall } from '../../../wire/index.js';
import { readFields, textUpTo } from '../../body/fields.js';
import { because } from '../../verdict/index.js';
import type { Handlers } from '../asked.js';
import { refusedBy } from '../refused.js';
import type { ConsoleParts } from '../parts.js';
import { tryStepsOf } from '../try-steps.js';

/** More than any address has. */
const MOST_TEXT = 1_000;

/** Checks one address as a program would, with the account's credits and limits, and shows the evidence. */
export const tryHandlers = ({ accounts, admission, counts, verify }: ConsoleParts): Handlers<'tryAddress'> => ({
  async tryAddress({ account, body, request }) {
    const { email } = readFields(body, { email: textUpTo(MOST_TEXT) }, {});
    const key = await accounts.consoleKey(account);
    const ruling = await admission.admit({ call: validateCall, key });
    if (!ruling.isAdmitted) throw refusedBy(ruling.denial);
    let isSettled = false;
    try {
      const verified = await verify(email, { signal: request.signal });
      const { validation } = verified;
      request.signal.throwIfAborted();
      isSettled = true;
      const { credits, balance } = await admission.settle(ruling, { result: validation.result });
      counts.add(account, validation.result);
      return {
        result: validation.result,
        reason: validation.reasons.join(', '),
        code: validation.code,
        role: validation.role,
        free: validation.freeEmail,
        sendTransactional: validation.sendTransactional,
        didYouMean: validation.didYouMean,
        ...{ credits, balance, steps: tryStepsOf(verified), because: because(verified) },
      };
    } finally {
      if (!isSettled) await admission.abandon(ruling);
    }
  },
});
