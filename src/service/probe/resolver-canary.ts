import { randomBytes } from 'node:crypto';
import { DnsQuestions, type DnsAnswer, type DnsQuestionsOptions } from './dns-questions.js';

/** What one round of questions found. */
export type CanaryRound =
  | { readonly kind: 'good' }
  /** None of the domains has mail hosts. `why`: what DNS said of the first. */
  | { readonly kind: 'no-mail-hosts'; readonly why: string }
  /** A name that does not exist was answered: the name servers rewrite NXDOMAIN, as networks do before one has logged in. */
  | { readonly kind: 'rewritten' };

/** A time in milliseconds that never goes back, and a timer. */
export interface CanaryClock {
  readonly now: () => number;
  /** Calls `work` after this many milliseconds, unless what it gives is called before. */
  readonly after: (milliseconds: number, work: () => void) => () => void;
}

export interface ResolverCanaryOptions {
  /** Domains that have mail hosts for certain; lower case, A-labels. */
  readonly domains: readonly string[];
  readonly questions: Pick<DnsQuestions, 'mx' | 'a' | 'close'>;
  /** Called with each round, when it has ended. */
  readonly onRound?: ((round: CanaryRound, isBlind: boolean) => void) | undefined;
  /** Called when the canary has become blind. */
  readonly onBlind?: ((round: CanaryRound) => void) | undefined;
  /** Called when it sees again. */
  readonly onSight?: (() => void) | undefined;
  readonly clock?: CanaryClock;
  /** A name that does not exist. */
  readonly randomName?: () => string;
}

/** So many bad rounds, one after the other, make blind. */
const BAD_ROUNDS = 2;
/** From a bad round to the next one, in milliseconds. */
const AFTER_BAD_MS = 5_000;
/** From a good round to the next one. */
const AFTER_GOOD_MS = 15_000;
/** A good round proves so long that name servers answer. */
const GOOD_FOR_MS = 60_000;

const systemClock: CanaryClock = {
  now: () => performance.now(),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** 96 bits of chance below a domain whose servers say of each name whether it exists. */
const nameByChance = (): string => `x${randomBytes(12).toString('hex')}.com`;

const words: Readonly<Record<Exclude<DnsAnswer<never>['kind'], 'failed'>, string>> = {
  records: 'found',
  none: 'no records',
  alias: 'an alias without records',
  'no-such-name': 'NXDOMAIN',
};

/** One round: it asks for the mail hosts of each domain, and for a name that does not exist. */
export const askCanary = async ({
  domains,
  questions,
  randomName = nameByChance,
}: Pick<ResolverCanaryOptions, 'domains' | 'randomName'> & {
  readonly questions: Pick<DnsQuestions, 'mx' | 'a'>;
}): Promise<CanaryRound> => {
  const missing = randomName();
  const [known, invented] = await Promise.all([
    Promise.all(domains.map((domain) => questions.mx(domain))),
    Promise.all([questions.mx(missing), questions.a(missing)]),
  ]);
  if (invented.some(({ kind }) => kind === 'records')) return { kind: 'rewritten' };
  if (known.some(({ kind }) => kind === 'records')) return { kind: 'good' };
  const [first] = known;
  return { kind: 'no-mail-hosts', why: first?.kind === 'failed' ? first.why : words[first?.kind ?? 'none'] };
};

/**
 * Finds out whether the name servers tell the truth: it asks for the mail hosts of domains that have some, and for a name that does not
 * exist. Without it, a machine without internet takes every domain for one that does not exist. Rounds of questions are made while DNS is
 * in use, and never otherwise.
 */
export class ResolverCanary {
  readonly #options: ResolverCanaryOptions;
  readonly #clock: CanaryClock;
  #last: { readonly isGood: boolean; readonly at: number } | undefined;
  #badRounds = 0;
  #running: Promise<void> | undefined;
  #cancelNext: (() => void) | undefined;
  #isClosed = false;
  #settled: (() => void)[] = [];

  constructor(options: ResolverCanaryOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** DNS is evidence of nothing. */
  get isBlind(): boolean {
    return this.#badRounds >= BAD_ROUNDS;
  }

  /** DNS is in use: a round begins if it is time. */
  noteUse(): void {
    if (this.#isClosed || this.#running) return;
    const wait = this.#untilNext();
    if (wait <= 0) this.#begin();
    else if (this.#badRounds > 0) this.#beginAfter(wait);
  }

  /** Whether an answer of DNS counts that broken name servers might have given too. It waits for a round if none is known. */
  async isTrusted(): Promise<boolean> {
    this.noteUse();
    if (!this.#isGoodLately()) await this.#running;
    return this.#isGoodLately();
  }

  /** Resolves when no round is in progress, and a first bad round has been confirmed or refuted by another one. */
  settled(): Promise<void> {
    if (this.#isSettled()) return Promise.resolve();
    return new Promise((resolve) => this.#settled.push(resolve));
  }

  /** Begins no more rounds. */
  close(): void {
    this.#isClosed = true;
    this.#cancelNext?.();
    this.#options.questions.close();
    this.#releaseIfSettled();
  }

  #isGoodLately(): boolean {
    return this.#last?.isGood === true && this.#clock.now() - this.#last.at <= GOOD_FOR_MS;
  }

  #untilNext(): number {
    if (!this.#last) return 0;
    return this.#last.at + (this.#last.isGood ? AFTER_GOOD_MS : AFTER_BAD_MS) - this.#clock.now();
  }

  #begin(): void {
    this.#cancelNext?.();
    this.#cancelNext = undefined;
    this.#running = this.#round();
  }

  #beginAfter(milliseconds: number): void {
    this.#cancelNext ??= this.#clock.after(milliseconds, () => this.#begin());
  }

  async #round(): Promise<void> {
    const round = await askCanary(this.#options);
    this.#running = undefined;
    if (!this.#isClosed) this.#conclude(round);
    this.#releaseIfSettled();
  }

  #conclude(round: CanaryRound): void {
    const { onRound, onBlind, onSight } = this.#options;
    const wasBlind = this.isBlind;
    const isGood = round.kind === 'good';
    this.#last = { isGood, at: this.#clock.now() };
    this.#badRounds = isGood ? 0 : this.#badRounds + 1;
    // Whoever asked may have left before the second round, which says whether the first was chance.
    if (!isGood && !this.isBlind) this.#beginAfter(AFTER_BAD_MS);
    onRound?.(round, this.isBlind);
    if (this.isBlind && !wasBlind) onBlind?.(round);
    if (wasBlind && !this.isBlind) onSight?.();
  }

  #isSettled(): boolean {
    return this.#isClosed || (!this.#running && (this.#badRounds === 0 || this.isBlind));
  }

  #releaseIfSettled(): void {
    if (!this.#isSettled()) return;
    const waiting = this.#settled;
    this.#settled = [];
    for (const release of waiting) release();
  }
}

const TRIES = 3;

/** A canary over resolvers of its own. Throws a TypeError if `servers` has an invalid address. */
export const createResolverCanary = ({
  servers,
  timeoutMs,
  onQuestion,
  ...options
}: Omit<ResolverCanaryOptions, 'questions'> &
  Pick<DnsQuestionsOptions, 'servers' | 'timeoutMs' | 'onQuestion'>): ResolverCanary =>
  new ResolverCanary({ ...options, questions: new DnsQuestions({ servers, timeoutMs, tries: TRIES, onQuestion }) });
