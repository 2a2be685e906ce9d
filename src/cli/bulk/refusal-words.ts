import type { ClientError, ClientErrorCode } from '../../client/index.js';
import type { ServiceAccess } from './service-access.js';

type Words = Readonly<Partial<Record<ClientErrorCode, string>>>;

/** Where the client's own sentences speak of its options, those of the command line. */
const ofBoth: Words = {
  'bad-request': "The service takes not all of what was sent: check the list's URL, name or id.",
  busy: 'Too many calls or lists of this account are under way: ask again when one has ended.',
};

const ofService: Words = {
  ...ofBoth,
  'wrong-key':
    'The service does not know this key: check EMAIL_CHECK_KEY or --key-file, and that --service is the service that the key is of.',
  forbidden: 'This key may not ask for lists: a private key may, and a public one may not.',
  network: 'The service could not be reached: check --service, its certificate, and that it runs.',
  timeout: 'The service did not answer in time: ask again later.',
  'bad-answer':
    'What answered does not speak the interface: check --service, and --envelope where the service uses its own.',
};

const ofProxy: Words = {
  ...ofBoth,
  'wrong-key': 'The service does not know the key of the key proxy: tell who runs that one.',
  forbidden: 'The key proxy does not let this through: its authorize has to, by what is in --header-file.',
  network: 'The key proxy could not be reached: check --proxy, its certificate, and that it runs.',
  timeout: 'The key proxy did not answer in time: ask again later.',
  'server-error': 'The key proxy failed, or the service behind it: ask again later.',
  'bad-answer': 'What answered is no key proxy: check --proxy, and --envelope where it uses its own.',
};

/** What a failed call is told with: a sentence that speaks of the command line, and the service's own words where it sent any. */
export const refusalWords = (error: ClientError, { isProxy }: Pick<ServiceAccess, 'isProxy'>): string => {
  const words = (isProxy ? ofProxy : ofService)[error.code];
  return words === undefined ? error.message : [words, error.detail].filter(Boolean).join(' ');
};
