import { hostOf } from '../address/index.js';
import type { Validation } from '../wire/results.js';
import { ACCEPT_ALL, DISPOSABLE, SPAM_TRAP, SYNTAX } from '../wire/verdicts.js';
import type { MessageKey } from './messages.js';
import type { Policy } from './rules.js';
import type { State } from './state.js';

/** What `block` and `warn` can name, strongest first. */
export type PolicyWord =
  'typo' | 'syntax' | 'deny' | 'disposable' | 'spam-trap' | 'invalid' | 'accept-all' | 'role' | 'risky' | 'free';

/** The reason of a verdict that the page's own `deny` list gave. */
export const DENIED = 'Denied';

/**
 * Strongest first: a word, the text that it shows, and what it matches. `local`: judged without asking anyone. `general`: a more
 * exact word that matches too has the better text.
 */
export const policyTable: readonly (readonly [
  word: PolicyWord,
  key: MessageKey,
  matches: (verdict: Validation) => unknown,
  kind?: 'local' | 'general',
])[] = [
  // A slip is no verdict: an unanswered suggestion stops the first submit once, and says so itself.
  ['typo', 'suggest', () => false, 'local'],
  ['syntax', 'format', ({ code }) => code === SYNTAX, 'local'],
  ['deny', 'deny', ({ reasons }) => reasons[0] === DENIED, 'local'],
  ['disposable', 'disposable', ({ code }) => code === DISPOSABLE],
  ['spam-trap', 'invalid', ({ code }) => code === SPAM_TRAP],
  ['invalid', 'invalid', ({ result }) => result === 'Invalid', 'general'],
  ['accept-all', 'acceptAll', ({ code }) => code === ACCEPT_ALL],
  ['role', 'role', ({ role }) => role],
  ['risky', 'risky', ({ result }) => result === 'Risky', 'general'],
  ['free', 'free', ({ freeEmail }) => freeEmail],
];

export const policyWords: readonly string[] = policyTable.map(([word]) => word);

/** The words of a list that a page wrote. */
export const wordsOf = (list: string): string[] => list.toLowerCase().match(/[^\s,]+/g) ?? [];

/** What a policy makes of a state: a block or a warning, the text for it, and whether the person may use the address anyway. */
export interface Judgement {
  readonly isBlock: boolean;
  readonly key: MessageKey;
  readonly canOverride: boolean;
}

/** Judges what is known of the field. `deny` always blocks; `block` is stronger than `warn`. */
export const judge = (
  { fault, verdict, overridden, value }: Pick<State, 'fault' | 'verdict' | 'overridden' | 'value'>,
  { block, warn, noOverride }: Policy,
): Judgement | undefined => {
  // An unknown verdict never stops or warns anyone.
  if (!fault && (!verdict || verdict.result === 'Unknown')) return undefined;
  const blocking = [...wordsOf(block), 'deny'];
  if (fault) return { isBlock: blocking.includes('syntax'), key: fault, canOverride: false };
  const matching = policyTable.filter(([, , matches]) => matches(verdict!));
  const blocked = matching.find(([word]) => blocking.includes(word));
  const found = blocked ?? matching.find(([word]) => wordsOf(warn).includes(word));
  if (!found) return undefined;
  const [, key, , kind] = found;
  const isFirm = noOverride || kind === 'local';
  const isBlock = !!blocked && (isFirm || overridden !== value);
  return { isBlock, key: kind === 'general' ? matching[0]![1] : key, canOverride: isBlock && !isFirm };
};

/** Whether a suggestion that nobody has answered stops the first submit. */
export const stopsForSlip = ({ block }: Policy): boolean => wordsOf(block).includes('typo');

/** Whether a policy cannot be applied without an answer of the service. */
export const needsAnswer = ({ block }: Policy): boolean =>
  !wordsOf(block).every((word) => policyTable.some(([each, , , kind]) => kind === 'local' && each === word));

/** Whether a domain, as lower-case A-labels, is on a page's list, which names domains with their subdomains. */
export const isListed = (domain: string, list: string): boolean =>
  wordsOf(list).some((listed) => `.${domain}`.endsWith(`.${hostOf(listed)}`));
