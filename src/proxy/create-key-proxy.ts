import { normalizeAddress, parseNamedAddress } from '../address/index.js';
import { encodeValidation, type Validation } from '../wire/index.js';
import { addressHash } from './address-hash.js';
import { answerRefusal, answerJson, answerLogo } from './answers.js';
import { countCall, countCredits, countValidation } from './budget.js';
import { checkParameters } from './check-parameters.js';
import { startDeadline, DeadlineError, type Deadline } from './deadline.js';
import { createDetector, detectorVerdict, type Detector } from './detector.js';
import { encodersOf, readVerdict } from './encode-answer.js';
import { LONGEST_URL } from './failures.js';
import { keyTraces } from './key-traces.js';
import { createConcurrencyLimit, type ConcurrencyLimit } from './concurrency-limit.js';
import { answerNonce, isNonceCall, NONCE_CALL } from './nonce-call.js';
import type { KeyProxyOptions } from './options.js';
import { checkFileAnswer, FILE_TIMEOUT_MS, passedFile } from './list-file.js';
import { isPlainTarget } from './plain-target.js';
import { readParameters, type Parameters } from './read-request.js';
import { createReceipts, type Receipts } from './receipts.js';
import { RefusedError, refused, type RefusalReason } from './refused.js';
import { routedCallOf, withMethod, type RoutedCall } from './routes.js';
import { checkAccountHeader, checkSameSite, checkScript } from './same-site.js';
import { serviceFaultOf } from './service-fault.js';
import { settingsOf, type Settings } from './settings.js';
import { askLogo, askService, badAnswer, upstreamTimeout, type UpstreamCall } from './upstream.js';
import { UNKNOWN_VISITOR, visitorOf, type Caller } from './visitor.js';

/**
 * Answers a request to the key proxy. Never rejects. `caller` is what a runtime knows about the caller beside the request: without it and
 * without trusted hops, all visitors count as one.
 */
export type KeyProxy = (request: Request, caller?: Caller) => Promise<Response>;

/** The call that a request is for: one of the service's, or the proxy's own. @throws RefusedError */
const routeRequest = (request: Request, settings: Settings): RoutedCall | typeof NONCE_CALL => {
  const { pathname, search } = new URL(request.url);
  if (pathname.length + search.length > LONGEST_URL) throw refused(414);
  // Deno and Workers pass the URL as it was sent. Others have resolved it already, or their adapter checks it first.
  const path = isPlainTarget(request.url) ? pathname : '';
  const routed = isNonceCall(path, settings) ? NONCE_CALL : routedCallOf(path, settings.mount);
  if (!routed) throw refused(404);
  const methods: readonly string[] = routed === NONCE_CALL ? ['POST'] : routed.route.methods;
  if (!methods.includes(request.method))
    throw refused(405, `This call needs the method ${methods.join(' or ')}.`, {
      headers: { Allow: methods.join(', ') },
    });
  return routed === NONCE_CALL ? routed : withMethod(routed, request.method);
};

/** Lets account calls through if the site allows them. @throws RefusedError */
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
    // The call has ended already, and the code that waited for it reports the fault.
    if (deadline.signal.aborted) throw error;
    onError(error, 'authorize');
    isAuthorized = false;
  }
  if (isAuthorized !== true) throw refused('forbidden', "The key proxy's authorize does not allow this call.");
};

/** The body may take half of the call's time at most: the service needs the rest. @throws RefusedError */
const readInTime = async (
  request: Request,
  { route, isFile = false }: RoutedCall,
  { timeout }: Settings,
): Promise<Parameters> => {
  if (isFile || !request.body) return readParameters(request, route, { isFile });
  const deadline = startDeadline(timeout / 2);
  try {
    return await deadline.within(readParameters(request, route));
  } catch (error) {
    throw error instanceof DeadlineError ? refused(408) : error;
  } finally {
    deadline.end();
  }
};

/** A call in progress. */
interface CallInProgress extends UpstreamCall {
  readonly routedCall: RoutedCall;
  readonly concurrencyLimit: ConcurrencyLimit;
  readonly arrival: number;
  readonly visitor: string;
  readonly receipts: Receipts;
  readonly detector: Detector;
}

const WAIT_SECONDS = '2';

/** The network whose calls share the limits; `undefined` if the visitor is not known. */
const networkOfVisitor = (visitor: string): string | undefined => (visitor === UNKNOWN_VISITOR ? undefined : visitor);

const queueFull = (): RefusedError =>
  refused('busy', 'Too many calls are waiting for the service: ask again shortly.', {
    headers: { 'Retry-After': WAIT_SECONDS },
  });

/** Runs work that asks the service, when it is the call's turn. @throws RefusedError */
const withSlot = async <Value>(
  { concurrencyLimit, arrival, visitor, checked: { parameters }, settings: { timeout }, hasLeft }: CallInProgress,
  work: () => Promise<Value>,
): Promise<Value> => {
  const isEnriched = Boolean(parameters['append'] ?? parameters['photo']);
  // A call may wait for half of its time, so that the other half remains for the answer.
  const claim = { isEnriched, network: networkOfVisitor(visitor) };
  const leave = await concurrencyLimit.enter({ ...claim, arrival, maxWait: timeout / 2, longestRun: timeout, hasLeft });
  if (leave === 'left') throw refused(499);
  if (leave === 'full') throw queueFull();
  if (leave === 'late') throw refused('queue-timeout', undefined, { headers: { 'Retry-After': WAIT_SECONDS } });
  try {
    return await work();
  } finally {
    leave();
  }
};

/** The verdict on an address: from the cache, or from the free detector, or else from the service. */
const validateWithLimits = async (call: CallInProgress): Promise<Validation> => {
  const { checked, settings, visitor, detector, concurrencyLimit, deadline } = call;
  const counting = { ...settings, deadline };
  const { cache, apiKey, envelope } = settings;
  const { email = '', ...flags } = checked.parameters;
  // A call that is refused because too many wait does not count to the visitor's daily limit.
  if (concurrencyLimit.isFull({ isEnriched: false, network: networkOfVisitor(visitor) })) throw queueFull();
  // Before the cache is read: beyond the limit, no visitor may learn which addresses others have just checked.
  await countValidation(visitor, counting);
  // Only plain verdicts are cached, never data about a person.
  const kept = Object.keys(flags).length ? undefined : cache;
  const name = kept ? await addressHash(apiKey, 'cache', normalizeAddress(email)) : '';
  const found = kept && (await deadline.within(kept.get(name), 'cache'));
  if (found) return { ...found, email };
  const parsed = parseNamedAddress(email);
  const domain = parsed.ok ? parsed.asciiDomain : '';
  const known = detector.known(domain);
  if (known) return detectorVerdict(email);
  const verdict = await withSlot(call, async () => {
    if (known === undefined && (await detector.askDetector(domain, call))) return detectorVerdict(email);
    await countCredits(checked.parameters, counting);
    return readVerdict(await askService(call), checked.parameters, envelope);
  });
  // An Unknown verdict costs nothing, and may be known in a minute.
  if (verdict.result !== 'Unknown') await (kept && deadline.within(kept.set(name, { ...verdict, email: '' }), 'cache'));
  return verdict;
};

const answerCall = async (call: CallInProgress): Promise<Response> => {
  const { routedCall, checked, settings, receipts, detector } = call;
  const { name, route } = routedCall;
  const { apiKey, envelope, now } = settings;
  const traces = keyTraces(apiKey, JSON.stringify([checked, envelope]));
  if (name === 'logo') {
    const png = await askLogo(call);
    if (traces.isIn(new TextDecoder('latin1').decode(png))) throw badAnswer(200);
    return answerLogo(png);
  }
  if (name === 'validate') {
    // Before the call costs anything: a verdict that cannot be signed would be lost.
    const signer = await receipts.signer();
    const verdict = await validateWithLimits(call);
    const { status, body } = encodeValidation(verdict, envelope);
    const receipt = await signer?.sign(verdict, now());
    return answerJson(status, {
      ...(traces.removeFrom(body) as typeof body),
      ...(receipt !== undefined && { receipt }),
    });
  }
  const ask = async () => {
    const answer = await askService(call);
    if (call.file) checkFileAnswer(answer);
    return encodersOf[name](answer, checked.parameters, envelope);
  };
  // A file may take minutes, and is none of the calls that a service counts.
  const { status, body } = route.call.keys === 'none' || call.file ? await ask() : await withSlot(call, ask);
  // The page asks for a verdict next, which then needs no detector call.
  if (name === 'disposable') detector.learn(checked.parameters['email'] ?? '', body['disposable'] === 'true');
  return answerJson(status, traces.removeFrom(body));
};

/** Passes a file on, which has more time than other calls; its answer has as much as theirs. */
const answerFile = async (call: CallInProgress): Promise<Response> => {
  const { file, settings } = call;
  const deadline = startDeadline(FILE_TIMEOUT_MS + settings.timeout);
  if (file) file.onPassed = () => deadline.shorten(settings.timeout);
  try {
    return await deadline.within(answerCall({ ...call, deadline }));
  } finally {
    deadline.end();
  }
};

/** Returns the refusal that the caller sees; other errors reveal nothing. */
const refusalReasonOf = (error: unknown): RefusalReason => {
  if (error instanceof RefusedError) return error.refusal;
  return error instanceof DeadlineError ? upstreamTimeout().refusal : { kind: 'proxy-failed' };
};

/** Reports faults that the site can fix to `onError`. */
const reportFault = (error: unknown, fault: RefusalReason, { onError }: Settings): void => {
  if (error instanceof DeadlineError && error.part) return onError(error, error.part);
  if (fault.kind === 'proxy-failed') return onError(error, fault.kind);
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
  ): Promise<Response | CallInProgress> => {
    // At once: Deno watches for a caller who closes the connection from the first look on.
    const { signal } = request;
    const routedCall = routeRequest(request, settings);
    checkSameSite(request, settings);
    if (routedCall === NONCE_CALL || routedCall.name !== 'logo') checkScript(request);
    const visitor = visitorOf(request, caller, settings.trustedHops);
    await countCall(visitor, { ...settings, deadline });
    if (routedCall === NONCE_CALL) return answerNonce(request, settings, deadline);
    await checkAuthorized(request, routedCall, settings, deadline);
    const checked = checkParameters(routedCall, await readInTime(request, routedCall, settings), settings);
    const hasLeft = () => signal.aborted;
    const call: CallInProgress = {
      routedCall,
      route: routedCall.route,
      checked,
      settings,
      deadline,
      hasLeft,
      concurrencyLimit,
      arrival,
      visitor,
      receipts,
      detector,
      ...(routedCall.isFile && { file: passedFile(request) }),
    };
    return call.file ? call : answerCall(call);
  };

  return async (request, caller) => {
    const deadline = startDeadline(settings.timeout);
    try {
      const answered = await deadline.within(answer(request, caller, arrivals++, deadline));
      return answered instanceof Response ? answered : await answerFile(answered);
    } catch (error) {
      const fault = refusalReasonOf(error);
      reportFault(error, fault, settings);
      return answerRefusal(fault, settings.envelope);
    } finally {
      deadline.end();
    }
  };
};
