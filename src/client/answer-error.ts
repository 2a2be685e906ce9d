import { ClientError } from './client-error.js';

/** The response does not follow the interface: it is HTML, empty, incomplete JSON or a server error. */
export class AnswerError extends ClientError {
  override readonly name = 'AnswerError';
  declare readonly code: 'server-error' | 'bad-answer';
}
