import { MICROSOFT_CLOUDS, type Judgement, type Meaning } from '../verdict/index.js';
import { meaningAtHost } from './host-wordings.js';
import * as patterns from './meaning-words.js';
import { JUDGED_LENGTH } from './reply.js';

/** A reply to RCPT, and which host gave it. */
export interface JudgedReply {
  /** 400 to 599. */
  readonly code: number;
  /** The enhanced status code (RFC 3463), if there is one. */
  readonly status?: string | undefined;
  /** Text of the reply, as far as it was kept; a callout names its address in its last line. */
  readonly text: string;
  /** The mail host's name. */
  readonly host?: string | undefined;
  /** Whether the reply names the sender of our envelope, and not the recipient. */
  readonly isOfTheSender?: boolean;
  /** The status is written with a `#` before it. */
  readonly hasHash?: boolean;
}

/** Enhanced codes of a bad destination mailbox, system or syntax (RFC 3463 §3.2, RFC 7505 §4.2). */
const MISSING_CODES: readonly string[] = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10'];
/** RFC 7504 §2: about the host and for this client, whatever enhanced code comes with it. */
const HOST_TAKES_NO_MAIL = 521;
/** RFC 7372 §3, RFC 7489 §10.3, RFC 7505 §4.2: authentication among the policy codes. */
const AUTHENTICATION_CODES = /^[45]\.7\.(?:8|9|2\d|30)$/;
const CLOUDS = MICROSOFT_CLOUDS.join('|').replaceAll('.', '\\.');
const MICROSOFT_HOST = new RegExp(`\\.(?:protection\\.(?:${CLOUDS})|mx\\.microsoft)$`);
const MICROSOFT_TEXT = new RegExp(`\\.(?:protection|prod)\\.(?:${CLOUDS})`);

/**
 * A word that may be an email address: none of the three alternatives can begin within another, so that each character
 * is looked at once or twice.
 */
const WORD = /<[^<>]*>|"[^"]*"@[^\s<>"(),;:]+|[^\s<>"(),;:]+/g;
const IP_ADDRESS = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)|(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{1,4}(?![\w:])/g;
/** "Address" without a word or an email address beside it that makes it a mailbox's; the NUL is {@link ADDRESS_MARK}. */
const BARE_ADDRESS = /(?<!(?:mail|recipient|destination|rcpt|user|local) )\baddress(?:es)?\b(?![\s:]*\0)/g;
/** Stands for an email address until IP addresses are told apart from it: no reply has the character. */
const ADDRESS_MARK = '\0';

/** A mailbox has no IP address: if a text names one, "address" alone means the client's, and says so afterwards. */
const withClientMarked = (text: string): string => {
  const named = text.replace(IP_ADDRESS, ` ${patterns.CLIENT_ADDRESS} `);
  return named === text ? text : named.replace(BARE_ADDRESS, patterns.CLIENT_ADDRESS);
};

const isEmailAddress = (word: string): boolean => word.slice(1, -1).includes('@');

/** Words without accents; addresses and links, which may hold any word at all, are replaced or left out. */
function sentencesOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    // Normalization makes up to eighteen characters of one.
    .slice(0, JUDGED_LENGTH)
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(WORD, (word) => (isEmailAddress(word) ? ADDRESS_MARK : word));
  return withClientMarked(plain)
    .replaceAll(ADDRESS_MARK, ' address ')
    .replace(/['’`]/g, '')
    .split(/[.;!?](?:\s|$)|\s-\s/)
    .map((sentence) => sentence.replace(/[^\p{L}\p{N}]+/gu, ' ').trim())
    .filter(Boolean);
}

/** Returns what the words say about the mailbox; they take precedence over every code. */
function mailboxMeaningByWords(sentences: readonly string[], { code }: JudgedReply): Meaning | undefined {
  const has = (patterns: readonly RegExp[], unless: RegExp) =>
    sentences.some((sentence) => !unless.test(sentence) && patterns.some((pattern) => pattern.test(sentence)));
  const all = sentences.join(' ');
  if (code >= 500 && !patterns.SENDER_CALLOUT.test(all) && !patterns.ABOUT_CLIENT_OR_NETWORK.test(all)) {
    if (has(patterns.MISSING, patterns.NOT_OF_THE_MAILBOX)) return 'mailbox-missing';
    if (has(patterns.DISABLED, patterns.NOT_OF_THE_MAILBOX)) return 'mailbox-disabled';
  }
  return has(patterns.FULL, patterns.NOT_OF_THE_QUOTA) ? 'mailbox-full' : undefined;
}

/** Microsoft's hosts say that they know no such recipient in the words of an access list. */
function isUnknownToMicrosoft({ status, text, host = '' }: JudgedReply): boolean {
  const isMicrosoft = MICROSOFT_HOST.test(host.toLowerCase()) || MICROSOFT_TEXT.test(text.toLowerCase());
  return status === '5.4.1' && isMicrosoft && /recipient address rejected: access denied/i.test(text);
}

/** Words that veto the code, in order: the first that the text has decides. */
const vetoes: readonly (readonly [RegExp, Meaning])[] = [
  [patterns.RATE, 'rate-or-temporary'],
  [patterns.CERTAINLY_BLOCKED, 'blocked-or-policy'],
  [patterns.AUTHENTICATION, 'auth-or-relay'],
  [patterns.CONTENT, 'content-or-size'],
  [patterns.BLOCKED, 'blocked-or-policy'],
  [patterns.SENDER, 'auth-or-relay'],
  [patterns.PERHAPS_CONTENT, 'content-or-size'],
];

function mailboxMeaningByCode({ code, status = '' }: JudgedReply): Meaning | undefined {
  if (status === '5.2.2' || status === '4.2.2') return 'mailbox-full';
  if (code < 500 || code === HOST_TAKES_NO_MAIL) return undefined;
  if (MISSING_CODES.includes(status)) return 'mailbox-missing';
  return status === '5.2.1' ? 'mailbox-disabled' : undefined;
}

function sessionMeaningByCode({ code, status = '' }: JudgedReply): Meaning | undefined {
  if (code === 421) return 'rate-or-temporary';
  if (AUTHENTICATION_CODES.test(status) || /^5\.1\.[78]$/.test(status)) return 'auth-or-relay';
  if (/^5\.7\./.test(status) || code === HOST_TAKES_NO_MAIL) return 'blocked-or-policy';
  return code < 500 ? 'rate-or-temporary' : undefined;
}

function otherMeaningByCode({ code, status = '' }: JudgedReply): Meaning {
  if (code === 556 || /^5\.4\./.test(status)) return 'domain-or-routing';
  return code === 552 || /^5\.(?:2\.3|3\.4|6\.\d+)$/.test(status) ? 'content-or-size' : 'other';
}

/**
 * Judges a refusal. Words that name a mailbox take precedence; then words and codes of blocking, authentication, rate
 * or content, as a veto; then the enhanced code; then the code. A 4xx never means a missing or disabled mailbox.
 */
export function judgeReply(reply: JudgedReply): Judgement {
  const sentences = sentencesOf(reply.text);
  const all = sentences.join(' ');
  const named =
    mailboxMeaningByWords(sentences, reply) ??
    (isUnknownToMicrosoft(reply) ? 'mailbox-missing' : undefined) ??
    meaningAtHost(reply);
  if (named && !reply.isOfTheSender) return { meaning: named, proof: 'text' };

  const isOfTheDomain =
    patterns.ROUTING.test(all) && !patterns.SENDER.test(all) && !patterns.ABOUT_CLIENT_OR_NETWORK.test(all);
  const veto = isOfTheDomain ? undefined : vetoes.find(([pattern]) => pattern.test(all));
  if (veto) return { meaning: veto[1], proof: 'text' };
  if (reply.isOfTheSender) return { meaning: 'auth-or-relay', proof: 'text' };
  const byCode = mailboxMeaningByCode(reply);
  if (byCode) return { meaning: byCode, proof: 'code' };
  if (isOfTheDomain) return { meaning: 'domain-or-routing', proof: 'text' };
  if (patterns.OTHER.test(all)) return { meaning: 'other', proof: 'text' };
  const ofTheSession = sessionMeaningByCode(reply);
  if (ofTheSession) return { meaning: ofTheSession, proof: 'code' };
  // The bare wording of RFC 5321 §4.2.3 for a 550.
  if (
    patterns.UNAVAILABLE.test(all) &&
    !patterns.NOT_OF_THE_MAILBOX.test(all) &&
    !patterns.ABOUT_CLIENT_OR_NETWORK.test(all)
  )
    return { meaning: 'mailbox-missing', proof: 'text' };
  return { meaning: otherMeaningByCode(reply), proof: 'code' };
}

/**
 * Whether a reply to RCPT refuses this recipient and nothing else: its mailbox is missing or disabled, or the whole reply says
 * no more than that the recipient is rejected. Whatever else a 5xx says may be said of every recipient.
 */
export function isRefusedRecipient(reply: JudgedReply): boolean {
  if (reply.code < 500) return false;
  const { meaning } = judgeReply(reply);
  if (meaning === 'mailbox-missing' || meaning === 'mailbox-disabled') return true;
  return meaning === 'other' && patterns.BARE_REFUSAL.test(sentencesOf(reply.text).join(' '));
}

/** Whether a refusal names its client or a block list: other recipients would be refused with the same words. */
export const namesClient = ({ text }: Pick<JudgedReply, 'text'>): boolean => {
  const all = sentencesOf(text).join(' ');
  return patterns.OF_THE_CLIENT.test(all) || patterns.ABOUT_CLIENT_OR_NETWORK.test(all);
};
