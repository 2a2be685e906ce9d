import { textOf, type Catalogue, type MessageKey } from './messages.js';
import { policyTable, needsAnswer, wordsOf } from './policy.js';
import type { Rules } from './rules.js';
import type { ActionType } from './state.js';
import type { Message } from './view.js';

/** An address of 40 characters, of usual width: the box keeps room for it, and a longer one makes it grow. */
export const SAMPLE_ADDRESS = 'forename.surname@association.example.com';
/** An address with this many characters is not wider than that one, whatever its letters. */
export const USUAL_LENGTH = 24;

/** The largest messages that the box may get, one for each set of buttons that the page's attributes allow. */
export const largestMessages = (rules: Rules, catalogue: Catalogue, address: string): Message[] => {
  const text = (key: MessageKey): string => textOf(catalogue[key], { address, previous: address, domain: address });
  const largest = (keys: readonly MessageKey[], ...actions: (readonly [ActionType, MessageKey])[]): Message => ({
    // The largest has an icon.
    tone: 'warning',
    pieces: [keys.map(text).reduce((a, b) => (b.length > a.length ? b : a))],
    actions: actions.map(([type, key]) => [type, text(key)] as const),
  });
  const keysOf = (list: string): MessageKey[] =>
    policyTable.filter(([word]) => wordsOf(list).includes(word)).map(([, key]) => key);
  const messages = [largest(Object.keys(catalogue) as MessageKey[])];
  const canOverride = needsAnswer(rules) && !rules.noOverride;
  const override = canOverride ? ([['override', 'override']] as const) : [];
  const undo = rules.noSuggestion ? [] : ([['undo', 'undo']] as const);
  messages.push(largest(['safe', 'accepted', ...keysOf(`${rules.block} ${rules.warn}`)], ...override, ...undo));
  if (!rules.noSuggestion) messages.push(largest(['suggest'], ['accept', 'use'], ['keep', 'keep']));
  return messages;
};
