import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type {
  CreditsOrder,
  KeyChange,
  KeyInfo,
  KeyOrder,
  MadeKeyInfo,
  RotateOrder,
  WebhookOrder,
} from '../../src/wire/console/index.js';
import { isApprovedOrigin, isAnyPortOrigin } from '../../src/wire/approved-origins.js';
import { encodeDisposable, encodeValidation } from '../../src/wire/encode.js';
import { neutralNames } from '../../src/wire/names.js';
import { fixtureAnswers } from './fixture-answers.js';
import { FixtureRefusal, type FixtureCall } from './fixture-call.js';
import { startConsoleFixture, type ConsoleFixture, type FixtureAdditions } from './fixture.js';
import { FIXTURE_NOW, type FixtureWorld } from './fixture-world.js';

/** Refuses an order for what is wrong with one of its fields. */
const refuse = (field: string, message: string): never => {
  throw new FixtureRefusal(400, message, undefined, field);
};

const checkOrigins = ({ origins = [] }: KeyChange): void => {
  const isOrigin = (text: string) =>
    isAnyPortOrigin(text) || (URL.canParse(text) && /^https?:/.test(text) && new URL(text).pathname === '/');
  const bad = origins.find((each) => !isOrigin(each));
  if (bad !== undefined) refuse('origins', `"${bad}" is not an origin. Write it as https://www.example.com.`);
};

/** The fixture of keys, accounts and webhooks: its service knows the keys that it makes. */
export interface KeysFixture extends ConsoleFixture {
  /** The keys that were made, with their text. */
  readonly made: MadeKeyInfo[];
  /** The ids of the orders of credits that were carried out. */
  readonly orders: string[];
}

/** What a service answers about an address with a key that works on this page. */
const verdict = (email: string) => {
  const isGood = !email.startsWith('nobody');
  return encodeValidation(
    {
      ...{ email, code: isGood ? 5 : 6, role: false, freeEmail: false, result: isGood ? 'Safe to Send' : 'Invalid' },
      ...{ reasons: [isGood ? 'Deliverable' : 'Bounce'], sendTransactional: isGood, didYouMean: '' },
    },
    neutralNames.envelope,
  );
};

/** Starts it. */
export const startKeysFixture = async (
  given: Partial<FixtureWorld> = {},
  more: FixtureAdditions['answers'] = {},
): Promise<KeysFixture> => {
  const made: MadeKeyInfo[] = [];
  const orders: string[] = [];

  const add = ({ account }: FixtureCall, order: KeyOrder): MadeKeyInfo => {
    const id = Math.max(10 * account.info.id, ...account.keys.map((each) => each.id)) + 1;
    const key = `${order.kind === 'public' ? 'public_' : ''}${`k7Gq2${id}`.repeat(5).slice(0, 18)}w3xz`;
    const info: KeyInfo = { id, hint: 'w3xz', createdAt: FIXTURE_NOW, label: '', origins: [], ...order };
    account.keys = [info, ...account.keys];
    account.info.keys += 1;
    made.push({ ...info, key });
    return { ...info, key };
  };

  const answers: NonNullable<FixtureAdditions['answers']> = {
    addKey: (call) => {
      checkOrigins(call.body as KeyOrder);
      return add(call, call.body as KeyOrder);
    },
    changeKey: (call) => {
      checkOrigins(call.body as KeyChange);
      return fixtureAnswers.changeKey(call);
    },
    rotateKey: (call) => {
      const old = call.account.keys.find(({ id }) => id === Number(call.parts.key))!;
      const { kind, label, origins, dailyLimit, dailyBudget, answers: covered } = old;
      if ((call.body as RotateOrder).revokesOld) fixtureAnswers.revokeKey(call);
      const order = { kind, label, origins, dailyLimit, dailyBudget, answers: covered };
      return add(call, JSON.parse(JSON.stringify(order)) as KeyOrder);
    },
    changeCredits: (call) => {
      const { id, credits } = call.body as CreditsOrder;
      if (call.account.info.balance + credits < 0)
        refuse('credits', `The account has only ${call.account.info.balance} credits. Take fewer.`);
      if (!orders.includes(id)) call.account.info.balance += credits;
      orders.push(id);
      return call.account.info;
    },
    setWebhook: (call) => {
      const { url } = call.body as WebhookOrder;
      if (!url.startsWith('https:'))
        refuse('url', `"${url}" is not an https URL. Write it as https://example.com/hook.`);
      return fixtureAnswers.setWebhook(call);
    },
    ...more,
  };

  const validate = (target: URL, response: ServerResponse): void => {
    const valid = (key: string) => made.find((each) => each.key === key);
    const key = valid(target.searchParams.get('api') ?? '');
    const now = [...fixture.world.accounts.values()].flatMap(({ keys }) => keys).find(({ id }) => id === key?.id);
    const isAllowed = now && isApprovedOrigin(now.origins, fixture.url);
    const { status, body } = isAllowed
      ? verdict(target.searchParams.get('email') ?? '')
      : { status: 403, body: { success: '0', message: 'Forbidden' } };
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };

  const serve: FixtureAdditions['serve'] = (target, response) => {
    if (target.pathname === '/email-check.js')
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync('dist/email-check.js'));
    else if (target.pathname === '/v1/') validate(target, response);
    else if (target.pathname.startsWith('/disposable/'))
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(encodeDisposable(false).body));
    else if (target.pathname.startsWith('/logo/')) response.writeHead(404).end();
    else return false;
    return true;
  };

  const fixture: ConsoleFixture = await startConsoleFixture(given, { answers, serve });
  return { ...fixture, made, orders };
};
