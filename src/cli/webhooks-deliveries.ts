import { UsageError, wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { sayDone } from './standard-output.js';
import { accountOption } from './webhook-secret.js';

const timeOf = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '' : new Date(milliseconds).toISOString();

/** Lists the latest events of an account, one on each line, with tabs between the columns; or sends one of them again. */
export const webhooksDeliveries: Command = {
  name: 'webhooks deliveries',
  summary: 'list events of an account: number, id, type, state, tries, time, last try, next try, URL, last answer',
  options: {
    account: accountOption,
    again: { value: 'number', help: 'send the event with this number again, instead of listing all' },
    ...databaseOptions,
  },
  notes: ['The latest 100 events of 30 days are shown. One that goes to two URLs has two lines with the same id.'],
  async run(parsed, context) {
    const account = wholeNumber('account', parsed);
    const again = parsed.text('again') === undefined ? undefined : wholeNumber('again', parsed);
    if (again === 0) throw new UsageError('--again is not the number of an event: they begin with 1.');
    await withAccounts(parsed, context, async ({ webhooks }) => {
      if (again !== undefined) {
        if (!(await webhooks.sendAgain(account, again)))
          throw new Error(
            `Account ${account} has no event with the number ${again}, or no webhook: email-check webhooks deliveries --account ${account} shows the numbers.`,
          );
        return sayDone(context, `Event ${again} is sent again by a running service, within seconds.`);
      }
      const deliveries = await webhooks.deliveries(account);
      if (deliveries.length === 0) context.printError(`Account ${account} has no events.`);
      for (const {
        id,
        event,
        type,
        state,
        tries,
        createdAt,
        lastTriedAt,
        nextTryAt,
        url,
        lastAnswer = '',
      } of deliveries)
        await context.say(
          [id, event, type, state, tries, timeOf(createdAt), timeOf(lastTriedAt), timeOf(nextTryAt), url, lastAnswer]
            .join('\t')
            .trimEnd(),
        );
    });
  },
};
