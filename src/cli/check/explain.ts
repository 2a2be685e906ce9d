import type { ResultFormat } from '../../service/bulk/index.js';
import type { ListFacts } from '../../service/reputation/index.js';
import type { DnsEvidence, Evidence, VerificationResult } from '../../service/verdict/index.js';
import {
  acceptAllText,
  because,
  dnsTexts,
  gaveUp,
  hostText,
  knownAs,
  outcomeText,
  replyText,
  rowOf,
  syntaxText,
} from '../../service/verdict/evidence-words.js';
import { shownText } from '../../text/index.js';

type Line = readonly [label: string, text: string | undefined];

const dnsLines = (found: DnsEvidence | undefined): Line[] => {
  if (!found) return [];
  const label = found.kind === 'hosts' && found.implicit ? 'mail host' : 'mail hosts';
  return dnsTexts(found).map((text, index) => [index === 0 ? label : '', text]);
};

const probeLines = (probe: Evidence['probe']): Line[] => {
  if (probe === undefined) return [];
  if (probe === 'off') return [['mailbox', 'not asked about (--probing off)']];
  const lines: Line[] = [];
  if ('host' in probe) lines.push(['asked', hostText(probe)]);
  lines.push(['mailbox', outcomeText(probe)]);
  if ('reply' in probe) lines.push(['it said', replyText(probe.reply)]);
  if ('meaning' in probe)
    lines.push(['read as', 'proof' in probe ? `${probe.meaning}, by its ${probe.proof}` : probe.meaning]);
  if (probe.outcome === 'accepted') {
    lines.push(['accept-all', acceptAllText(probe)]);
    if (probe.randomReply) lines.push(['it said', replyText(probe.randomReply)]);
  }
  return lines;
};

const listSources = { release: '', update: ' (update)', own: ' (your own)' } as const;

/** The dates of the lists, the latest first, each with its lists unless all have the same. */
const datesOf = (lists: readonly ListFacts[]): string => {
  const byDate = new Map<string, string[]>();
  for (const { name, date, source } of lists)
    byDate.set(date, [...(byDate.get(date) ?? []), `${name}${listSources[source]}`]);
  if (byDate.size === 1 && lists.every(({ source }) => source === 'release')) return `all of ${lists[0]?.date}`;
  const sorted = [...byDate].sort(([one], [other]) => (one < other ? 1 : -1));
  return sorted.map(([date, names]) => `${names.join(', ')} of ${date || 'an unknown day'}`).join('; ');
};

const LABEL = 13;

const ms = (value: number | undefined): string => (value === undefined ? '' : `${value.toFixed(1)} ms`);

/**
 * Describes the evidence on one address in words: what was found, and which row of the verdict table decided and why.
 * `original` is the text that was given, if it differs from the address; `listDates` tells how old the lists are.
 */
export const explain = (verified: VerificationResult, original = '', listDates = ''): string => {
  const { validation, evidence } = verified;
  const { email, result, reasons: reason, code, sendTransactional, role, freeEmail, didYouMean } = validation;
  const { timings } = evidence;
  const lines: Line[] = [
    ['given as', original],
    [
      'verdict',
      `${result}: ${reason.join(', ')} (code ${code}); transactional mail: ${sendTransactional ? 'yes' : 'no'}`,
    ],
    ['because', `${because(verified)} (row ${rowOf(verified)})`],
    ['syntax', syntaxText(evidence)],
    ['known as', knownAs(evidence, freeEmail).join(', ')],
    ['lists', listDates],
    ['local part', role ? 'a role, not a person' : ''],
    ['perhaps', didYouMean && `${didYouMean} was meant`],
    ...dnsLines(evidence.dns),
    ['parked at', evidence.parked && `${evidence.parked}, a mail host of parked domains; not asked`],
    ['shared host', evidence.disposableHost && `${evidence.disposableHost} serves only disposable domains`],
    ...probeLines(evidence.probe),
    ['given up', evidence.gaveUp && gaveUp[evidence.gaveUp]],
    [
      'took',
      [
        timings.dns !== undefined && `DNS ${ms(timings.dns)}`,
        timings.probe !== undefined && `mail host ${ms(timings.probe)}`,
        `${ms(timings.total)} in all`,
      ]
        .filter(Boolean)
        .join(', '),
    ],
  ];
  // The text contains replies of strangers, which must not move the terminal's cursor.
  const shown = lines.flatMap(([label, text]) => (text ? [`  ${label.padEnd(LABEL)}${shownText(text)}`] : []));
  return [shownText(email) || '(empty)', ...shown].join('\n');
};

/** Evidence in words, with the dates of the lists in use; an empty line after each. */
export const explanationWith = (lists: readonly ListFacts[]): ResultFormat => {
  const dates = datesOf(lists);
  return { head: '', line: (verified, original) => `${explain(verified, original, dates)}\n\n` };
};
