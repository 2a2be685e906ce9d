import { adviceFor, quoteSentence } from './advice.js';
import { AnswerError } from './answer-error.js';
import type { ClientError, ClientErrorCode } from './client-error.js';
import { ConnectionError } from './connection-error.js';
import { RefusalError } from './refusal-error.js';
import type { UnreachedDetails } from './unreached.js';

/** Details of a failure beside its code, without the key. */
interface FailureDetails {
  /** The service's own message. */
  readonly serviceMessage: string;
  /** Why no answer came. */
  readonly unreached: UnreachedDetails;
  /** Whether there was a key to send. */
  readonly hasKey: boolean;
}

/** The error of a code, in its class and in words. */
export const failureOf = (
  code: ClientErrorCode,
  { serviceMessage, unreached, hasKey }: FailureDetails,
): ClientError => {
  const isUnreached = code === 'network' || code === 'timeout';
  const detail = isUnreached ? unreached.words : quoteSentence(serviceMessage);
  const message = adviceFor(code, detail, hasKey);
  switch (code) {
    case 'offline':
    case 'network':
    case 'timeout':
    case 'aborted':
      return new ConnectionError(code, message, detail, {
        reason: isUnreached ? unreached.reason : undefined,
        cause: code === 'aborted' ? undefined : unreached.cause,
      });
    case 'server-error':
    case 'bad-answer':
      return new AnswerError(code, message, detail);
    default:
      return new RefusalError(code, message, detail);
  }
};
