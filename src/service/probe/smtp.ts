import { withSignal } from '../../timing/index.js';
import { connect } from '../net/connect.js';
import { startTls } from '../net/start-tls.js';
import type { MailHost, ProbedAddress, ProbeEvidence, ProbeLimits } from '../verdict/index.js';
import { AcceptAllCache, type RandomAnswer } from './accept-all.js';
import { EnvelopeSenders } from './envelope-senders.js';
import { knownHost, workspaceProvider } from './known-hosts.js';
import { isRefusedRecipient } from './meaning.js';
import { readableReply, type ReplyLines } from './reply.js';
import { isPositive, isRefusal, judgementOf, withContext, type ReplyContext } from './reply-signs.js';
import { HostPools } from './host-pools.js';
import { DeadAddresses, type HostAddress } from './manners/dead-addresses.js';
import { PATIENT_WAIT_MS, type NotAsked } from './manners/gate.js';
import { MailManners } from './manners/mail-manners.js';
import { Passage } from './manners/passage.js';
import type { MailboxProbeOptions } from './mailbox-probe-options.js';
import type { Answer, MailboxQuestion } from './smtp-question.js';

/** Asks mail hosts for one mailbox. */
export interface MailboxProbe {
  (hosts: readonly MailHost[], address: ProbedAddress, limits: ProbeLimits): Promise<ProbeEvidence>;
  /** Ends the idle sessions. Later questions are `aborted`. */
  close(): void;
}

/** The connection pools of one domain's hosts, and what is remembered meanwhile. */
interface ProbeParts {
  readonly pools: HostPools;
  readonly memory: AcceptAllCache;
  readonly randomLocalPart: (asciiDomain: string) => string;
  readonly senders: EnvelopeSenders;
  readonly passOverMs: number;
  readonly workspaceDetection: boolean;
}

/** The questions of one verdict, and its time limit. */
interface ProbeRequest {
  readonly targets: readonly HostAddress[];
  /** Waits until a host may be asked; or why it may not. */
  readonly enter: (host: string) => Promise<NotAsked | undefined>;
  readonly address: ProbedAddress;
  readonly workspace: boolean;
  readonly isPatient: boolean;
  readonly isAlone: boolean;
  readonly onReply: MailboxQuestion['onReply'];
  readonly signal: AbortSignal;
}

/** Where a random address is asked for: a domain, and one of its hosts, or all of its workspace's. */
interface Place {
  readonly name: string;
  readonly isWorkspace: boolean;
}

/** Said at a host's every address, and nothing of the recipient: the next host is asked. */
const SAID_NOTHING: readonly ProbeEvidence['outcome'][] = ['session-refused', 'unsupported'];
const PORT_CLOSED: ProbeEvidence = { outcome: 'unreachable', why: 'port' };
const INCONCLUSIVE: RandomAnswer = { random: 'inconclusive' };
const NOT_ASKED = { random: 'not-asked' } as const;

/**
 * A probe: greets, names a sender, asks for the mailbox and, if it is accepted, for a random one of the same domain, unless
 * that is known; never sends a message. Recipients share sessions. The next host is asked if one cannot be reached, does
 * not greet, does not offer what the address needs, or refuses, hangs up or is silent before it was asked for the mailbox. Its promise rejects with a TypeError for an address that holds control characters, and if `randomLocalPart` throws. Throws a TypeError
 * for a `helo`, `mailFrom` or `fallbackMailFrom` that does not fit into a command.
 */
export function createMailboxProbe(options: MailboxProbeOptions): MailboxProbe {
  const { port, helo, mailFrom, fallbackMailFrom, connectTimeoutMs, replyTimeoutMs, randomLocalPart } = options;
  const { allowLoopback, proxy, now } = options;
  const {
    connectionsPerHost = 4,
    recipientsPerSession = 20,
    idleMs = 2_000,
    stalledMs = 500,
    paceMs = 10,
    reducedLimitMs = 30_000,
    passOverMs = 30_000,
    workspaceDetection = true,
    portWatch,
    manners = new MailManners({ senders: [mailFrom, ...(fallbackMailFrom === undefined ? [] : [fallbackMailFrom])] }),
    connect: open = connect,
  } = options;
  for (const text of [helo, mailFrom, fallbackMailFrom ?? '']) {
    if (/[\p{Cc}\s<>]/u.test(text)) throw new TypeError(`"${text}" does not fit into an SMTP command.`);
  }
  const senders = new EnvelopeSenders({ mailFrom, fallbackMailFrom, now });
  const dead = new DeadAddresses();
  const pools = new HostPools({
    ...{ port, helo, senders, timeoutMs: connectTimeoutMs, replyTimeoutMs, allowLoopback, proxy, manners },
    ...{ connections: connectionsPerHost, recipients: recipientsPerSession, idleMs, stalledMs, paceMs, reducedLimitMs },
    connect: (target) => {
      const opening = dead.watch(open(target), target.address);
      return portWatch ? portWatch.watch(opening, target.address) : opening;
    },
    startTls: (connection, host) => startTls(connection, { host, timeoutMs: replyTimeoutMs }),
  });
  const parts: ProbeParts = {
    pools,
    memory: new AcceptAllCache(now),
    randomLocalPart,
    senders,
    passOverMs,
    workspaceDetection,
  };

  const probe = async (
    hosts: readonly MailHost[],
    address: ProbedAddress,
    {
      signal,
      timeoutMs,
      workspace = false,
      isPatient = false,
      isList = isPatient,
      isAlone = false,
      waitSignal,
      onReply,
    }: ProbeLimits,
  ): Promise<ProbeEvidence> => {
    if (/\p{Cc}/u.test(address.localPart + address.asciiDomain))
      throw new TypeError('The address must not contain control characters.');
    if (portWatch?.isShut) return PORT_CLOSED;
    const ask = async (own: AbortSignal): Promise<ProbeEvidence> => {
      const passage = new Passage(manners, isList);
      const targets = dead.inOrder(hosts);
      const refused = await passage.to(targets[0]?.host ?? '', untilEither(own, waitSignal));
      if (refused) return refused;
      if (portWatch?.mayAsk() === false) {
        passage.leave();
        return PORT_CLOSED;
      }
      const isTrial = portWatch?.isClosed === true;
      // The wait of an address of a list is not counted.
      const limits = isList ? { milliseconds: timeoutMs, signals: [signal] } : undefined;
      const order = (ended: AbortSignal) => ({
        ...{ targets, address, workspace, isPatient, isAlone, onReply, signal: ended },
        enter: (host: string) => passage.to(host, untilEither(ended, waitSignal)),
      });
      const asked = limits ? withSignal(limits, (each) => askInTurn(order(each), parts)) : askInTurn(order(own), parts);
      return asked.finally(() => {
        passage.leave();
        if (isTrial) portWatch?.endTrial();
      });
    };
    const longest = isList ? timeoutMs + PATIENT_WAIT_MS : timeoutMs;
    const evidence = await withSignal({ milliseconds: longest, signals: [signal] }, ask);
    if (signal?.aborted && ['unreachable', 'timed-out'].includes(evidence.outcome)) return { outcome: 'aborted' };
    return evidence;
  };
  const close = () => {
    manners.close();
    pools.close();
  };
  return Object.assign(probe, { close });
}

const untilEither = (signal: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other ? AbortSignal.any([signal, other]) : signal;

async function askInTurn(order: ProbeRequest, parts: ProbeParts): Promise<ProbeEvidence> {
  const since = performance.now();
  let last: ProbeEvidence = { outcome: 'unreachable' };
  /** The hosts that need not be asked at another address. */
  const passed = new Set<string>();
  for (const target of order.targets) {
    if (passed.has(target.host)) continue;
    if (order.signal.aborted || performance.now() > since + parts.passOverMs) return last;
    const refused = await order.enter(target.host);
    if (refused) {
      if (weightOf(refused) >= weightOf(last)) last = refused;
      passed.add(target.host);
      // It is to be asked, and another host in its place would not know the mailbox.
      if (refused.why === 'pace') return last;
      continue;
    }
    const { evidence, tookPart } = await askAt(target, order, parts);
    if (weightOf(evidence) >= weightOf(last)) last = evidence;
    if (tookPart && !SAID_NOTHING.includes(evidence.outcome)) return evidence;
    if (tookPart || evidence.outcome === 'not-asked') passed.add(target.host);
  }
  return last;
}

/** A host that could not be reached tells less than one that spoke, and of the proxy only the last word counts. */
const weightOf = ({ outcome }: ProbeEvidence): number =>
  outcome === 'unreachable' ? 0 : outcome === 'not-asked' ? 1 : 2;

/** Asks at one address, with the sender that the host takes. */
const askHost = (ip: string, question: MailboxQuestion, { pools, senders }: ProbeParts): Promise<Answer> =>
  senders.ask(ip, question, () => pools.ask(ip, question));

/** Asks at one address; together with the address for a random one, if its result is unknown and not being asked for. */
async function askAt(
  target: HostAddress,
  order: ProbeRequest,
  parts: ProbeParts,
): Promise<{ evidence: ProbeEvidence; tookPart: boolean }> {
  const { host, ip } = target;
  const { address, workspace, isPatient, isAlone, onReply, signal } = order;
  const { memory, randomLocalPart, senders, workspaceDetection } = parts;
  const known = knownHost(host, address.asciiDomain);
  const isWorkspace = known === 'workspace';
  const isWanted = known === undefined || (isWorkspace && (workspace || (workspaceDetection && !isAlone)));
  const place = placeOf(target, order, isWorkspace && workspaceDetection);
  if (place.isWorkspace && workspace) memory.forget(place.name);
  const claim = isWanted ? memory.claim(place.name, isPatient, place.isWorkspace) : undefined;
  let answer: Answer;
  let found: RandomAnswer | undefined;
  try {
    const random = claim && randomLocalPart(address.asciiDomain);
    answer = await askHost(ip, { host, address, isPatient, signal, random, onReply }, parts);
    found =
      random !== undefined && answer.kind === 'replied'
        ? randomOf(answer, { host, senders: senders.all, recipient: `${random}@${address.asciiDomain}` })
        : undefined;
  } finally {
    // The result for a caller who left is not an answer of the host.
    claim?.settle(signal.aborted ? undefined : found);
  }
  if (answer.kind === 'ended') return answer;
  const { about, reply } = answer;
  const shown = readableReply(reply);
  const context = { host, senders: senders.all, recipient: `${address.localPart}@${address.asciiDomain}` };
  if (isRefusal(reply))
    return { evidence: { ...about, ...judgementOf(reply, context), outcome: 'refused', reply: shown }, tookPart: true };
  if (!isPositive(reply)) return { evidence: { ...about, outcome: 'garbled' }, tookPart: true };
  // Documented behaviour of the host does not help if the reply may belong to another command.
  if (answer.isUnended && known !== 'accepts-all')
    return { evidence: { ...about, outcome: 'accepted', reply: shown, ...INCONCLUSIVE }, tookPart: true };
  if (known && !isWorkspace)
    return { evidence: { ...about, outcome: 'accepted', reply: shown, random: 'not-asked', known }, tookPart: true };
  // A workspace's behaviour found for one caller is proof for all.
  const said =
    found ?? memory.known(place.name) ?? (isWanted ? await askForRandom(target, place, order, parts) : NOT_ASKED);
  return { evidence: { ...about, outcome: 'accepted', reply: shown, ...said }, tookPart: true };
}

/**
 * Returns the answer about the random address: from a question of its own, or from an earlier one about the same
 * domain.
 */
async function askForRandom(
  target: HostAddress,
  place: Place,
  order: ProbeRequest,
  parts: ProbeParts,
): Promise<RandomAnswer> {
  const { memory, randomLocalPart, senders } = parts;
  const { address, isPatient, onReply, signal } = order;
  while (!signal.aborted) {
    const known = memory.known(place.name);
    if (known) return known;
    const claim = memory.claim(place.name, isPatient, place.isWorkspace);
    if (!claim) {
      await memory.settled(place.name, signal);
      continue;
    }
    let found: RandomAnswer | undefined;
    try {
      const { asciiDomain } = address;
      const own = { localPart: randomLocalPart(asciiDomain), asciiDomain };
      const question = { host: target.host, address: own, isOwn: true, isPatient, onReply, signal };
      const answer = await askHost(target.ip, question, parts);
      const context = { host: target.host, senders: senders.all, recipient: `${own.localPart}@${asciiDomain}` };
      found = answer.kind === 'replied' && !answer.isUnended ? meaningOfRandom(answer.reply, context) : INCONCLUSIVE;
    } finally {
      claim.settle(signal.aborted ? undefined : found);
    }
    return found;
  }
  return INCONCLUSIVE;
}

/** The behaviour of one mail host of a domain says nothing about another's: a backup may accept all addresses. A workspace's hosts all do the same. */
const placeOf = ({ host }: HostAddress, { address }: ProbeRequest, isWorkspace: boolean): Place => ({
  name: `${address.asciiDomain} ${(isWorkspace && workspaceProvider(host)) || host}`,
  isWorkspace,
});

/** Returns the answer about the random address; `undefined` if it was not asked for. */
function randomOf(
  { reply, random }: Extract<Answer, { kind: 'replied' }>,
  context: ReplyContext,
): RandomAnswer | undefined {
  if (random) return meaningOfRandom(random, context);
  return isPositive(reply) ? INCONCLUSIVE : undefined;
}

function meaningOfRandom(reply: ReplyLines, context: ReplyContext): RandomAnswer {
  const randomReply = readableReply(reply);
  if (isPositive(reply)) return { random: 'accepted', randomReply };
  return {
    random: isRefusal(reply) && isRefusedRecipient(withContext(reply, context)) ? 'refused' : 'inconclusive',
    randomReply,
  };
}
