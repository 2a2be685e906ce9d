import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { parseNamedAddress } from '../src/address/index.js';
import { createClient } from '../src/client/index.js';
import { createKeyProxy, createNonces, type Caller } from '../src/proxy/index.js';
import { createUsedReceipts, verifyReceipt } from '../src/proxy/receipt.js';
import { refuseReceipt } from '../src/proxy/receipt-refusals.js';
import { answerPage } from './answer-page.js';
import { isOwn } from './is-own.js';
import type { Issuer } from './issuer/issuer.js';
import { createOwnedSignUp } from './owned-sign-up.js';
import { ownPolicy } from './policies.js';
import { createSessions } from './sessions.js';
import { outcomeOf } from './sign-up-outcome.js';

/** What a site's own server has: here the demo's, as a reader would write it for a shop. */
export interface BackendOptions {
  /** It is in no page: the key proxy alone has it. */
  readonly privateKey: string;
  readonly serviceUrl: string;
  /** Signs receipts in the key proxy, and verifies them at the sign-up: 32 octets or more. */
  readonly receiptSecret: string;
  /** The pages' own, for browsers that do not say `Sec-Fetch-Site`. */
  readonly origins: readonly string[];
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Tops the account up, where the site can: a real one pays for that. */
  readonly addCredits?: () => Promise<unknown>;
  /** The provider of the demo's world that lets browsers prove ownership. Without it nobody's is. */
  readonly issuer?: Issuer;
}

/** A site's own server, as `Request → Response`: the key proxy, the sign-up behind it, and who is signed in. */
export interface Backend {
  readonly fetch: (request: Request, caller: Caller) => Promise<Response>;
}

type Env = { Bindings: Caller };

/** What the free detector may take, in milliseconds: without it a sign-up is looked at later. */
const DETECTOR_PATIENCE = 2_000;
/** A receipt has about 600 characters. */
const LONGEST_FORM = 8_192;
const ACCOUNT = '/account.html';
/** Where somebody may be led who has signed in or out. */
const PAGES_OF_PEOPLE: readonly string[] = [ACCOUNT, '/bulk.html'];

const textOf = (field: FormDataEntryValue | null): string => (typeof field === 'string' ? field.trim() : '');

/** A server whose receipts, limits and sessions are its own. */
export const createBackend = ({
  privateKey,
  serviceUrl,
  receiptSecret,
  origins,
  now,
  addCredits,
  issuer,
}: BackendOptions): Backend => {
  const app = new Hono<Env>();
  const nonces = createNonces({ now });
  const sessions = createSessions();
  const used = createUsedReceipts({ now });
  const proxy = createKeyProxy({
    ...{ apiKey: privateKey, baseUrl: serviceUrl, receiptSecret, origins, now, nonces },
    authorize: (request) => sessions.has(request),
  });

  const client = createClient({ baseUrl: serviceUrl, timeout: DETECTOR_PATIENCE });

  app.all('/email-check/*', (c) => proxy(c.req.raw, { address: c.env.address }));

  const limited = bodyLimit({ maxSize: LONGEST_FORM, onError: (c) => c.text('This form is too long.', 413) });
  const formOf = (c: Context<Env>): Promise<FormData | undefined> => c.req.formData().catch(() => undefined);

  app.post('/sign-up', limited, async (c) => {
    const form = await formOf(c);
    if (!form) return c.text('This is no form.', 400);
    const [name, email, receipt] = ['name', 'email', 'email_check_receipt'].map((field) => textOf(form.get(field))) as [
      string,
      string,
      string,
    ];
    // The address is judged first: a receipt is not used up by a sign-up that cannot be.
    const parsed = parseNamedAddress(email);
    const verified = parsed.ok
      ? await verifyReceipt(receipt, { email, secret: receiptSecret, used, now: now() })
      : refuseReceipt('not-an-address');
    // It costs nothing, and is told the bare domain.
    const isTemporary = parsed.ok && !verified.ok && (await client.isDisposable(parsed.asciiDomain).catch(() => false));
    const { status, parts } = outcomeOf({ name, email, receipt, verified, isTemporary });
    c.header('Content-Security-Policy', ownPolicy());
    return c.html(await answerPage('signed-up.html', parts), status);
  });

  const signUpOwned = createOwnedSignUp({ nonces, receiptSecret, origins, issuer });
  app.post('/sign-up-without-code', limited, async (c) => {
    const form = await formOf(c);
    if (!form) return c.text('This is no form.', 400);
    const { status, parts } = await signUpOwned(c.req.raw, form);
    c.header('Content-Security-Policy', ownPolicy());
    return c.html(await answerPage('owned.html', parts), status);
  });

  /** Another site must not sign anybody in or out. */
  const turn = (c: Context<Env>, cookieOf: (request: Request) => string): Response => {
    if (!isOwn(c.req.raw)) return c.text('This is done at the button of this page alone.', 403);
    c.header('Set-Cookie', cookieOf(c.req.raw));
    return c.redirect(PAGES_OF_PEOPLE.find((each) => each === c.req.query('to')) ?? ACCOUNT, 303);
  };
  app.post('/sign-in', (c) => turn(c, (request) => sessions.begin(request)));
  app.post('/sign-out', (c) => turn(c, (request) => sessions.end(request)));

  app.post('/add-credits', async (c) => {
    if (!isOwn(c.req.raw) || !sessions.has(c.req.raw))
      return c.text('Credits are added at the button of this page, by who is signed in.', 403);
    if (!addCredits) return c.text('This site adds no credits.', 404);
    await addCredits();
    return c.body(null, 204);
  });

  return { fetch: async (request, caller) => app.fetch(request, caller) };
};
