import { normalizeAddress, parseNamedAddress } from '../address/index.js';
import { encodeValidation, type Validation } from '../wire/index.js';
import { addressHash } from './address-hash.js';
import { answerFault, answerJson, answerLogo } from './answers.js';
import { countCall, countCredits, countValidation } from './budget.js';
import { checkParameters } from './check-parameters.js';
import { startDeadline, TimeOver, type Deadline } from './deadline.js';
import { createDetector, detectorVerdict, type Detector } from './detector.js';
import { encodersOf, readVerdict } from './encode-answer.js';
import { LONGEST_URL } from './failures.js';
import { keyTraces } from './key-traces.js';
import { createConcurrencyLimit, type ConcurrencyLimit } from './concurrency-limit.js';
import type { KeyProxyOptions } from './options.js';
import { isPlainTarget } from './plain-target.js';
import { readParameters, type Parameters } from './read-request.js';
import { createReceipts, type Receipts } from './receipts.js';
import { Refused, refused, type Fault } from './refused.js';
import { routedCallOf, type RoutedCall } from './routes.js';
import { checkAccountHeader, checkSameSite, checkScript } from './same-site.js';
import { serviceFaultOf } from './service-fault.js';
import { settingsOf, type Settings } from './settings.js';
import { askLogo, askService, notUnderstood, tooLate, type UpstreamCall } from './upstream.js';
import { UNKNOWN_VISITOR, visitorOf, type Caller } from './visitor.js';

/**
 * Answers a request to the key proxy. Never rejects. `caller` is what a runtime knows about the caller beside the request: without it and
 * without trusted hops, all visitors count as one.
 */
export type KeyProxy = (request: Request, caller?: Caller) => Promise<Response>;

/** The call that a request is for. @throws Refused */
const routedCallIn = (request: Request, { mount }: Settings): RoutedCall => {
  const { pathname, search } = new URL(request.url);
  if (pathname.length + search.length > LONGEST_URL) throw refused(414);
  // Deno and Workers give the URL as it came. Others have resolved it, or their adapter looks first.
  const routed = isPlainTarget(request.url) ? routedCallOf(pathname, mount) : undefined;
  if (!routed) throw refused(404);
  const methods: readonly string[] = routed.route.methods;
  if (!methods.includes(request.method))
    throw refused(405, `This call needs the method ${methods.join(' or ')}.`, {
      headers: { Allow: methods.join(', ') },
    });
  return routed;
};

/** Lets account calls through if the site allows them. @throws Refused */
const checkAuthorized = async (
  request: Request,
  { name, route }: RoutedCall,
  { authorize, onError }: Settings,
  deadline: Deadline,
): Promise<void> => {
  if (route.openTo === 'page') return;
  if (!authorize)
    throw refused(
      'forbidden',
      'This call is closed to everyone: give the key proxy an "authorize" that says who may make it.',
    );
  checkAccountHeader(request);
  let isAuthorized: boolean;
  try {
    isAuthorized = await deadline.within(Promise.resolve(authorize(request, name)), 'authorize');
  } catch (error) {
    // The call is over, and its waiter reports the fault.
    if (deadline.signal.aborted) throw error;
    onError(error, 'authorize');
    isAuthorized = false;
  }
  if (isAuthorized !== true) throw refused('forbidden', "The key proxy's authorize does not allow this call.");
};

/** A slow sender of a body gets half of the call's time: the service needs some. @throws Refused */
const readInTime = async (request: Request, { route }: RoutedCall, { timeout }: Settings): Promise<Parameters> => {
  if (!request.body) return readParameters(request, route);
  const deadline = startDeadline(timeout / 2);
  try {
    return await deadline.within(readParameters(request, route));
  } catch (error) {
    throw error instanceof TimeOver ? refused(408) : error;
  } finally {
    deadline.end();
  }
};

/** One call on its way through the proxy. */
interface CallInProgress extends UpstreamCall {
  readonly routed: RoutedCall;
  readonly concurrencyLimit: ConcurrencyLimit;
  readonly arrival: number;
  readonly visitor: string;
  readonly receipts: Receipts;
  readonly detector: Detector;
}

const WAIT_SECONDS = '2';

/** The network whose calls are bounded together; none if the visitor is not known. */
const networkOf = (visitor: string): string | undefined => (visitor === UNKNOWN_VISITOR ? undefined : visitor);

const tooManyWait = (): Refused =>
  refused('busy', 'Too many calls are waiting for the service: ask again shortly.', {
    headers: { 'Retry-After': WAIT_SECONDS },
  });

/** Does work that asks the service, when it is its turn. @throws Refused */
const inTurn = async <Value>(
  { concurrencyLimit, arrival, visitor, question: { parameters }, settings: { timeout }, hasLeft }: CallInProgress,
  work: () => Promise<Value>,
): Promise<Value> => {
  const isEnriched = Boolean(parameters['append'] ?? parameters['photo']);
  // A call may wait for half of its time, so that the other half is left for the answer.
  const claim = { isEnriched, network: networkOf(visitor) };
  const leave = await concurrencyLimit.enter({ ...claim, arrival, maxWait: timeout / 2, longest: timeout, hasLeft });
  if (leave === 'left') throw refused(499);
  if (leave === 'full') throw tooManyWait();
  if (leave === 'late') throw refused('queue-timeout', undefined, { headers: { 'Retry-After': WAIT_SECONDS } });
  try {
    return await work();
  } finally {
    leave();
  }
};

/** The verdict on an address: one that is kept, or the free detector's, or else the service's. */
const verdictOn = async (call: CallInProgress): Promise<Validation> => {
  const { question, settings, visitor, detector, concurrencyLimit, deadline } = call;
  const counting = { ...settings, deadline };
  const { cache, apiKey, envelope } = settings;
  const { email = '', ...flags } = question.parameters;
  // A visitor who asks again because too many calls wait loses nothing of the daily limit.
  if (concurrencyLimit.isFull({ isEnriched: false, network: networkOf(visitor) })) throw tooManyWait();
  // Before a look at the cache: past the limit no visitor may learn which addresses others have just checked.
  await countValidation(visitor, counting);
  // Only plain verdicts are kept: what is found of a person is not.
  const kept = Object.keys(flags).length ? undefined : cache;
  const name = kept ? await addressHash(apiKey, 'cache', normalizeAddress(email)) : '';
  const found = kept && (await deadline.within(kept.get(name), 'cache'));
  if (found) return { ...found, email };
  const parsed = parseNamedAddress(email);
  const domain = parsed.ok ? parsed.asciiDomain : '';
  const known = detector.known(domain);
  if (known) return detectorVerdict(email);
  const verdict = await inTurn(call, async () => {
    if (known === undefined && (await detector.ask(domain, call))) return detectorVerdict(email);
    await countCredits(question.parameters, counting);
    return readVerdict(await askService(call), question.parameters, envelope);
  });
  // Unknown costs nothing and may be known in a minute.
  if (verdict.result !== 'Unknown') await (kept && deadline.within(kept.set(name, { ...verdict, email: '' }), 'cache'));
  return verdict;
};

const answerCall = async (call: CallInProgress): Promise<Response> => {
  const { routed, question, settings, receipts, detector } = call;
  const { name, route } = routed;
  const { apiKey, envelope, now } = settings;
  const traces = keyTraces(apiKey, JSON.stringify([question, envelope]));
  if (name === 'logo') {
    const png = await askLogo(call);
    if (traces.has(new TextDecoder('latin1').decode(png))) throw notUnderstood(200);
    return answerLogo(png);
  }
  if (name === 'validate') {
    // Before the call costs anything: a verdict that cannot be signed would be lost.
    const signer = await receipts.signer();
    const verdict = await verdictOn(call);
    const { status, body } = encodeValidation(verdict, envelope);
    const receipt = await signer?.sign(verdict, now());
    return answerJson(status, { ...(traces.without(body) as typeof body), ...(receipt !== undefined && { receipt }) });
  }
  const ask = async () => encodersOf[name](await askService(call), question.parameters, envelope);
  const { status, body } = route.call.keys === 'none' ? await ask() : await inTurn(call, ask);
  // The page asks for a verdict next.
  if (name === 'disposable') detector.learn(question.parameters['email'] ?? '', body['disposable'] === 'true');
  return answerJson(status, traces.without(body));
};

/** What an error says to the caller: of an error that is not ours, nothing. */
const faultOf = (error: unknown): Fault => {
  if (error instanceof Refused) return error.fault;
  return error instanceof TimeOver ? tooLate().fault : { as: 'proxy-failed' };
};

/** Tells the site about faults that it can fix. */
const tell = (error: unknown, fault: Fault, { onError }: Settings): void => {
  if (error instanceof TimeOver && error.part) return onError(error, error.part);
  if (fault.as === 'proxy-failed') return onError(error, fault.as);
  const ofService = serviceFaultOf(fault);
  if (ofService) onError(ofService, ofService.code);
};

/**
 * Makes a key proxy: it takes calls from the site's own pages, adds the private key, and asks the service. The key is in nothing that it
 * answers.
 * @throws KeyProxyOptionError if an option cannot be used
 *
 * @example
 * const proxy = createKeyProxy({ apiKey: process.env.EMAIL_CHECK_KEY, baseUrl: 'https://check.example.com' });
 * app.all('/email-check/*', (c) => proxy(c.req.raw));
 */
export const createKeyProxy = (options: KeyProxyOptions): KeyProxy => {
  const settings = settingsOf(options);
  const concurrencyLimit = createConcurrencyLimit();
  const receipts = createReceipts(settings);
  const detector = createDetector(settings.now);
  let arrivals = 0;

  const answer = async (
    request: Request,
    caller: unknown,
    arrival: number,
    deadline: UpstreamCall['deadline'],
  ): Promise<Response> => {
    // At once: Deno watches for a caller who closes the connection from the first look on.
    const { signal } = request;
    const routed = routedCallIn(request, settings);
    checkSameSite(request, settings);
    if (routed.name !== 'logo') checkScript(request);
    const visitor = visitorOf(request, caller, settings.trustedHops);
    await countCall(visitor, { ...settings, deadline });
    await checkAuthorized(request, routed, settings, deadline);
    const question = checkParameters(routed, await readInTime(request, routed, settings), settings);
    const hasLeft = () => signal.aborted;
    return answerCall({
      routed,
      route: routed.route,
      question,
      settings,
      deadline,
      hasLeft,
      concurrencyLimit,
      arrival,
      visitor,
      receipts,
      detector,
    });
  };

  return async (request, caller) => {
    const deadline = startDeadline(settings.timeout);
    try {
      return await deadline.within(answer(request, caller, arrivals++, deadline));
    } catch (error) {
      const fault = faultOf(error);
      tell(error, fault, settings);
      return answerFault(fault, settings.envelope);
    } finally {
      deadline.end();
    }
  };
};
