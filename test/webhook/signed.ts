import { signWebhook } from '../../src/webhook/index.js';

/** A secret of 24 bytes, with which the libraries of the specification are tested. */
export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const otherSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
/** Milliseconds since 1970. */
export const now = 1_780_000_000_000;

export const event = {
  type: 'list.completed',
  timestamp: '2026-05-28T20:26:40.000Z',
  data: {
    sequence: 7,
    account: 3,
    balance: 40,
    list_id: 'f00d',
    list_name: 'Kunden für Mai 🌻.csv',
    status: 'completed',
    reason: '',
    addresses: 12,
    done: 12,
  },
} as const;
export const body = JSON.stringify(event);
export const id = 'evt_0123456789abcdef0123456789abcdef';

/** The headers of the event as the service sends it. */
export const headersOf = async (
  options: Partial<Parameters<typeof signWebhook>[0]> = {},
): Promise<Record<string, string>> => ({ ...(await signWebhook({ id, body, secret, now, ...options })) });
