import { DAILY_CALLS_PER_NETWORK, DAILY_CALLS_PER_PUBLIC_KEY } from '../wire/limits.js';
import { UsageError, wholeNumber, type Command, type ParsedOptions } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { showKey } from './show-key.js';

const budgetOf = (parsed: ParsedOptions): number | 'off' | undefined => {
  const text = parsed.text('daily-budget');
  if (text === undefined || text === 'off') return text;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError('--daily-budget is not a number of validations: write digits only, or off.');
};

/** Makes a key and shows it, once. */
export const keysAdd: Command = {
  name: 'keys add',
  summary: 'make a key; it is shown once',
  options: {
    account: { value: 'number', help: 'the account that pays', isRequired: true },
    kind: { value: 'private|public', help: 'private for servers, public for pages', isRequired: true },
    origin: {
      value: 'origin',
      help: 'origin of the pages that may use a public key, such as https://www.example.com, https://*.example.com or http://localhost:*',
      isRepeatable: true,
    },
    'daily-limit': {
      value: 'number',
      help: `validations a day (UTC) for each network with a public key (default ${DAILY_CALLS_PER_NETWORK})`,
    },
    'daily-budget': {
      value: 'number|off',
      help: `validations a day (UTC) for all networks together with a public key (default ${DAILY_CALLS_PER_PUBLIC_KEY}); off for no limit`,
    },
    answers: {
      value: 'mailbox|domain',
      help: 'what answers to a public key cover: with domain, no mail host is asked (default mailbox)',
    },
    'shows-balance': { help: 'include the balance in answers to a public key' },
    ...databaseOptions,
  },
  async run(parsed, context) {
    const kind = parsed.text('kind');
    if (kind !== 'private' && kind !== 'public') throw new UsageError('--kind is invalid: write private or public.');
    const answers = parsed.text('answers') ?? 'mailbox';
    if (answers !== 'mailbox' && answers !== 'domain')
      throw new UsageError('--answers is invalid: write mailbox or domain.');
    const account = wholeNumber('account', parsed);
    const dailyLimit = parsed.text('daily-limit') === undefined ? undefined : wholeNumber('daily-limit', parsed);
    const dailyBudget = budgetOf(parsed);
    await withAccounts(parsed, context, async ({ accounts }) => {
      const made = await accounts.createKey({
        account,
        kind,
        origins: parsed.all('origin'),
        showsBalance: parsed.has('shows-balance'),
        dailyLimit,
        dailyBudget,
        answers: answers === 'domain' ? answers : undefined,
      });
      await showKey(context, made);
      context.printError(`Key ${made.id}, ${kind}, for account ${account}. Keep it now: it cannot be shown again.`);
    });
  },
};
