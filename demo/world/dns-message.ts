import {
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
  type Answer,
  type Packet,
  type Question,
} from 'dns-packet';
import { RCODES, type DnsAnswer, type DnsRecords } from './dns-answers.js';

/** What one UDP message may hold where the asker names no size (RFC 1035 §4.2.1). */
const PLAIN_UDP_SIZE = 512;
/** The most that is put into one UDP message however much the asker would take, so that it is never fragmented. */
const LARGEST_UDP_SIZE = 1232;

/** A question as it came over the wire. */
export interface DnsQuery {
  readonly id: number;
  /** Undefined where the message is not one standard query with one question; `refusal` then says why. */
  readonly question: Question | undefined;
  readonly refusal: DnsRecords;
  readonly recursionDesired: boolean;
  /** Octets that the asker takes over UDP (RFC 6891 §6.2.3). */
  readonly udpSize: number;
  readonly hasOpt: boolean;
}

/** Reads a message; undefined for what must not be answered at all: a fragment of a header, or somebody's answer. */
export function readQuery(message: Buffer): DnsQuery | undefined {
  if (message.length < 12) return undefined;
  const flags = message.readUInt16BE(2);
  if (flags & 0x8000) return undefined;
  const plain = {
    id: message.readUInt16BE(0),
    question: undefined,
    recursionDesired: false,
    udpSize: PLAIN_UDP_SIZE,
    hasOpt: false,
  };
  if ((flags >> 11) & 0xf) return { ...plain, refusal: { rcode: 'NOTIMP', answers: [] } };
  const malformed = { ...plain, refusal: { rcode: 'FORMERR', answers: [] } } satisfies DnsQuery;
  let packet: Packet;
  try {
    packet = decode(message);
  } catch {
    return malformed;
  }
  const [question, ...more] = packet.questions ?? [];
  if (!question || more.length > 0) return malformed;
  const opt = packet.additionals?.find((record) => record.type === 'OPT');
  return {
    ...malformed,
    question,
    recursionDesired: (flags & RECURSION_DESIRED) !== 0,
    udpSize: Math.min(Math.max(opt?.udpPayloadSize ?? 0, PLAIN_UDP_SIZE), LARGEST_UDP_SIZE),
    hasOpt: opt !== undefined,
  };
}

/**
 * Writes the answer to a query. Beyond `limit` octets it holds no records and the truncation flag instead,
 * so that the asker comes back over TCP (RFC 2181 §9).
 */
export function writeAnswer(query: DnsQuery, answer: Exclude<DnsAnswer, 'silence'>, limit: number): Buffer {
  const records: DnsRecords = answer === 'broken' ? { rcode: 'NOERROR', answers: [] } : answer;
  const flags =
    AUTHORITATIVE_ANSWER |
    RECURSION_AVAILABLE |
    (query.recursionDesired ? RECURSION_DESIRED : 0) |
    RCODES.indexOf(records.rcode);
  const negative = query.question && records.answers.length === 0 && ['NOERROR', 'NXDOMAIN'].includes(records.rcode);
  const packet: Packet = {
    type: 'response',
    id: query.id,
    flags,
    questions: query.question ? [query.question] : [],
    answers: [...records.answers],
    authorities: negative && answer !== 'broken' ? [START_OF_AUTHORITY] : [],
    additionals: query.hasOpt ? [OPT] : [],
  };
  const message = encode(packet);
  // One record is announced and none follows.
  if (answer === 'broken') message.writeUInt16BE(1, 6);
  if (message.length <= limit) return message;
  return encode({ ...packet, flags: flags | TRUNCATED_RESPONSE, answers: [], authorities: [] });
}

// A negative answer names the zone and how long the "no" may be kept (RFC 2308 §3).
const START_OF_AUTHORITY: Answer = {
  type: 'SOA',
  name: '.',
  ttl: 60,
  data: {
    mname: 'ns.mail-world.net',
    rname: 'hostmaster.mail-world.net',
    serial: 1,
    refresh: 3600,
    retry: 600,
    expire: 86_400,
    minimum: 60,
  },
};

const OPT: Answer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: LARGEST_UDP_SIZE,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
};
