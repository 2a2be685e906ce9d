import { parseAddress } from '../../address/index.js';
import { shownText } from '../../text/index.js';
import type { TryStep } from '../../wire/console/index.js';
import {
  acceptAllText,
  dnsTexts,
  gaveUp,
  hostText,
  knownAs,
  outcomeText,
  replyText,
  syntaxText,
  type Evidence,
  type HeardReply,
  type VerificationResult,
} from '../verdict/index.js';

const tenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** The duration of a step that asked somebody. */
const took = (milliseconds: number | undefined): Pick<TryStep, 'milliseconds'> =>
  milliseconds === undefined ? {} : { milliseconds: tenths(milliseconds) };

const dnsSteps = ({ dns, parked, disposableHost, timings }: Evidence, domain: string): TryStep[] => {
  if (!dns) return [];
  const title = dns.kind === 'hosts' && dns.implicit ? `Address of ${domain}` : `MX of ${domain}`;
  const steps = dnsTexts(dns).map((detail, index): TryStep => ({
    ...{ stage: 'dns', title, detail },
    // One question found them all.
    ...(index === 0 && took(timings.dns)),
  }));
  if (disposableHost)
    steps.push({ stage: 'lists', title: 'Mail host', detail: `${disposableHost} serves only disposable domains` });
  if (parked)
    steps.push({ stage: 'lists', title: 'Mail host', detail: `${parked} is a mail host of parked domains; not asked` });
  return steps;
};

const replyStep = ({ host, command, reply, milliseconds }: HeardReply): TryStep => ({
  ...{ stage: 'smtp', title: command || `Greeting of ${host}`, detail: replyText(reply) },
  ...took(milliseconds),
});

const smtpSteps = ({ probe, timings }: Evidence, replies: readonly HeardReply[]): TryStep[] => {
  if (probe === undefined) return [];
  const smtp = (title: string, detail: string): TryStep => ({ stage: 'smtp', title, detail });
  if (probe === 'off') return [smtp('Mailbox', 'not asked about: mail hosts are not asked here (--probing off)')];
  // The replies have shown their share: what is left is connecting and waiting.
  const shown = replies.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const rest = timings.probe === undefined ? undefined : Math.max(0, timings.probe - shown);
  const outcome = { ...smtp('Mailbox', outcomeText(probe)), ...took(rest) };
  return [
    ...replies.map(replyStep),
    ...('host' in probe ? [smtp('Host', hostText(probe))] : []),
    outcome,
    ...(probe.outcome === 'accepted' ? [smtp('Other addresses', acceptAllText(probe))] : []),
  ];
};

/** What was learned of an address, in order, with the replies that were heard meanwhile. Replies of mail hosts are strangers' words: they are shown, and mean nothing else. */
export const tryStepsOf = (
  { validation, evidence }: VerificationResult,
  replies: readonly HeardReply[],
): readonly TryStep[] => {
  const parsed = parseAddress(validation.email);
  const domain = parsed.ok ? parsed.domain : '';
  const known = [...knownAs(evidence, validation.freeEmail), ...(validation.role ? ['a role, not a person'] : [])];
  const steps: TryStep[] = [
    { stage: 'text', title: 'Syntax', detail: syntaxText(evidence) },
    ...(parsed.ok
      ? [{ stage: 'lists', title: 'Known lists', detail: known.join(', ') || 'nothing special is known' } as const]
      : []),
    ...(validation.didYouMean
      ? [{ stage: 'text', title: 'Perhaps', detail: `${validation.didYouMean} was meant` } as const]
      : []),
    ...dnsSteps(evidence, domain),
    ...smtpSteps(evidence, replies),
    ...(evidence.gaveUp ? [{ stage: 'smtp', title: 'Given up', detail: gaveUp[evidence.gaveUp] } as const] : []),
  ];
  return steps.map((step) => ({ ...step, title: shownText(step.title), detail: shownText(step.detail) }));
};
