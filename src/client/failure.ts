import { adviceFor } from './advice.js';
import { AnswerError } from './answer-error.js';
import type { ClientError, ClientErrorCode } from './client-error.js';
import { ConnectionError } from './connection-error.js';
import { RefusalError } from './refusal-error.js';

/** The error of a code, in its class and in words. `said` is the service's own message, already without the key. */
export const failureOf = (code: ClientErrorCode, said: string): ClientError => {
  const message = adviceFor(code, said);
  switch (code) {
    case 'offline':
    case 'network':
    case 'timeout':
    case 'aborted':
      return new ConnectionError(code, message);
    case 'server-error':
    case 'bad-answer':
      return new AnswerError(code, message);
    default:
      return new RefusalError(code, message);
  }
};
