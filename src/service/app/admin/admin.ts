import { Hono, type Context } from 'hono';
import { usageRangeFault } from '../../../wire/index.js';
import { AccountsError, type Accounts, type AccountsErrorCode, type Contacts } from '../../accounts/index.js';
import { BodyError } from '../../body/body-error.js';
import * as fields from '../../body/fields.js';
import { readJsonObject } from '../../body/json-body.js';
import type { Lists } from '../../bulk/index.js';
import { isTemporaryStoreError, StoreError } from '../../store/index.js';
import { RETRY_SECONDS } from '../answers.js';
import { logCalls } from '../log-calls.js';
import type { AppEnv, AppParts, Handler } from '../parts.js';
import { fixedHeaders } from '../security-headers.js';
import { AdminError } from './admin-error.js';
import { guard } from './guard.js';
import { accountJson, keyJson, listJson, madeKeyJson } from './admin-json.js';

/** Options of the admin API. */
export interface AdminOptions extends Pick<AppParts, 'now' | 'onCall' | 'onFault'> {
  readonly accounts: Accounts;
  readonly contacts: Contacts;
  readonly lists: Lists;
  /** Token that each request must have. */
  readonly token: string;
}

/** Handlers by path, then by method. */
type AdminRoutes = Readonly<Record<string, Readonly<Partial<Record<'GET' | 'POST' | 'DELETE', Handler>>>>>;

/** The route name that an observer gets for a request to an unknown path. */
export const ADMIN_PATHS = '/admin/*';

/** Number of lists that are shown, latest first. */
const MOST_LISTS = 100;

/** Bodies have only a few fields. */
const readAdminBody = (request: Request) => readJsonObject(request, { most: 16_384, example: '{"name": "Shop"}' });

const notFoundCodes: readonly AccountsErrorCode[] = ['no-account', 'no-key'];

/** The number in a path. */
const idIn = (c: Context<AppEnv>): number => fields.readFields({ id: c.req.param('id') }, { id: fields.idText }, {}).id;

const queryOf = (c: Context<AppEnv>): fields.JsonFields => Object.fromEntries(new URL(c.req.url).searchParams);

/** Accounts, credits and their usage. */
const accountRoutes = ({ accounts, now }: AdminOptions): AdminRoutes => ({
  '/admin/accounts': {
    GET: async (c) => c.json({ accounts: (await accounts.listAccounts()).map(accountJson) }),
    async POST(c) {
      const order = fields.readFields(
        await readAdminBody(c.req.raw),
        { name: fields.text },
        { credits: fields.credits(0) },
      );
      const made = await accounts.createAccount(order);
      c.header('Location', `/admin/accounts/${made.id}`);
      return c.json(accountJson(made), 201);
    },
  },
  '/admin/accounts/:id': { GET: async (c) => c.json(accountJson(await accounts.account(idIn(c)))) },
  '/admin/accounts/:id/credits': {
    async POST(c) {
      const account = idIn(c);
      const { credits } = fields.readFields(await readAdminBody(c.req.raw), { credits: fields.credits(1) }, {});
      await accounts.grantCredits(account, credits);
      return c.json(accountJson(await accounts.account(account)));
    },
  },
  '/admin/accounts/:id/usage': {
    async GET(c) {
      const range = fields.readFields(queryOf(c), { start: fields.day, end: fields.day }, {});
      const fault = usageRangeFault(range, now());
      if (fault !== undefined) throw new AdminError(400, fault);
      const { days, ...total } = await accounts.usage(idIn(c), range);
      return c.json({ ...total, timezone: 'UTC', days });
    },
  },
});

/** Keys. Only the answer that creates a key contains the key itself. */
const keyRoutes = ({ accounts, onFault }: AdminOptions): AdminRoutes => ({
  '/admin/keys': {
    async GET(c) {
      const { account } = fields.readFields(queryOf(c), {}, { account: fields.idText });
      return c.json({ keys: (await accounts.listKeys(account)).map(keyJson) });
    },
    async POST(c) {
      const { answers, ...order } = fields.readFields(
        await readAdminBody(c.req.raw),
        { account: fields.id, kind: fields.kind },
        {
          ...{ origins: fields.origins, showsBalance: fields.flag },
          ...{ dailyLimit: fields.daily, dailyBudget: fields.dailyBudget, answers: fields.answers },
        },
      );
      const made = await accounts.createKey({ ...order, answers: answers === 'domain' ? answers : undefined });
      return c.json(madeKeyJson(made), 201);
    },
  },
  '/admin/keys/:id': {
    async DELETE(c) {
      const id = idIn(c);
      if (!(await accounts.revokeKey(id)))
        throw new AdminError(404, `There is no valid key ${id}: GET /admin/keys lists them.`);
      return c.json({ id, isRevoked: true });
    },
  },
  '/admin/keys/:id/rotate': {
    async POST(c) {
      const { revokesOld = false } = fields.readFields(await readAdminBody(c.req.raw), {}, { revokesOld: fields.flag });
      const id = idIn(c);
      const { afterAnswer } = c.env;
      const made = await accounts.rotateKey(id, { revokesOld: revokesOld && !afterAnswer });
      // If the caller does not get the new key, the old one stays valid.
      if (revokesOld)
        afterAnswer?.((isWritten) => {
          if (isWritten) accounts.revokeKey(id).catch((fault: unknown) => onFault?.(fault));
        });
      return c.json({ ...madeKeyJson(made), follows: { id, isRevoked: revokesOld } }, 201);
    },
  },
});

/** Lists, without their addresses. */
const listRoutes = ({ lists }: AdminOptions): AdminRoutes => ({
  '/admin/lists': {
    async GET(c) {
      const { account } = fields.readFields(queryOf(c), {}, { account: fields.idText });
      return c.json({ lists: (await lists.latest(MOST_LISTS, account)).map(listJson) });
    },
  },
  '/admin/accounts/:id/lists/:list': {
    async DELETE(c) {
      const account = idIn(c);
      const id = c.req.param('list') ?? '';
      if (!(await lists.cancel(account, id)))
        throw new AdminError(
          404,
          `Account ${account} has no unfinished list with this id: GET /admin/lists?account=${account} lists them.`,
        );
      return c.json({ id, isCancelled: true });
    },
  },
});

const addressRoutes = ({ contacts }: AdminOptions): AdminRoutes => ({
  '/admin/addresses/:address': { DELETE: async (c) => c.json(await contacts.forget(c.req.param('address') ?? '')) },
});

/** The admin API: JSON on its own port, for callers with its token. No page may read it. */
export const createAdminApp = (options: AdminOptions): Hono<AppEnv> => {
  const app = new Hono<AppEnv>();
  app.use(logCalls(options, ADMIN_PATHS), async (c, next) => {
    for (const [name, value] of Object.entries(fixedHeaders)) c.header(name, value);
    c.header('Cache-Control', 'no-store');
    return next();
  });
  app.use(guard(options.token));
  const routes: AdminRoutes = {
    ...accountRoutes(options),
    ...keyRoutes(options),
    ...listRoutes(options),
    ...addressRoutes(options),
  };
  for (const [path, handlers] of Object.entries(routes)) {
    for (const [method, handler] of Object.entries(handlers))
      app.on(method, path, (c) => {
        c.set('path', `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
        return handler(c);
      });
    const allowed = Object.keys(handlers).join(', ');
    app.all(path, (c) => {
      c.header('Allow', allowed);
      return c.json({ error: `This address has no such method: use ${allowed}.` }, 405);
    });
  }
  app.notFound((c) => c.json({ error: 'The admin API has nothing at this address.' }, 404));
  app.onError((fault, c) => {
    if (fault instanceof AdminError || fault instanceof BodyError)
      return c.json({ error: fault.message }, fault.status);
    if (fault instanceof AccountsError)
      return c.json({ error: fault.message }, notFoundCodes.includes(fault.code) ? 404 : 400);
    options.onFault?.(fault);
    if (fault instanceof StoreError && isTemporaryStoreError(fault)) {
      c.header('Retry-After', RETRY_SECONDS);
      return c.json({ error: 'The database cannot be used at the moment: try again in a few seconds.' }, 503);
    }
    return c.json({ error: 'The service failed at this request: try again later.' }, 500);
  });
  return app;
};
