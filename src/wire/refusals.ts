import { refusalSigns } from './refusal-signs.js';

/** One kind of refusal of a service, as it is on the wire. */
export interface RefusalRow {
  readonly status: number;
  readonly message: string;
  /** `service.code` of the error body; absent if the interface has none. */
  readonly code?: string;
}

const row = (status: number, message: string) => ({ status, message, code: '0' }) as const;

/** Every refusal of the interface, under the word that the rest of the project uses for it. */
export const refusalRows = {
  'bad-request': row(refusalSigns['bad-request'][0], 'Bad Request'),
  'wrong-key': row(refusalSigns['wrong-key'][0], 'Wrong API'),
  'no-credits': row(refusalSigns['no-credits'][0], 'Credits Low'),
  forbidden: row(refusalSigns.forbidden[0], 'Not allowed for this key'),
  busy: row(refusalSigns.busy[0], 'Maximum concurrent calls reached'),
  'daily-limit': {
    status: refusalSigns.busy[0],
    message: 'Authentication Failed - The maximum number of calls per day reached.',
  },
  'bad-list-url': row(refusalSigns['bad-request'][0], 'URL parameter is not valid.'),
  'unknown-list': row(200, 'List ID is not valid.'),
} as const satisfies Record<string, RefusalRow>;

/** A refusal of the table, or `rejected`: the service refused the call with an unknown message. */
export type RefusalKind = keyof typeof refusalRows | 'rejected';
