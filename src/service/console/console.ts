import { consoleRoutes, type ConsoleRouteName } from '../../wire/console/index.js';
import { readJsonObject } from '../body/json-body.js';
import { BrokenBodyError } from '../body/upload-body.js';
import type { SessionRecord } from '../store/index.js';
import { failureAnswer, jsonAnswer } from './answers.js';
import type { Asked, AskedInSession, Change, ConsoleCaller, Handlers } from './asked.js';
import { numberIn } from './asked.js';
import { ConsoleError, signedOut } from './console-error.js';
import { handlersOf } from './handlers/index.js';
import { consoleHeaders } from './headers.js';
import { matchRoute, type FoundRoute } from './match-route.js';
import type { ConsoleParts } from './parts.js';
import { checkOrigin, placeOf } from './place.js';
import { Sessions } from './sessions.js';

/** Maximum number of characters in a path and query, and of octets in a body of JSON. */
const MOST_URL = 8_192;
const MOST_BODY = 65_536;

/** Status for a caller that left before its answer. Only the observer sees it. */
const CLIENT_CLOSED_REQUEST = 499;

/** An answer of the console, and the name of its route for the log, such as `GET /console/api/session`. */
export interface RoutedAnswer {
  readonly response: Response;
  readonly path: string;
}

/** The console's interface. */
export interface Console {
  /** Answers a request to a path below `CONSOLE_API_PATH`. Never rejects. */
  answer(request: Request, caller: ConsoleCaller): Promise<RoutedAnswer>;
  /** Answers everyone who waits for news. */
  close(): void;
}

/** Routes that change nothing of an account, though they are POSTs. */
const unrecorded: readonly ConsoleRouteName[] = ['tryAddress'];

/** Routes that a page asks by itself as long as it is open: they do not keep a session alive. */
const watching: readonly ConsoleRouteName[] = ['feed', 'operatorFeed'];

/** Routes that end sessions: pages that wait for news learn it at once. */
const ending: readonly ConsoleRouteName[] = ['endSession', 'signOut', 'closeAccount'];

const UNKNOWN_PATH = '/console/api/*';

const routeOf = ({ method }: Request, { pathname, search }: URL): FoundRoute => {
  if (pathname.length + search.length > MOST_URL)
    throw new ConsoleError(414, `The URL is too long: ${MOST_URL} characters at most.`);
  const found = matchRoute(method, pathname);
  if (!found) throw new ConsoleError(404, 'The console has nothing at this address.');
  if ('name' in found) return found;
  const allowed = found.allowed.join(', ');
  throw new ConsoleError(405, `This address has no such method: use ${allowed}.`, { headers: { Allow: allowed } });
};

const noAccount = (id: number) =>
  new ConsoleError(404, `Account ${id} does not exist, or your session is for another account.`);

/** Answers requests by the table of routes. What a session may do is decided here, and nowhere else. */
export const createConsole = (parts: ConsoleParts): Console => {
  const { accounts, store, now, onFault = () => undefined } = parts;
  const sessions = new Sessions(parts);
  const handlers = handlersOf(parts, sessions);

  const sessionOf = async (request: Request, isSecure: boolean, name: ConsoleRouteName): Promise<SessionRecord> => {
    const session = await sessions.find(request, { isSecure, isUse: !watching.includes(name) });
    if (!session) throw signedOut();
    return session;
  };

  /** Makes sure that a session reaches a route, and the account in its path. */
  const checkScope = async ({ route, parts }: FoundRoute, session: SessionRecord): Promise<void> => {
    if (route.scope === 'operator' && session.accountId !== undefined)
      throw new ConsoleError(403, 'This is for the operator alone: make a link without --account.');
    if (parts['account'] === undefined) return;
    const account = numberIn({ parts }, 'account');
    if (session.accountId !== undefined && session.accountId !== account) throw noAccount(account);
    if (session.accountId === undefined) await accounts.account(account);
  };

  const record = async (
    { name, route, parts }: FoundRoute,
    session: SessionRecord | undefined,
    change: Change | undefined,
  ): Promise<void> => {
    if (route.method !== 'POST' || unrecorded.includes(name)) return;
    const accountId = parts['account'] === undefined ? session?.accountId : numberIn({ parts }, 'account');
    const { detail = '', ...who } = { sessionId: session?.id, accountId, ...change };
    const known = Object.fromEntries(Object.entries(who).filter(([, id]) => id !== undefined));
    // The change is made: a log that cannot be written does not undo it.
    await store.addAudit({ at: now(), action: name, detail, ...known }).catch(onFault);
  };

  const answerRoute = async (found: FoundRoute, request: Request, caller: ConsoleCaller): Promise<Response> => {
    const { name, route } = found;
    const place = placeOf(request, caller, parts.publicUrl);
    const session = route.scope === 'anyone' ? undefined : await sessionOf(request, place.isSecure, name);
    if (route.method === 'POST') checkOrigin(request, place);
    if (session) await checkScope(found, session);
    let change: Change | undefined;
    const asked: Asked | AskedInSession = {
      ...{ request, caller, parts: found.parts },
      query: new URL(request.url).searchParams,
      serviceUrl: place.serviceUrl,
      isSecure: place.isSecure,
      body:
        route.method === 'POST' && name !== 'addListFile'
          ? await readJsonObject(request, { most: MOST_BODY, example: '{"name": "Shop"}' })
          : {},
      note: (made) => (change = made),
      ...(session && {
        session,
        checkSession: async () => void (await sessionOf(request, place.isSecure, name)),
      }),
      ...(found.parts['account'] !== undefined && { account: numberIn(found, 'account') }),
    };
    // The table's types say what each handler gets; the scope that gives it was checked above.
    const handle = handlers[name] as Handlers['session'];
    const answer = await handle(asked as AskedInSession);
    if (ending.includes(name)) parts.feed.answerAll();
    await record(found, session, change);
    return answer instanceof Response ? answer : jsonAnswer(200, answer);
  };

  return {
    close: () => parts.feed.close(),
    async answer(request, caller) {
      let path = UNKNOWN_PATH;
      let response: Response;
      try {
        const found = routeOf(request, new URL(request.url));
        path = `${found.route.method} ${consoleRoutes[found.name].path}`;
        response = await answerRoute(found, request, caller);
      } catch (error) {
        const hasLeft = request.signal.aborted || error instanceof BrokenBodyError;
        response = hasLeft ? new Response(null, { status: CLIENT_CLOSED_REQUEST }) : failureAnswer(error, onFault);
      }
      for (const [header, value] of Object.entries(consoleHeaders('api', caller))) response.headers.set(header, value);
      return { response, path };
    },
  };
};
