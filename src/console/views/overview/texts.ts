import { count, counted } from '../../format.js';

export const texts = {
  title: 'Overview',
  loading: 'Loading the overview…',

  machine: {
    green: 'All is well',
    yellow: 'Limited',
    red: 'Not working',
    unknown: 'Not checked',
  },
  findings: 'All checks',
  check: 'Check',
  finding: 'Finding',
  remedy: 'What to do',
  state: 'State',
  levels: { green: 'Good', yellow: 'Limited', red: 'Bad', skipped: 'Skipped' },

  noKey: 'This account has no key, so no call is answered yet.',
  makeKey: 'Make a key',
  noCredits: 'This account has no credits left: calls that cost one are refused.',

  balance: 'Balance',
  credits: (balance: number) => (balance === 1 ? 'credit' : 'credits'),
  low: 'Low',
  noneLeft: 'None left',
  lowBelow: (limit: number) => `You are told below ${counted(limit, 'credit')}.`,
  lasts: (days: number) =>
    days > 365
      ? 'At the pace of the last 30 days, it lasts more than a year.'
      : `At the pace of the last 30 days, it lasts ${counted(days, 'day')}.`,
  pace: 'No credits were spent in the last 30 days.',

  today: 'Today',
  todayCalls: (calls: number) => `${calls === 1 ? 'call' : 'calls'} since midnight UTC`,
  limits: 'Daily budgets of public keys',
  noLimits: 'No public key yet: there is no daily budget to watch.',
  budget: (calls: number, limit: number) => `${count(calls)} of ${count(limit)}`,
  noBudget: 'no daily budget',
  keyName: (id: number) => `Key ${id}`,

  days: 'Calls in 30 days',
  daysOfAll: (calls: number, credits: number) => `${counted(calls, 'call')}, ${counted(credits, 'credit')}`,
  dayLine: (day: string, calls: number, credits: number) =>
    `${day}: ${counted(calls, 'call')}, ${counted(credits, 'credit')}`,
  chart: (calls: number, day: string) => `A bar for each day. The highest is ${day}, with ${counted(calls, 'call')}.`,
  chartEmpty: 'A chart without bars: there were no calls.',
  asTable: 'Show as a table',
  day: 'Day (UTC)',
  calls: 'Calls',
  creditsSpent: 'Credits',
  noCalls: 'No calls in 30 days. Each day will have a bar here.',

  verdicts: 'Verdicts in 30 days',
  result: 'Result',
  number: 'Verdicts',
  share: 'Share',
  verdictsChart: 'One bar, divided by result. The table below has the numbers.',
  noVerdicts: 'No verdicts yet. Try an address, or put the element on a page.',
  tryAddress: 'Try an address',

  lists: 'Running lists',
  allLists: 'All lists',
  noLists: 'No list is running.',
  progress: (percentage: number) => `${percentage}%`,

  pages: 'What it was good for',
  pagesIn: '30 days, as pages report it',
  corrected: (number: number) => (number === 1 ? 'mistyped domain was corrected' : 'mistyped domains were corrected'),
  warned: (number: number) =>
    number === 1 ? 'temporary address was warned about' : 'temporary addresses were warned about',
  usedAnyway: (number: number) => (number === 1 ? 'address was used anyway' : 'addresses were used anyway'),
  noPages:
    'No page has reported anything in 30 days. Add this line to pages with the element, and it counts what the element did for visitors. Numbers only, no addresses:',
  counts: (serviceUrl: string) => `<script type="module" src="${serviceUrl}/email-check-counts.js"></script>`,
  countsName: 'the line',
} as const;
