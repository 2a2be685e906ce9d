import {
  ACCEPT_ALL,
  BOUNCE,
  DELIVERABLE,
  DISPOSABLE,
  ROLE,
  SPAM_TRAP,
  SYNTAX,
  UNKNOWN,
  verdictRows,
} from '../../wire/index.js';
import type { VerdictRow } from '../../wire/index.js';
import type { CollectedEvidence, DnsEvidence, Judgement, Meaning, ProbeEvidence, RandomOutcome } from './evidence.js';

/** Facts about the address, beside the evidence, that change the wording of a verdict. */
export interface Flags {
  /** The address belongs to a function (sales, webmaster), not a person. */
  readonly role: boolean;
}

/** A verdict, and the row of the table that it comes from. */
export interface VerdictRowPlus extends VerdictRow {
  /** `reason` and, for a role address, `Role`. */
  readonly reasons: readonly string[];
  /** 1 to 16. */
  readonly row: number;
}

type Refused = Extract<ProbeEvidence, { outcome: 'refused' }>;

interface EvidenceRow {
  readonly number: number;
  readonly when: (evidence: CollectedEvidence) => boolean;
  readonly code: number;
  /** Differences between the verdict and the code's usual one. */
  readonly but?: Partial<VerdictRow>;
}

const about = (evidence: CollectedEvidence): ProbeEvidence | undefined =>
  evidence.probe === 'off' ? undefined : evidence.probe;

const refusal = (evidence: CollectedEvidence): Refused | undefined => {
  const probe = about(evidence);
  return probe?.outcome === 'refused' ? probe : undefined;
};

const isAccepted = (
  evidence: CollectedEvidence,
  random: RandomOutcome,
  known?: 'accepts-all' | 'refuses-unknown',
): boolean => {
  const probe = about(evidence);
  return probe?.outcome === 'accepted' && probe.random === random && probe.known === known;
};

const VETO_MEANINGS: readonly Meaning[] = [
  'blocked-or-policy',
  'auth-or-relay',
  'rate-or-temporary',
  'content-or-size',
];

/** A 4xx is temporary by definition: only a 5xx proves that a mailbox is gone. */
const isMailboxMissing = (evidence: CollectedEvidence, proof: Judgement['proof']): boolean => {
  const refused = refusal(evidence);
  if (!refused || refused.reply.code < 500 || refused.proof !== proof) return false;
  return refused.meaning === 'mailbox-missing' || refused.meaning === 'mailbox-disabled';
};

const isVetoed = (evidence: CollectedEvidence): boolean => {
  const probe = about(evidence);
  if (probe?.outcome === 'session-refused') return VETO_MEANINGS.includes(probe.meaning);
  return probe?.outcome === 'refused' && VETO_MEANINGS.includes(probe.meaning);
};

const dnsWithoutMail: readonly DnsEvidence['kind'][] = [
  'no-such-domain',
  'no-mail-host',
  'null-mx',
  'unresolvable-hosts',
  'forbidden-hosts',
];

/** Whether DNS proves that the domain takes no mail. */
export const takesNoMail = ({ dns }: CollectedEvidence): boolean =>
  dns !== undefined && dnsWithoutMail.includes(dns.kind);

/** A domain that takes no mail (RFC 7504 §2); it says so of every mailbox. */
export const DOMAIN_TAKES_NO_MAIL = 556;

/** The number of the table's last row. */
const ANYTHING_ELSE = 16;

/** The table, in order: the first row that matches is the verdict. */
const rows: readonly EvidenceRow[] = [
  { number: 1, when: (e) => e.syntax !== undefined || e.literal === true, code: SYNTAX },
  { number: 2, when: (e) => e.specialUse === true, code: BOUNCE },
  { number: 3, when: (e) => e.disposable === true, code: DISPOSABLE },
  { number: 4, when: (e) => e.spamTrap === true, code: SPAM_TRAP },
  { number: 5, when: takesNoMail, code: BOUNCE },
  { number: 6, when: (e) => e.dns?.kind === 'failed', code: UNKNOWN },
  { number: 7, when: (e) => e.disposableHost !== undefined, code: DISPOSABLE },
  { number: 8, when: (e) => e.probe === 'off', code: UNKNOWN },
  {
    number: 9,
    when: (e) => isMailboxMissing(e, 'text') || refusal(e)?.reply.code === DOMAIN_TAKES_NO_MAIL,
    code: BOUNCE,
  },
  { number: 10, when: isVetoed, code: UNKNOWN },
  {
    number: 11,
    when: (e) => refusal(e)?.meaning === 'mailbox-full',
    code: UNKNOWN,
    but: { result: 'Risky', sendTransactional: false },
  },
  { number: 12, when: (e) => isMailboxMissing(e, 'code'), code: BOUNCE },
  {
    number: 13,
    when: (e) => isAccepted(e, 'accepted') || isAccepted(e, 'not-asked', 'accepts-all') || e.parked !== undefined,
    code: ACCEPT_ALL,
  },
  {
    number: 14,
    when: (e) => isAccepted(e, 'refused') || isAccepted(e, 'not-asked', 'refuses-unknown'),
    code: DELIVERABLE,
  },
  { number: 15, when: (e) => about(e)?.outcome === 'accepted', code: UNKNOWN },
  {
    number: ANYTHING_ELSE,
    when: (e) => about(e)?.outcome === 'unreachable',
    code: UNKNOWN,
    but: { reason: 'Unreachable' },
  },
];

const UNCERTAIN: VerdictRow = { code: UNKNOWN, result: 'Unknown', reason: 'Unknown', sendTransactional: true };

const usual = (code: number): VerdictRow => verdictRows.find((each) => each.code === code) ?? UNCERTAIN;

const verdict = (code: number, row: number, { role }: Flags, but: Partial<VerdictRow> = {}): VerdictRowPlus => {
  const plain: VerdictRow = { ...usual(code), ...but };
  return {
    ...plain,
    result: plain.result === 'Safe to Send' && role ? 'Risky' : plain.result,
    reasons: role ? [plain.reason, ROLE] : [plain.reason],
    row,
  };
};

/** A row's verdicts, made once: a busy service gives thousands a second. */
const verdictsOf = (code: number, row: number, but?: Partial<VerdictRow>) => ({
  plain: verdict(code, row, { role: false }, but),
  role: verdict(code, row, { role: true }, but),
});

const evaluatedRows = rows.map(({ when, number, code, but }) => ({ when, verdicts: verdictsOf(code, number, but) }));
const otherwise = verdictsOf(UNKNOWN, ANYTHING_ELSE);

const byRole = ({ plain, role }: ReturnType<typeof verdictsOf>, flags: Flags): VerdictRowPlus =>
  flags.role ? role : plain;

/** The verdict, if the evidence is already enough for one whatever later stages add; otherwise `undefined`. */
export function answer(evidence: CollectedEvidence, flags: Flags): VerdictRowPlus | undefined {
  const row = evaluatedRows.find(({ when }) => when(evidence));
  return row && byRole(row.verdicts, flags);
}

/** The verdict on complete evidence. If no row matches, it is Unknown: a negative verdict needs proof. */
export function decide(evidence: CollectedEvidence, flags: Flags): VerdictRowPlus {
  return answer(evidence, flags) ?? byRole(otherwise, flags);
}
