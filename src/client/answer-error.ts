import { ClientError } from './client-error.js';

/** The response does not follow the interface: HTML, nothing, incomplete JSON, a server error. */
export class AnswerError extends ClientError {
  override readonly name = 'AnswerError';
  declare readonly code: 'server-error' | 'bad-answer';
}
