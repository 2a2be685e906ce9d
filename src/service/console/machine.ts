import type { MachineInfo } from '../../wire/console/index.js';
import { asksNoMailHost, type CheckName, type Diagnosis, type NamedFinding } from '../doctor/index.js';

/** What a finding means for answers. The first row that has a finding of the worst level is told. */
interface Meaning {
  readonly checks: readonly CheckName[];
  readonly red: string;
  readonly yellow: string;
}

/** What is still found out if no mail host is asked. */
const WITHOUT_MAILBOXES = 'slips, temporary addresses and dead domains are found, and mailboxes will be Unknown';

const MAY_BE_REFUSED = 'Mail hosts may refuse this machine, so that more mailboxes than necessary will be Unknown.';

/** The same words for both levels. */
const same = (words: string): Pick<Meaning, 'red' | 'yellow'> => ({ red: words, yellow: words });

const meanings: readonly Meaning[] = [
  {
    checks: ['database'],
    red: 'The database cannot be used: calls are answered with an error until it can.',
    yellow: 'The database works, though not as it should: some calls may be answered with an error.',
  },
  {
    checks: ['disk'],
    red: 'The disk is full, or nearly: calls will be answered with an error when nothing can be written.',
    yellow: 'The disk is filling up: calls will be answered with an error when it is full.',
  },
  {
    checks: ['dns', 'dns-rewriting'],
    red: 'Name servers do not answer rightly: slips and temporary addresses are found, and all else will be Unknown.',
    yellow: 'Name servers do not answer all questions: some addresses will be Unknown.',
  },
  {
    checks: ['port-ipv4'],
    red: `The port of mail hosts is closed here: ${WITHOUT_MAILBOXES}.`,
    yellow: MAY_BE_REFUSED,
  },
  {
    checks: ['clock'],
    ...same('The clock of this machine is wrong: the limits of a day begin and end at the wrong time.'),
  },
  {
    checks: [
      ...(['address', 'ptr', 'ptr-generic', 'ptr-forward', 'helo', 'block-lists'] as const),
      ...(['sender-domain', 'spf', 'postmaster', 'abuse'] as const),
    ],
    ...same(MAY_BE_REFUSED),
  },
  { checks: ['port-ipv6'], ...same('Mail hosts are not reached over IPv6: some answers take longer.') },
  { checks: ['dns-latency', 'dns-tcp'], ...same('Name servers are slow or incomplete: some answers take longer.') },
  {
    checks: ['data'],
    ...same('The lists of domains are old: some temporary addresses are not recognised.'),
  },
];

const RUNNING = 'The first checks of the machine are running.';
const OFF = 'The checks of the machine are off, so it is not known whether it reaches name servers and mail hosts.';
const TURN_ON = 'Start the service with --doctor on, or EMAIL_CHECK_DOCTOR=on, to have it checked.';
const GREEN = 'The machine is well: slips, temporary addresses, dead domains and mailboxes are found.';
const NOT_ASKED = `Mail hosts are not asked here: ${WITHOUT_MAILBOXES}.`;

/** The finding to tell of, and what it means. */
const worst = ({
  level,
  findings,
}: Diagnosis): { readonly finding: NamedFinding; readonly words: string } | undefined => {
  if (level === 'green') return undefined;
  for (const { checks, ...words } of meanings) {
    const finding = findings.find((each) => each.level === level && checks.includes(each.check));
    if (finding) return { finding, words: words[level] };
  }
  return undefined;
};

/**
 * What the checks of the machine mean for answers. Only the operator can mend the machine: others get no remedy, and no findings, which name
 * hosts and addresses.
 */
export const machineInfo = (diagnosis: Diagnosis | 'running' | 'off', isOperator: boolean): MachineInfo => {
  if (diagnosis === 'running') return { level: 'unknown', sentence: RUNNING };
  if (diagnosis === 'off') return { level: 'unknown', sentence: OFF, ...(isOperator && { remedy: TURN_ON }) };
  const { level, at, findings } = diagnosis;
  const told = worst(diagnosis);
  const sentence = told?.words ?? (asksNoMailHost(diagnosis) ? NOT_ASKED : GREEN);
  const remedy = told?.finding.remedy;
  return { level, at, sentence, ...(isOperator && { findings, ...(remedy !== undefined && { remedy }) }) };
};
