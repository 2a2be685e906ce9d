import { validateCall } from '../../../wire/index.js';
import { readFields, textUpTo } from '../../body/fields.js';
import { because, type HeardReply } from '../../verdict/index.js';
import type { Handlers } from '../asked.js';
import { refusedBy } from '../refused.js';
import type { ConsoleParts } from '../parts.js';
import { tryStepsOf } from '../try-steps.js';

/** More than any address has. */
const MOST_TEXT = 1_000;

/** Replies that are shown: a conversation has ten or so. */
const MOST_REPLIES = 100;

/** Checks one address as a program would, with the account's credits and limits, and shows the evidence. */
export const tryHandlers = ({ accounts, admission, counts, verify }: ConsoleParts): Handlers<'tryAddress'> => ({
  async tryAddress({ account, body, request }) {
    const { email } = readFields(body, { email: textUpTo(MOST_TEXT) }, {});
    const key = await accounts.consoleKey(account);
    const ruling = await admission.admit({ call: validateCall, key });
    if (!ruling.isAdmitted) throw refusedBy(ruling.denial);
    let isSettled = false;
    try {
      const replies: HeardReply[] = [];
      const onReply = (reply: HeardReply) => void (replies.length < MOST_REPLIES && replies.push(reply));
      const verified = await verify(email, { signal: request.signal, onReply });
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
        ...{ credits, balance, steps: tryStepsOf(verified, replies), because: because(verified) },
      };
    } finally {
      if (!isSettled) await admission.abandon(ruling);
    }
  },
});
