import { counted } from '../../format.js';

export const texts = {
  title: 'Live',
  operatorTitle: 'All calls',
  about: 'Each call, as it is answered. Domains only, never whole addresses.',
  loading: 'Loading the calls…',
  broken: 'The feed is interrupted. It goes on by itself.',
  pause: 'Pause',
  resume: 'Resume',
  pausedWith: (number: number) => `Paused: ${counted(number, 'new call')}`,
  live: 'Live',
  show: 'Show',
  all: 'All',
  refusedAlone: 'Refused',

  time: 'Time',
  verdict: 'Verdict',
  domain: 'Domain',
  reason: 'Reason',
  key: 'Key',
  account: 'Account',
  duration: 'Duration',
  answered: 'Answered',
  refused: (status: number) => `Refused ${status}`,
  failed: (status: number) => `Failed ${status}`,
  accountName: (id: number) => `Account ${id}`,
  keyName: (id: number) => `Key ${id}`,

  approve: (origin: string) => `Approve ${origin}`,
  approving: 'Approving…',
  approved: 'Approved',
  approvedFor: (origin: string, key: string) => `${origin} is approved for ${key}. Its next call is answered.`,

  empty: 'No calls yet',
  emptyText:
    'Each call shows here the moment it is answered, and so does each one that is refused, with what to do about it. Calls are kept in memory only: those from before the last start of the service are not here.',
  emptyRefused: 'No refused calls',
  emptyRefusedText: (number: number) => `None of the newest ${counted(number, 'call')} was refused.`,
  tryAddress: 'Try an address',
  keys: 'Keys and snippet',
  shown: (shown: number, known: number) => `The newest ${shown} of ${counted(known, 'call')}`,
  news: (calls: number, refused: number) => `${counted(calls, 'new call')}, ${refused} refused`,
} as const;
