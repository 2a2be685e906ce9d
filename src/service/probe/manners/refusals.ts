import type { Answer, MailboxQuestion } from '../smtp-question.js';
import { HostRow } from './host-row.js';
import { afterRefusal, isForgotten, isResting, type Refusal, type Rest } from './rest.js';
import { standingIn } from './standing.js';

/** A place that rests, by its name: a mail host, an IP address with all hosts there, or a provider. */
export interface RestingPlace extends Rest {
  readonly place: string;
  /** The provider of a host; `''` for other places, and hosts of none that is known. */
  readonly provider: string;
}

export interface RefusalsOptions {
  /** Senders that the envelope may name, which replies are judged by. */
  readonly senders: readonly string[];
  /** The provider that a mail host is known to belong to; `''` for none. */
  readonly providerOf?: ((host: string) => string) | undefined;
  /** Whether a place is a provider; none is if absent. */
  readonly isProvider?: ((place: string) => boolean) | undefined;
  /** Milliseconds since 1970; `Date.now` if absent. */
  readonly now?: (() => number) | undefined;
  /** Called when a place begins to rest. */
  readonly onRest?: ((rest: RestingPlace) => void) | undefined;
  /** Called when a place that has rested answers about a mailbox. */
  readonly onWelcome?: ((place: string) => void) | undefined;
}

/** Whether a host may be asked: `one-by-one` after a refusal that may have been of us; or the place that rests. */
export type Leave = 'free' | 'one-by-one' | RestingPlace;

/** So many hosts of one provider that rest are the provider's refusal. */
const HOSTS_OF_PROVIDER = 2;
/** While a question finds out whether a rest is over, so long, others wait for its outcome. */
const TRIAL_MS = 60_000;
const MOMENT_MS = 1_000;
/** Places, and rows of refusals, that are kept at most; … */
const MOST_PLACES = 10_000;
/** … beyond that, places are given up until so many are left, so that they are looked through seldom. */
const KEPT_PLACES = 9_000;

interface Trial {
  readonly question: MailboxQuestion;
  readonly until: number;
}

/**
 * A memory of refusals that name us: the host that refused is not asked for a while, nor its address if other hosts there refused too, nor
 * its provider if others of its hosts rest. When a rest is over, one question finds out; another refusal makes the next rest twice as long.
 */
export class Refusals {
  readonly #options: RefusalsOptions;
  readonly #now: () => number;
  readonly #rests = new Map<string, RestingPlace>();
  readonly #trials = new Map<string, Trial>();
  readonly #rows = new Map<string, HostRow>();

  constructor(options: RefusalsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Asked before each question; the first one after a rest is taken for its trial. */
  before(ip: string, question: MailboxQuestion): Leave {
    if (this.#rests.size === 0) return 'free';
    const places = this.#placesOf(ip, question);
    const resting = places.map((place) => this.#restAt(place, question)).find((rest) => rest !== undefined);
    if (resting) return resting;
    const now = this.#now();
    for (const place of places)
      if (this.#rests.get(place)?.rests) this.#trials.set(place, { question, until: now + TRIAL_MS });
    return this.isFree(ip) ? 'free' : 'one-by-one';
  }

  /** Whether nothing is held against the hosts at an address. */
  isFree(ip: string): boolean {
    return !this.#rows.has(ip) && !this.#rests.has(ip);
  }

  /** A host has answered. */
  heard(ip: string, question: MailboxQuestion, answer: Answer): void {
    const standing = standingIn(answer, question, this.#options.senders);
    const places = this.#placesOf(ip, question);
    for (const place of places) if (this.#trials.get(place)?.question === question) this.#trials.delete(place);
    if (standing === 'welcome') this.#welcomedAt(ip, places);
    else if (standing) this.#refusedBy(ip, question.host, standing);
  }

  /** The places that rest now. */
  resting(): RestingPlace[] {
    const now = this.#now();
    return [...this.#rests.values()].filter((rest) => isResting(rest, now));
  }

  /** The rest of a place; `tried` after it, until an answer; for a moment at a time while a question finds out. */
  standingOf(place: string): RestingPlace | 'tried' | undefined {
    const rest = this.#rests.get(place);
    const now = this.#now();
    if (!rest?.rests || isForgotten(rest, now)) return undefined;
    if (isResting(rest, now)) return rest;
    const trial = this.#trials.get(place);
    return trial && now < trial.until ? { ...rest, until: Math.min(trial.until, now + MOMENT_MS) } : 'tried';
  }

  /** A provider is left alone for a reason of our own. */
  rest(provider: string, reason: string): void {
    this.#refusedAt({ place: provider, provider: '' }, { proof: 'certain', reason });
  }

  /** Another process, or an earlier one, was refused: the later end counts. */
  learn(rest: RestingPlace): void {
    if (isForgotten(rest, this.#now()) || (this.#rests.get(rest.place)?.until ?? -1) >= rest.until) return;
    this.#rests.set(rest.place, rest);
    this.#boundPlaces();
  }

  /** Another process was welcome. */
  forget(place: string): void {
    this.#rests.delete(place);
    this.#trials.delete(place);
  }

  #providerOf(host: string): string {
    return this.#options.providerOf?.(host) ?? '';
  }

  #placesOf(ip: string, { host }: MailboxQuestion): string[] {
    return [host, ip, this.#providerOf(host)].filter(Boolean);
  }

  #restAt(place: string, question: MailboxQuestion): RestingPlace | undefined {
    const rest = this.#rests.get(place);
    if (!rest) return undefined;
    const now = this.#now();
    if (isForgotten(rest, now)) {
      this.forget(place);
      return undefined;
    }
    const trial = this.#trials.get(place);
    const isTried = trial !== undefined && now < trial.until && trial.question !== question;
    return isResting(rest, now) || isTried ? rest : undefined;
  }

  #refusedBy(ip: string, host: string, refusal: Refusal): void {
    const provider = this.#providerOf(host);
    const certain: Refusal = { ...refusal, proof: 'certain' };
    const row = this.#rows.get(ip) ?? new HostRow(ip);
    this.#rows.set(ip, row);
    const [oldest = ip] = this.#rows.keys();
    if (this.#rows.size > MOST_PLACES) this.#rows.delete(oldest);
    row.add(host);
    if (row.isOfTheAddress || this.#rests.get(ip)?.rests) this.#refusedAt({ place: ip, provider: '' }, certain);
    if (!this.#refusedAt({ place: host, provider }, refusal) || !provider) return;
    const others = this.resting().filter((rest) => rest.provider === provider);
    if (others.length >= HOSTS_OF_PROVIDER || this.#rests.get(provider)?.rests)
      this.#refusedAt({ place: provider, provider: '' }, certain);
  }

  /** Whether a rest begins with it. */
  #refusedAt(at: Pick<RestingPlace, 'place' | 'provider'>, refusal: Refusal): boolean {
    const now = this.#now();
    const before = this.#rests.get(at.place);
    if (isResting(before, now)) return false;
    const rest = { ...at, ...afterRefusal(before, refusal, now) };
    this.#rests.set(at.place, rest);
    this.#boundPlaces();
    if (!isResting(rest, now)) return false;
    this.#options.onRest?.(rest);
    return true;
  }

  /** Gives up places that rest no more, then those that refused once, then any but providers, the oldest first. */
  #boundPlaces(): void {
    if (this.#rests.size <= MOST_PLACES) return;
    const now = this.#now();
    const isOther = (place: string): boolean => this.#options.isProvider?.(place) !== true;
    const mayGo: readonly ((rest: RestingPlace) => boolean)[] = [
      (rest) => !isResting(rest, now),
      ({ place, rests }) => rests < 2 && isOther(place),
      ({ place }) => isOther(place),
    ];
    for (const isGivenUp of mayGo)
      for (const [place, rest] of this.#rests) {
        if (this.#rests.size <= KEPT_PLACES) return;
        if (isGivenUp(rest)) this.forget(place);
      }
  }

  #welcomedAt(ip: string, places: readonly string[]): void {
    this.#rows.delete(ip);
    for (const place of places) {
      const rest = this.#rests.get(place);
      const rests = rest?.rests ?? 0;
      if (!rest || isResting(rest, this.#now())) continue;
      this.forget(place);
      if (rests > 0) this.#options.onWelcome?.(place);
    }
  }
}
