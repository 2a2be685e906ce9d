import { decodeDetector } from '../client/is-disposable.js';
import { DISPOSABLE, readValidation, verdictWords, type Validation } from '../wire/index.js';
import { createRecentValues } from '../timing/index.js';
import { KEPT_MILLISECONDS, MOST_KEPT } from './cache.js';
import { startDeadline } from './deadline.js';
import { proxyRoutes } from './routes.js';
import { askService, type UpstreamCall } from './upstream.js';

/** Answers of the service's free detector about domains. */
export interface Detector {
  /** Stores an answer that a page got. */
  learn(domain: string, isDisposable: boolean): void;
  /** Recent answer about a domain; `undefined` if the detector was not asked. */
  known(domain: string): boolean | undefined;
  /**
   * Asks whether a domain is a disposable-mail provider. If the detector fails or is late, the result is no: the paid
   * verdict then decides.
   */
  askDetector(domain: string, call: UpstreamCall): Promise<boolean>;
}

/** Maximum milliseconds for the detector before the paid call. */
const DETECTOR_MILLISECONDS = 1_000;

const ask = async (domain: string, call: UpstreamCall): Promise<boolean> => {
  const deadline = startDeadline(Math.min(DETECTOR_MILLISECONDS, Math.max(call.deadline.remaining(), 0)));
  const checked = { parameters: { email: domain }, domain: '' };
  try {
    const { status, body } = await askService({ ...call, route: proxyRoutes.disposable, checked, deadline });
    const decoded = decodeDetector(status, body, call.settings.envelope);
    return decoded?.ok === true && decoded.value;
  } catch {
    return false;
  } finally {
    deadline.end();
  }
};

/**
 * Remembers the newest answers of the detector, since the element asks the detector just before it asks for a verdict.
 */
export const createDetector = (now: () => number): Detector => {
  const recent = createRecentValues<boolean>(MOST_KEPT);
  const learn = (domain: string, isDisposable: boolean): void =>
    recent.set(domain, isDisposable, now() + KEPT_MILLISECONDS);
  return {
    learn,
    known: (domain) => recent.get(domain, now()),
    async askDetector(domain, call) {
      const found = await ask(domain, call);
      learn(domain, found);
      return found;
    },
  };
};

/**
 * The verdict on an address at a domain that the detector calls disposable: the same as the service's, but at no cost.
 */
export const detectorVerdict = (email: string): Validation =>
  readValidation({ email, code: DISPOSABLE, reason: verdictWords[DISPOSABLE]?.[0] });
