import type { ClientError, ClientErrorCode } from '../../client/index.js';
import type { ServiceAccess } from './service-access.js';

type Words = Readonly<Partial<Record<ClientErrorCode, string>>>;

/** Messages about options of the command line, in place of the client's messages about its own options. */
const ofBoth: Words = {
  'bad-request': "The service found a parameter invalid: check the list's URL, name or id.",
  busy: 'This account has too many calls or lists in progress: ask again when one has ended.',
};

const ofService: Words = {
  ...ofBoth,
  'wrong-key':
    'The service does not know this key: check EMAIL_CHECK_KEY or --key-file, and that the key belongs to the service at --service.',
  forbidden: 'This key cannot be used for lists: use a private key, not a public one.',
  network: 'The service could not be reached: check --service, its certificate, and that it runs.',
  timeout: 'The service did not answer in time: ask again later.',
  'bad-answer':
    'The response does not come from this API: check --service, and --envelope if the service uses its own.',
};

const ofProxy: Words = {
  ...ofBoth,
  'wrong-key': 'The service does not know the key of the key proxy: tell the people who run the proxy.',
  forbidden: 'The key proxy refused this call: its authorize must accept the headers in --header-file.',
  network: 'The key proxy could not be reached: check --proxy, its certificate, and that it runs.',
  timeout: 'The key proxy did not answer in time: ask again later.',
  'server-error': 'The key proxy failed, or the service behind it: ask again later.',
  'bad-answer': 'The response does not come from a key proxy: check --proxy, and --envelope if the proxy uses its own.',
};

/** The message of a failed call: a sentence about the command line, and the service's own words if it sent any. */
export const refusalWords = (error: ClientError, { isProxy }: Pick<ServiceAccess, 'isProxy'>): string => {
  const words = (isProxy ? ofProxy : ofService)[error.code];
  return words === undefined ? error.message : [words, error.detail].filter(Boolean).join(' ');
};
