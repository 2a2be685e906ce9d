import { isAddressLiteral, parseAddress } from '../../address/index.js';
import type { Validation } from '../../wire/index.js';
import type { DnsEvidence, Evidence, MailHost, ProbeEvidence } from './evidence.js';
import { isSpecialUse } from './special-use.js';
import { answer, decide, type Flags } from './table.js';
import { shownAddress } from './shown-address.js';

/** The mailbox to ask a mail host about. */
export interface ProbedAddress {
  /** As typed, with its quotes where it is a quoted string. */
  readonly localPart: string;
  readonly asciiDomain: string;
}

/** What is known of names without asking anyone. */
export interface KnownNames {
  isDisposable(asciiDomain: string): boolean;
  isFree(asciiDomain: string): boolean;
  isRole(localPart: string): boolean;
  /** A corrected address, or `''`. */
  suggest(address: string): string;
}

/** What a probe must keep to. */
export interface ProbeLimits {
  /** For everything, in milliseconds. What was answered until then is the evidence. */
  readonly timeoutMs: number;
  /** Calls the probe off. */
  readonly signal?: AbortSignal | undefined;
}

/** The questions that the engine asks, handed in: it knows no store and no socket. */
export interface VerdictParts {
  readonly reputation: KnownNames;
  /** Where a domain takes mail. */
  readonly findMailHosts: (asciiDomain: string, signal: AbortSignal) => Promise<DnsEvidence>;
  /** Asks the mail hosts, first to last; leave it out and no mail host is ever contacted. */
  readonly probeMailbox?: ((hosts: readonly MailHost[], address: ProbedAddress, limits: ProbeLimits) => Promise<ProbeEvidence>) | undefined;
  /** How long a verdict may take, in milliseconds. Beyond it the verdict is Unknown. */
  readonly deadlineMs: number;
  /** A clock in milliseconds, for the timings. */
  readonly now?: () => number;
}

export interface VerifyOptions {
  /** Ask for accept-all detection at hosted-workspace mail hosts. Every mail host gets it so far. */
  readonly workspace?: boolean;
  /** Calls the verdict off: it becomes Unknown. */
  readonly signal?: AbortSignal;
}

export interface Verified {
  readonly validation: Omit<Validation, 'balance'>;
  readonly evidence: Evidence;
}

export interface VerdictEngine {
  /** Verifies any text as an address. Never rejects: whatever goes wrong on the way is a verdict of Unknown. */
  verify(email: string, options?: VerifyOptions): Promise<Verified>;
  /** Calls off what is under way and resolves when all of it has been answered. Later verdicts are Unknown. */
  close(): Promise<void>;
}

type Growing = { -readonly [Part in keyof Omit<Evidence, 'timings'>]: Evidence[Part] };

/** One verdict under way: what has been found so far. */
interface Findings {
  evidence: Growing;
  timings: { dns?: number; probe?: number };
  flags: Flags;
  freeEmail: boolean;
  didYouMean: string;
}

/**
 * The probe's part of what is left of a verdict's time. It ends before the verdict does: a probe that ends by itself still tells
 * what was answered so far ("accepted, the random address unanswered"), one that the verdict calls off tells nothing.
 */
const PROBE_SHARE = 0.9;

/** Settles with the work, or rejects when the signal fires: a stage that ignores its signal must not hold up the verdict. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('The verdict was called off.'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The engine over the questions handed in. Stages run cheapest first and stop when the table can answer. */
export function createVerdictEngine(parts: VerdictParts): VerdictEngine {
  const now = parts.now ?? (() => performance.now());
  const underWay = new Map<Promise<Verified>, AbortController>();
  let isClosed = false;

  const isAnswered = ({ evidence, flags }: Findings) => answer({ ...evidence, timings: { total: 0 } }, flags) !== undefined;

  /** Asks nobody; returns the address to go on with, or `undefined` where the text is none. */
  const readAddress = (email: string, findings: Findings): ProbedAddress | undefined => {
    const { evidence } = findings;
    const parsed = parseAddress(email);
    if (!parsed.ok) {
      evidence.syntax = { fault: parsed.fault, at: parsed.at };
      return undefined;
    }
    const { localPart, domain, asciiDomain } = parsed;
    evidence.literal = isAddressLiteral(domain);
    evidence.specialUse = isSpecialUse(asciiDomain);
    evidence.disposable = parts.reputation.isDisposable(asciiDomain);
    findings.flags = { role: parts.reputation.isRole(localPart) };
    findings.freeEmail = parts.reputation.isFree(asciiDomain);
    findings.didYouMean = parts.reputation.suggest(email);
    return { localPart, asciiDomain };
  };

  const runStages = async (email: string, findings: Findings, begun: number, signal: AbortSignal): Promise<void> => {
    const { evidence, timings } = findings;
    const address = readAddress(email, findings);
    if (!address || isAnswered(findings)) return;
    let since = now();
    evidence.dns = await orAborted(parts.findMailHosts(address.asciiDomain, signal), signal);
    timings.dns = now() - since;
    if (evidence.dns.kind !== 'hosts') return;
    if (!parts.probeMailbox) {
      evidence.probe = 'off';
      return;
    }
    since = now();
    const timeoutMs = Math.max(1, Math.floor((parts.deadlineMs - (since - begun)) * PROBE_SHARE));
    evidence.probe = await orAborted(parts.probeMailbox(evidence.dns.hosts, address, { timeoutMs, signal }), signal);
    timings.probe = now() - since;
  };

  const run = async (email: string, controller: AbortController, signal: AbortSignal | undefined): Promise<Verified> => {
    const since = now();
    const findings: Findings = { evidence: {}, timings: {}, flags: { role: false }, freeEmail: false, didYouMean: '' };
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, parts.deadlineMs);
    const abort = () => controller.abort();
    signal?.addEventListener('abort', abort, { once: true });
    if (isClosed || signal?.aborted) abort();
    try {
      await orAborted(runStages(email, findings, since, controller.signal), controller.signal);
    } catch {
      findings.evidence.gaveUp = isLate ? 'deadline' : controller.signal.aborted ? 'aborted' : 'failed';
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', abort);
    }
    return verified(email, findings, now() - since);
  };

  return {
    verify: (email, { signal } = {}) => {
      const controller = new AbortController();
      const verdict = run(email, controller, signal);
      underWay.set(verdict, controller);
      return verdict.finally(() => underWay.delete(verdict));
    },
    close: async () => {
      isClosed = true;
      for (const controller of underWay.values()) controller.abort();
      await Promise.all(underWay.keys());
    },
  };
}

function verified(email: string, { evidence: found, timings, flags, freeEmail, didYouMean }: Findings, total: number): Verified {
  const evidence: Evidence = { ...found, timings: { ...timings, total } };
  const { result, code, reasons, sendTransactional } = decide(evidence, flags);
  return {
    validation: { email: shownAddress(email), result, code, reasons, role: flags.role, freeEmail, sendTransactional, didYouMean },
    evidence,
  };
}
