import { ClientError } from './client-error.js';

/** Something answered, but not as the interface says: HTML, nothing, half a JSON, a server error. */
export class AnswerError extends ClientError {
  override readonly name = 'AnswerError';
  declare readonly code: 'server-error' | 'bad-answer';
}
