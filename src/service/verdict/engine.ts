import { cleanAddress, isAddressLiteral, isSameAddress, parseAddress } from '../../address/index.js';
import { isSpecialUse } from '../../network/index.js';
import { WorkCancelledError, withinTime } from '../../timing/index.js';
import { createSharedController } from '../shared-controller.js';
import type { Reputation } from '../reputation/reputation.js';
import { domainProof } from './domain-proof.js';
import type { DnsEvidence, Evidence, CollectedEvidence, MailHost, ProbeEvidence } from './evidence.js';
import { isParkingHost } from './parking-hosts.js';
import { answer, decide, type Flags, type VerdictRowPlus } from './table.js';
import { shownAddress } from './shown-address.js';
import { PATIENT_FACTOR, type VerificationResult, type VerdictEngine, type VerifyOptions } from './verdict-engine.js';

/** The mailbox to ask a mail host about. */
export interface ProbedAddress {
  /** The local part as typed, with its quotes if it is a quoted string. */
  readonly localPart: string;
  readonly asciiDomain: string;
}

/** Limits of a probe. */
export interface ProbeLimits {
  /** Time limit for all questions, in milliseconds. The answers until then are the evidence. */
  readonly timeoutMs: number;
  /** Cancels the probe. */
  readonly signal?: AbortSignal | undefined;
  /** Test hosts of organisations' domains for accept-all anew. */
  readonly workspace?: boolean;
  /** Whether no caller waits for the answer: at a busy host, questions with a waiting caller go first. */
  readonly isPatient?: boolean;
  /** An address of a list; as `isPatient` if absent. */
  readonly isList?: boolean;
  /** Hosts of organisations' domains are not tested for accept-all: the list has no other address of the domain. */
  readonly isAlone?: boolean;
  /** Ends the wait for a provider's pace: the address is not asked for then. */
  readonly waitSignal?: AbortSignal | undefined;
  /** Called with each reply as it comes. */
  readonly onReply?: VerifyOptions['onReply'];
}

/** The questions of the engine, passed in, so that it needs no store and no socket. */
export interface VerdictParts {
  readonly reputation: Reputation;
  /** The mail hosts of a domain. */
  readonly findMailHosts: (asciiDomain: string, signal: AbortSignal) => Promise<DnsEvidence>;
  /** The cached answer of `findMailHosts`. If a verdict needs nothing more, it is given at once. */
  readonly cachedMailHosts?: (asciiDomain: string) => DnsEvidence | undefined;
  /** Asks the mail hosts, first to last. If absent, no mail host is ever contacted. */
  readonly probeMailbox?:
    ((hosts: readonly MailHost[], address: ProbedAddress, limits: ProbeLimits) => Promise<ProbeEvidence>) | undefined;
  /** So much longer, in milliseconds, an address of a list may wait until a provider's turn comes; 0 if absent. */
  readonly patientWaitMs?: number;
  /** Timeout of a verdict in milliseconds. A verdict that takes longer is Unknown. */
  readonly deadlineMs: number;
  /** Closes the connections of the parts, when no verdict is in progress. */
  readonly closeEngineParts?: () => void;
  /** A clock in milliseconds, for the timings. */
  readonly now?: () => number;
}

type Mutable<Whole> = { -readonly [Part in keyof Whole]: Whole[Part] };

/** Options of the stages of one verdict. */
type StageOptions = Required<Omit<VerifyOptions, 'isDomainOnly' | 'waitSignal' | 'onReply'>> &
  Pick<VerifyOptions, 'waitSignal' | 'onReply'> & { readonly deadlineMs: number };

/** A verdict in progress: the evidence found so far. */
interface VerdictInProgress {
  readonly email: string;
  readonly startedAt: number;
  readonly evidence: Mutable<CollectedEvidence> & { readonly timings: Mutable<Evidence['timings']> };
  /** Asks the mail hosts; `undefined` if they are not to be asked. */
  readonly probeMailbox: VerdictParts['probeMailbox'];
  /** Another address in the text, or `''`: it is suggested, since callers keep the text that they sent. */
  cleaned: string;
  /** The mailbox to ask about; `undefined` if the text is not an address. */
  address: ProbedAddress | undefined;
  flags: Flags;
  freeEmail: boolean;
  /** The verdict of the table, which later stages do not change. */
  settledRow: VerdictRowPlus | undefined;
}

/**
 * The probe's share of a verdict's remaining time. A probe that ends by itself still reports the answers so far ("accepted, the random
 * address unanswered"); one that is cancelled at the verdict's deadline reports nothing.
 */
const PROBE_SHARE = 0.9;

const gaveUpBy = { late: 'deadline', aborted: 'aborted' } as const;

/** The engine over its questions. Stages run in the order of their cost, and stop when the table has a verdict. */
export function createVerdictEngine(parts: VerdictParts): VerdictEngine {
  const { reputation, probeMailbox, now = () => performance.now() } = parts;
  const running = new Set<Promise<VerificationResult>>();
  const closing = createSharedController();
  let closed: Promise<void> | undefined;

  const isAnswered = (findings: VerdictInProgress) =>
    (findings.settledRow = answer(findings.evidence, findings.flags)) !== undefined;

  /** Needs no network. */
  const addressStage = (findings: VerdictInProgress): void => {
    const { email, evidence } = findings;
    const parsed = parseAddress(email);
    const cleaned = cleanAddress(email);
    const isOther = cleaned !== '' && cleaned !== email && !(parsed.ok && isSameAddress(cleaned, email));
    if (isOther) findings.cleaned = cleaned;
    if (!parsed.ok) {
      evidence.syntax = { fault: parsed.fault, at: parsed.at };
      return;
    }
    // Full-width letters and typographic quotes are allowed in an address, but never part of a real one.
    const marked = isOther ? email.search(/[^\0-\x7f]/) : -1;
    if (marked >= 0) {
      evidence.syntax = { fault: 'format', at: marked };
      return;
    }
    const { localPart, domain, asciiDomain } = parsed;
    evidence.literal = isAddressLiteral(domain);
    evidence.specialUse = isSpecialUse(asciiDomain);
    evidence.disposable = reputation.isDisposable(asciiDomain);
    evidence.spamTrap = reputation.isSpamTrap(localPart, asciiDomain);
    evidence.relay = reputation.isRelay(asciiDomain);
    findings.flags = { role: reputation.isRole(localPart) };
    findings.freeEmail = reputation.isFree(asciiDomain);
    findings.address = { localPart, asciiDomain };
  };

  const recordDns = (
    dns: DnsEvidence,
    { asciiDomain }: ProbedAddress,
    { evidence, probeMailbox }: VerdictInProgress,
  ): void => {
    evidence.dns = dns;
    if (dns.kind !== 'hosts') return;
    const host = dns.hosts.find(({ name }) => reputation.isDisposableHost(name, asciiDomain));
    if (host) evidence.disposableHost = host.name;
    else if (!probeMailbox) evidence.probe = 'off';
    const [first] = dns.hosts;
    if (first && dns.hosts.every(({ name }) => isParkingHost(name))) evidence.parked = first.name;
  };

  /** Whether the text, the lists and the cache are enough for a verdict: then no timer is needed. */
  const isAnsweredWithoutNetwork = (findings: VerdictInProgress): boolean => {
    addressStage(findings);
    const { address } = findings;
    if (!address || isAnswered(findings)) return true;
    const remembered = parts.cachedMailHosts?.(address.asciiDomain);
    if (remembered) recordDns(remembered, address, findings);
    return remembered !== undefined && isAnswered(findings);
  };

  /** Changes no findings after the signal has fired: the verdict is given by then, even if a stage ignores the signal. */
  const lookUp = async (
    findings: VerdictInProgress,
    address: ProbedAddress,
    { deadlineMs, ...asked }: StageOptions,
  ): Promise<void> => {
    const { startedAt, evidence, flags, probeMailbox } = findings;
    let since = now();
    const dns = evidence.dns ?? (await parts.findMailHosts(address.asciiDomain, asked.signal));
    if (asked.signal.aborted) return;
    if (!evidence.dns) recordDns(dns, address, findings);
    evidence.timings.dns = now() - since;
    if (!probeMailbox || dns.kind !== 'hosts' || answer(evidence, flags)) return;
    since = now();
    const timeoutMs = Math.max(1, Math.floor((deadlineMs - (since - startedAt)) * PROBE_SHARE));
    const probe = await probeMailbox(dns.hosts, address, { timeoutMs, ...asked });
    if (asked.signal.aborted) return;
    evidence.probe = probe;
    evidence.timings.probe = now() - since;
  };

  const run = async (
    findings: VerdictInProgress,
    address: ProbedAddress,
    { signal, workspace = false, isPatient = false, isList = isPatient, isAlone = false, ...others }: VerifyOptions,
  ): Promise<VerificationResult> => {
    const deadlineMs = parts.deadlineMs * (isPatient ? PATIENT_FACTOR : 1);
    try {
      const milliseconds = deadlineMs + (isList ? (parts.patientWaitMs ?? 0) : 0);
      await withinTime({ milliseconds, signals: [signal, closing.signal] }, (own) =>
        lookUp(findings, address, { ...others, signal: own, workspace, isPatient, isList, isAlone, deadlineMs }),
      );
    } catch (error) {
      findings.evidence.gaveUp = error instanceof WorkCancelledError ? gaveUpBy[error.why] : 'failed';
    }
    return resultOf(findings);
  };

  const resultOf = ({
    email,
    cleaned,
    startedAt,
    evidence,
    flags,
    freeEmail,
    settledRow,
  }: VerdictInProgress): VerificationResult => {
    const { result, code, reasons, sendTransactional } = settledRow ?? decide(evidence, flags);
    const didYouMean = reputation.suggest(cleaned || email, domainProof(evidence, code)) || cleaned;
    evidence.timings.total = now() - startedAt;
    return {
      validation: {
        email: shownAddress(email),
        result,
        code,
        reasons,
        role: flags.role,
        freeEmail,
        sendTransactional,
        didYouMean,
      },
      evidence,
    };
  };

  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all(running);
    parts.closeEngineParts?.();
  };

  return {
    verify: (email, options = {}) => {
      const findings: VerdictInProgress = {
        email,
        cleaned: '',
        startedAt: now(),
        evidence: { timings: { total: 0 } },
        probeMailbox: options.isDomainOnly ? undefined : probeMailbox,
        address: undefined,
        flags: { role: false },
        freeEmail: false,
        settledRow: undefined,
      };
      const isEnough = isAnsweredWithoutNetwork(findings);
      const { address } = findings;
      if (isEnough || !address) return Promise.resolve(resultOf(findings));
      if (closing.signal.aborted || options.signal?.aborted) {
        findings.evidence.gaveUp = 'aborted';
        return Promise.resolve(resultOf(findings));
      }
      const verdict = run(findings, address, options);
      running.add(verdict);
      return verdict.finally(() => running.delete(verdict));
    },
    close: () => (closed ??= close()),
  };
}
