import { DAILY_CALLS_PER_NETWORK, DAILY_CALLS_PER_PUBLIC_KEY } from '../../../wire/index.js';
import type { KeyInfo } from '../../../wire/console/index.js';
import { MOST_LABEL } from '../../accounts/index.js';
import * as fields from '../../body/fields.js';
import type { KeyRecord } from '../../store/index.js';
import { numberIn, type Handlers } from '../asked.js';
import { ConsoleError } from '../console-error.js';
import type { ConsoleParts } from '../parts.js';

/** A key as the page shows it: never its hash. */
const keyInfo = (key: KeyRecord): KeyInfo => {
  const { id, kind, label, hint, origins, createdAt, revokedAt, lastUsedAt } = key;
  return {
    ...{ id, kind, label, hint, origins, createdAt },
    ...(kind === 'public' && {
      dailyLimit: key.dailyLimit ?? DAILY_CALLS_PER_NETWORK,
      dailyBudget: (key.dailyBudget ?? DAILY_CALLS_PER_PUBLIC_KEY) || ('off' as const),
      answers: key.answers ?? ('full' as const),
    }),
    ...(revokedAt !== undefined && { revokedAt }),
    ...(lastUsedAt !== undefined && { lastUsedAt }),
  };
};

const label: fields.Field<string> = {
  expects: `a text of at most ${MOST_LABEL} characters`,
  read: (sent) => (typeof sent === 'string' && sent.length <= MOST_LABEL ? sent : undefined),
};

const answers: fields.Field<'full' | 'domain'> = {
  expects: '"full" or "domain"',
  read: (sent) => (sent === 'full' || sent === 'domain' ? sent : undefined),
};

const settings = {
  ...{ label, origins: fields.origins },
  ...{ dailyLimit: fields.daily, dailyBudget: fields.dailyBudget, answers },
};

/** Keys. Only the answers that make one contain the key itself. */
export const keyHandlers = ({
  accounts,
  uses,
}: ConsoleParts): Handlers<'keys' | 'addKey' | 'changeKey' | 'approveOrigin' | 'rotateKey' | 'revokeKey'> => {
  /** The number of a key in the path, which is one of the account's. */
  const ownKey = async (parts: Readonly<Record<string, string>>, account: number): Promise<number> => {
    const id = numberIn({ parts }, 'key');
    const own = (await accounts.listKeys(account)).find((key) => key.id === id && !key.isConsole);
    if (own?.revokedAt === undefined && own) return id;
    throw new ConsoleError(404, `The account has no valid key ${id}: look at its keys, one may have been revoked.`);
  };
  return {
    async keys({ account }) {
      const keys = (await accounts.listKeys(account)).filter(({ isConsole }) => !isConsole);
      const used = keys.map((key) => {
        const lastUsedAt = uses.latest(key.id);
        return keyInfo(lastUsedAt === undefined ? key : { ...key, lastUsedAt });
      });
      return used.sort((one, other) => other.id - one.id);
    },
    async addKey({ account, body, note }) {
      const { answers: covered, ...order } = fields.readFields(body, { kind: fields.kind }, settings);
      const made = await accounts.createKey({
        ...order,
        account,
        answers: covered === 'domain' ? covered : undefined,
      });
      note({ detail: `key ${made.id}, ${made.kind}` });
      return { ...keyInfo(made), key: made.key };
    },
    async changeKey({ account, parts, body, note }) {
      const id = await ownKey(parts, account);
      const change = fields.readFields(body, {}, settings);
      const key = await accounts.changeKey(account, id, change);
      note({ detail: `key ${id}: ${Object.keys(change).join(', ')}` });
      return keyInfo(key);
    },
    async approveOrigin({ account, parts, body, note }) {
      const id = await ownKey(parts, account);
      const { origin } = fields.readFields(body, { origin: fields.text }, {});
      const key = await accounts.approveOrigin(account, id, origin);
      note({ detail: `key ${id}: ${origin} approved` });
      return keyInfo(key);
    },
    async rotateKey({ account, parts, body, note }) {
      const id = await ownKey(parts, account);
      const { revokesOld = false } = fields.readFields(body, {}, { revokesOld: fields.flag });
      const made = await accounts.rotateKey(id, { revokesOld });
      note({ detail: `key ${id}, followed by key ${made.id}${revokesOld ? ' and revoked' : ''}` });
      return { ...keyInfo(made), key: made.key };
    },
    async revokeKey({ account, parts, note }) {
      const id = await ownKey(parts, account);
      await accounts.revokeKey(id);
      note({ detail: `key ${id}` });
      return {};
    },
  };
};
