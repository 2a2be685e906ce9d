import { normalizeAddress } from '../../address/index.js';
import { ClientError } from '../../client/client-error.js';
import { isDisposable } from '../../client/is-disposable.js';
import type { Transport } from '../../client/transport.js';
import { validate } from '../../client/validate.js';
import { DISPOSABLE } from '../../wire/verdicts.js';
import { isPrivateKey } from '../connection.js';
import { clearLimit, isLimited, markLimit } from '../limit-mark.js';
import { localVerdict } from '../local-verdict.js';
import { createAnswerCache, askWithinLimit } from '../page-memory.js';
import type { Settings } from '../rules.js';
import type { FailureCode, StateEvent, Outcome, State } from '../state.js';
import { misconfigurations } from '../step.js';

/** What the detector may take, in milliseconds; then the paid call goes on without it. */
const DETECTOR_TIMEOUT = 800;

/** The element's attributes that say how its service is asked. */
type CallSettings = Pick<Settings, 'publicKey' | 'endpoint' | 'workspace' | 'timeout'>;

/** What a check controller needs of its element. */
interface CheckHost {
  /** `undefined` if the page names no service, or a private key: then nothing is asked. */
  transport(): Transport | undefined;
  /** Whether the element still holds the address, and may ask about it. */
  isHolding(address: string): boolean;
  /** Notices a value that came without an event. */
  readInput(): unknown;
  /** A question really goes out. */
  start(address: string): unknown;
  dispatch(event: StateEvent): State;
}

/** Services that take no more paid calls until the page is loaded again, and why. */
const ended = new Map<string, FailureCode>();
/** The newest answers about addresses, and what the detector said of domains. */
const askOnce = createAnswerCache<Outcome>(50);
const detectOnce = createAnswerCache<boolean>(Infinity);
/** The elements on the page, by what they answer to whether they hold an address. */
const holders = new Set<(address: string) => boolean>();

/** Whatever went wrong has a code: a loop that asks again must end. */
const codeOf = (error: unknown): FailureCode => (error as Partial<ClientError>).code ?? 'network';

const later = (milliseconds: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve as () => void, milliseconds));

/** Carries out the questions: waits until the person pauses, asks the free detector, then the service. */
export const createCheckController = (
  settings: CallSettings,
  { transport, isHolding, readInput, start, dispatch }: CheckHost,
) => {
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** A question whose answer is no longer needed, or that the service would refuse, is not sent. `service`: its address and the key. */
  const askService = async (
    address: string,
    connection: Transport,
    service: string,
    keep: <Value>(call: Promise<Value>) => Promise<Value>,
  ): Promise<Outcome> => {
    const { timeout, workspace } = settings;
    const isAwaited = [...holders].some((holds) => holds(address));
    // Whether the limit is over is asked last: one question an hour may try, and asking takes that turn.
    const refused = ended.get(service) ?? (!isAwaited ? 'aborted' : isLimited(service, Date.now()) && 'daily-limit');
    if (refused) throw new ClientError(refused as ClientError['code']);
    const late = later(timeout).then((): never => {
      throw new ClientError('timeout');
    });
    let code: FailureCode | undefined;
    do {
      try {
        if (code) await Promise.race([late, later(200 + 400 * Math.random())]);
        const verdict = await Promise.race([
          late,
          keep(validate(connection, address, { workspace: workspace || undefined })),
        ]);
        clearLimit(service);
        return { verdict, source: 'service' };
      } catch (error) {
        code = codeOf(error);
      }
    } while (code === 'busy');
    if (code === 'daily-limit') markLimit(service, Date.now());
    if (misconfigurations.includes(code)) ended.set(service, code);
    throw new ClientError(code as ClientError['code']);
  };

  const outcomeFor = async (address: string, domain: string): Promise<Outcome> => {
    const { publicKey, endpoint } = settings;
    const connection = transport();
    if (isPrivateKey(publicKey)) return { failure: 'private-key' };
    if (!connection) return {};
    const service = `${connection.hosts.base} ${publicKey}`;
    const question = `${service} ${normalizeAddress(address)}`;
    let isNew = false;
    const outcome = await askOnce(question, async (): Promise<Outcome> => {
      isNew = true;
      start(address);
      // The bare domain alone is sent, never the address. A detector that is late, or fails, says nothing.
      const detection = detectOnce(`${connection.hosts.disposable} ${domain}`, () => isDisposable(connection, domain));
      const isKnownDisposable = await Promise.race([detection.catch(() => false), later(DETECTOR_TIMEOUT)]);
      const detected: Outcome = { verdict: localVerdict(address, DISPOSABLE), source: 'detector' };
      if (isKnownDisposable && !endpoint) return detected;
      const answer =
        publicKey || endpoint ? askWithinLimit((keep) => askService(address, connection, service, keep)) : {};
      // A key proxy knows what its detector said, and answers for free, with a receipt.
      return isKnownDisposable ? Promise.resolve(answer).catch(() => detected) : answer;
    });
    return isNew ? outcome : { ...outcome, source: 'cache' };
  };

  return {
    hostConnected: (): unknown => holders.add(isHolding),

    /** Nothing is asked after the element has left the page; what is out already is kept when it comes. */
    hostDisconnected(): void {
      holders.delete(isHolding);
      clearTimeout(timer);
    },

    /** Restarts the quiet time, in milliseconds; 0 ends it. */
    wait(milliseconds: number): void {
      clearTimeout(timer);
      timer = undefined;
      if (!milliseconds) return;
      const over = setTimeout(() => {
        // A page may have written the address otherwise: that one is asked about. With another one the wait restarts.
        readInput();
        if (timer === over) dispatch({ type: 'quiet' });
      }, milliseconds);
      timer = over;
    },

    /** Asks about an address, and tells how that ends. */
    async ask(address: string, domain: string): Promise<void> {
      const outcome = await outcomeFor(address, domain).catch((error: unknown): Outcome => ({
        failure: codeOf(error),
      }));
      dispatch({ type: 'outcome', address, outcome });
    },
  };
};
