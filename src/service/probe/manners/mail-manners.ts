import type { ProbeEvidence } from '../../verdict/index.js';
import { isPositive, isRefusal, judgementOf } from '../reply-signs.js';
import { contextOf, type Answer, type MailboxQuestion } from '../smtp-question.js';
import { systemClock, type Clock } from './clock.js';
import { Gate, weightOf, type HostStanding, type NotAsked, type Pass } from './gate.js';
import { notAskedAt } from './not-asked.js';
import { Pace, type PaceSign } from './pace.js';
import { mailProviders } from './provider-table.js';
import { providerOf, type MailProvider } from './providers.js';
import { Refusals, type Leave, type RestingPlace } from './refusals.js';
import { TOO_MANY_UNKNOWN } from './rest.js';

export interface MailMannersOptions {
  /** Senders that the envelope may name, which replies are judged by. */
  readonly senders: readonly string[];
  /** The providers to be asked at a pace of their own; those of this release if absent. */
  readonly providers?: readonly MailProvider[] | undefined;
  readonly clock?: Clock | undefined;
  /** Called when a place begins to rest. */
  readonly onRest?: ((rest: RestingPlace) => void) | undefined;
  /** Called when a place that has rested answers about a mailbox. */
  readonly onWelcome?: ((place: string) => void) | undefined;
}

/** A verdict that wants to ask mail hosts. */
export interface Call {
  readonly isList: boolean;
  readonly signal: AbortSignal;
}

/** Recipients that a provider was asked for in a day. */
export interface AskedInDay {
  readonly provider: string;
  /** In days since 1970. */
  readonly day: number;
  readonly recipients: number;
}

interface Way {
  readonly provider: MailProvider;
  readonly pace: Pace;
  readonly gate: Gate;
  /** Recipients asked for that {@link MailManners.takeAsked} has not given yet. */
  untold: { day: number; recipients: number };
}

const FREE: Pass = { leave: () => undefined };

const isClass4 = (code: number): boolean => code >= 400 && code < 500;

/**
 * How mail hosts are treated, so that the sender keeps its good name: a memory of refusals, and for the big providers rules, a pace and a
 * budget of their own.
 */
export class MailManners {
  readonly refusals: Refusals;
  readonly #senders: readonly string[];
  readonly #clock: Clock;
  readonly #providers: readonly MailProvider[];
  readonly #ways = new Map<string, Way>();
  readonly #askedAt = new WeakMap<MailboxQuestion, number>();
  /** Questions whose recipient has used up what the gate took of the pace. */
  readonly #paid = new WeakSet<MailboxQuestion>();

  constructor({ senders, providers = mailProviders, clock = systemClock, onRest, onWelcome }: MailMannersOptions) {
    this.#senders = senders;
    this.#clock = clock;
    this.#providers = providers;
    this.refusals = new Refusals({
      ...{ senders, onRest, onWelcome, now: () => clock.now() },
      providerOf: (host) => this.providerOf(host),
      isProvider: (place) => this.isProvider(place),
    });
  }

  /** Waits until a host may be asked by the rules and at the pace of its provider; or why it may not. */
  async enter(host: string, { isList, signal }: Call): Promise<Pass | NotAsked> {
    const provider = providerOf(this.#providers, host);
    if (!provider) return FREE;
    const { mode, reason } = isList ? provider.lists : provider.single;
    if (mode === 'never') return { outcome: 'not-asked', why: 'never', place: provider.name, reason, until: 0 };
    return this.#wayTo(provider).gate.enter({ host, isPatient: isList, mode, signal });
  }

  /** Asked before each question to a host. */
  before(ip: string, question: MailboxQuestion): Leave {
    const leave = this.refusals.before(ip, question);
    if (typeof leave === 'string') this.#askedAt.set(question, this.#clock.now());
    return leave;
  }

  /** Whether nothing is held against the hosts at an address. */
  isFree(ip: string): boolean {
    return this.refusals.isFree(ip);
  }

  /** A host has answered. */
  heard(ip: string, question: MailboxQuestion, answer: Answer): void {
    this.refusals.heard(ip, question, answer);
    const provider = providerOf(this.#providers, question.host);
    if (!provider) return;
    const { pace, untold } = this.#wayTo(provider);
    const now = this.#clock.now();
    if (answer.kind === 'replied') {
      const recipients = question.random === undefined ? 1 : 2;
      pace.count(recipients, now);
      // The gate took one recipient a verdict: random ones, and those of a second question, come on top.
      const extra = recipients - (question.isOwn || this.#paid.has(question) ? 0 : 1);
      this.#paid.add(question);
      if (extra > 0) pace.take(extra * weightOf((question.isPatient ? provider.lists : provider.single).mode), now);
      const { day } = pace.asked(now);
      if (untold.day !== day) Object.assign(untold, { day, recipients: 0 });
      untold.recipients += recipients;
    }
    if (pace.hear(this.#signOf(question, answer), this.#askedAt.get(question) ?? now, now))
      this.refusals.rest(provider.name, TOO_MANY_UNKNOWN);
  }

  /** What was asked for since this was called last. */
  takeAsked(): AskedInDay[] {
    return [...this.#ways.values()].flatMap(({ provider, untold }) => {
      const { day, recipients } = untold;
      untold.recipients = 0;
      return recipients ? [{ provider: provider.name, day, recipients }] : [];
    });
  }

  /** Other processes asked for so many, or this one before it was started. */
  addOthers({ provider: name, day, recipients }: AskedInDay): void {
    const provider = this.#providers.find((each) => each.name === name);
    if (provider) this.#wayTo(provider).pace.addOthers(day, recipients, this.#clock.now());
  }

  /** Recipients in a second, by provider asked so far. */
  rates(): ReadonlyMap<string, number> {
    return new Map([...this.#ways].map(([name, { pace }]) => [name, pace.rate]));
  }

  /** The name of a host's provider; `''` for hosts of none that is known. */
  providerOf(host: string): string {
    return providerOf(this.#providers, host)?.name ?? '';
  }

  isProvider(name: string): boolean {
    return this.#providers.some((each) => each.name === name);
  }

  /** Ends all waits. */
  close(): void {
    for (const { gate } of this.#ways.values()) gate.close();
  }

  #wayTo(provider: MailProvider): Way {
    const known = this.#ways.get(provider.name);
    if (known) return known;
    const clock = this.#clock;
    const pace = new Pace(provider, clock.now());
    const standingOf = (host: string): HostStanding => {
      const standings = [provider.name, host].map((place) => this.refusals.standingOf(place));
      const rest = standings.find((each) => typeof each === 'object');
      return { rest: rest && notAskedAt(rest), isTried: standings.includes('tried') };
    };
    const gate = new Gate({ provider, pace, clock, standingOf });
    const way = { provider, pace, gate, untold: { day: 0, recipients: 0 } };
    this.#ways.set(provider.name, way);
    return way;
  }

  #signOf(question: MailboxQuestion, answer: Answer): PaceSign {
    if (answer.kind === 'ended') return isSlowDown(answer.evidence) ? 'slow-down' : 'neither';
    const { reply, random } = answer;
    if (isClass4(reply.code) || (random && isClass4(random.code))) return 'slow-down';
    // Our own random recipients are unknown on purpose.
    if (question.isOwn) return 'neither';
    if (isPositive(reply)) return 'known';
    const { meaning } = judgementOf(reply, contextOf(question, this.#senders));
    if (!isRefusal(reply) || !meaning.startsWith('mailbox-')) return 'neither';
    return meaning === 'mailbox-full' ? 'known' : 'unknown';
  }
}

const isSlowDown = (evidence: ProbeEvidence): boolean =>
  evidence.outcome === 'session-refused' && isClass4(evidence.reply.code);
