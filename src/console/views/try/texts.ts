import { counted } from '../../format.js';

/** What the view says. */
export const texts = {
  title: 'Try an address',
  lead: 'Check one address as your pages would. A verdict costs one credit; Unknown costs nothing.',
  label: 'Email address',
  button: 'Check',
  missing: 'There is no address: write one first.',
  working: 'Checking… Some mail hosts take seconds to answer.',
  empty: 'The verdict and its evidence appear here: what DNS and the mail host answered, and how long they took.',

  verdict: 'Verdict',
  suggestion: 'Did you mean',
  tryIt: 'Try it',
  spent: (credits: number, balance: number) =>
    `${credits ? counted(credits, 'credit') : 'Nothing'} spent, ${counted(balance, 'credit')} left.`,
  facts: {
    result: 'Result',
    reason: 'Reason',
    code: 'Code',
    sendTransactional: 'Transactional mail',
    role: 'Role address',
    free: 'Free mailbox',
    credits: 'Credits',
  },
  send: { yes: 'Send', no: 'Do not send' },
  yes: 'Yes',
  no: 'No',

  evidence: 'Evidence',
  because: 'Why:',
  stages: { text: 'Text', lists: 'Lists', dns: 'DNS', smtp: 'Mail host' },
  total: (time: string) => `${time} in all`,

  earlier: 'Earlier tries',
  earlierHint: 'Kept until you leave the console.',
  forget: 'Forget them',
  forgotten: 'The earlier tries are forgotten.',
} as const;
