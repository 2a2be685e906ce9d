import type { AccountInfo } from '../../../wire/console/index.js';
import { csvLine } from '../../../table/index.js';
import type { Accounts } from '../../accounts/index.js';
import { MOST_CREDITS } from '../../accounts/index.js';
import * as fields from '../../body/fields.js';
import type { AccountRecord, KeyRecord } from '../../store/index.js';
import { numberIn, type Handlers } from '../asked.js';
import { ConsoleError } from '../console-error.js';
import { daysUntil } from '../days.js';
import type { ConsoleParts } from '../parts.js';

const isValid = ({ revokedAt, isConsole }: KeyRecord): boolean => revokedAt === undefined && !isConsole;

/** Number of valid keys of each account. */
const countKeys = (keys: readonly KeyRecord[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const { accountId } of keys.filter(isValid)) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  return counts;
};

const accountInfo = (
  { id, name, balance, createdAt, closedAt, lowCredits }: AccountRecord,
  keys: ReadonlyMap<number, number>,
): AccountInfo => ({
  ...{ id, name, balance, createdAt, keys: keys.get(id) ?? 0 },
  ...(closedAt !== undefined && { closedAt }),
  ...(lowCredits !== undefined && { lowCredits }),
});

const infoOf = async (accounts: Accounts, id: number): Promise<AccountInfo> => {
  const [record, keys] = await Promise.all([accounts.account(id), accounts.listKeys(id)]);
  return accountInfo(record, countKeys(keys));
};

/** Credits to give, or to take if negative. */
const credits: fields.Field<number> = {
  expects: `a whole number other than 0, from -${MOST_CREDITS} to ${MOST_CREDITS}, without quotes`,
  read: (sent) =>
    typeof sent === 'number' && Number.isSafeInteger(sent) && sent !== 0 && Math.abs(sent) <= MOST_CREDITS
      ? sent
      : undefined,
};

const lowCredits: fields.Field<number | null> = {
  expects: `${fields.credits(1).expects}, or null for none`,
  read: (sent) => (sent === null ? null : fields.credits(1).read(sent)),
};

/** Days of usage in the file. */
const FILE_DAYS = 366;

/** Accounts and their credits. */
export const accountHandlers = ({
  accounts,
  now,
}: ConsoleParts): Handlers<
  | 'accounts'
  | 'addAccount'
  | 'account'
  | 'renameAccount'
  | 'closeAccount'
  | 'changeCredits'
  | 'setLowCredits'
  | 'usageFile'
> => ({
  async accounts() {
    const [records, keys] = await Promise.all([accounts.listAccounts(), accounts.listKeys()]);
    const counts = countKeys(keys);
    return records.map((record) => accountInfo(record, counts));
  },
  async addAccount({ body, note }) {
    const order = fields.readFields(body, { name: fields.text, credits: fields.credits(0) }, {});
    const made = await accounts.createAccount(order);
    note({ detail: `account ${made.id}: ${made.balance} credits`, accountId: made.id });
    return accountInfo(made, new Map());
  },
  account: ({ account }) => infoOf(accounts, account),
  async renameAccount({ parts, body }) {
    const id = numberIn({ parts }, 'account');
    await accounts.rename(id, fields.readFields(body, { name: fields.text }, {}).name);
    return infoOf(accounts, id);
  },
  async closeAccount({ parts }) {
    const id = numberIn({ parts }, 'account');
    await accounts.close(id);
    return infoOf(accounts, id);
  },
  async changeCredits({ parts, body, note }) {
    const account = numberIn({ parts }, 'account');
    const order = fields.readFields(body, { id: fields.text, credits, reason: fields.text }, {});
    const { balance, isNew } = await accounts.changeCredits(account, order);
    const sum = `${order.credits > 0 ? '+' : ''}${order.credits} credits`;
    note({ detail: isNew ? `${sum}, now ${balance}: ${order.reason}` : `${sum}: made before, nothing changed` });
    return infoOf(accounts, account);
  },
  async setLowCredits({ account, body, note }) {
    const order = fields.readFields(body, { lowCredits }, {});
    await accounts.setLowCredits(account, order.lowCredits ?? undefined);
    note({ detail: order.lowCredits === null ? 'none' : `below ${order.lowCredits}` });
    return infoOf(accounts, account);
  },
  async usageFile({ account }) {
    const days = daysUntil(now(), FILE_DAYS);
    const [first = '', last = ''] = [days[0], days.at(-1)];
    const [usage, counts] = await Promise.all([
      accounts.usageOfDays(account, first, last),
      accounts.counts(account, first, last),
    ]);
    const names = [...new Set(counts.map(({ name }) => name))].filter((name) => !name.startsWith('page.')).sort();
    const lines = usage.map(({ day, calls, credits: spent }) =>
      csvLine([
        ...[day, String(calls), String(spent)],
        ...names.map((name) => String(counts.find((each) => each.day === day && each.name === name)?.count ?? 0)),
      ]),
    );
    if (lines.length === 0) throw new ConsoleError(404, 'The account has no usage in the last year.');
    return new Response([csvLine(['day', 'calls', 'credits', ...names]), ...lines].join(''), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="usage-of-account-${account}.csv"`,
      },
    });
  },
});
