import { textOf, type Catalogue, type MessageKey } from './messages.js';
import { clauses, needsAnswer, wordsOf } from './policy.js';
import type { ActionType, Rules } from './state.js';
import type { View } from './view.js';

/** An address of 40 characters, of usual width: the box keeps room for it, and a longer one makes it grow. */
export const ADDRESS = 'forename.surname@association.example.com';
/** An address of so many characters is no wider than that one, whatever its letters. */
export const USUAL_LENGTH = 24;

/** The tallest contents that the box may get, of each shape that the page's attributes allow. */
export const tallest = (
  rules: Rules,
  catalogue: Catalogue,
  address: string,
): Pick<View, 'tone' | 'pieces' | 'actions'>[] => {
  const text = (key: MessageKey): string => textOf(catalogue[key], { address, previous: address, domain: address });
  const cell = (keys: readonly MessageKey[], ...actions: (readonly [ActionType, MessageKey])[]) => ({
    // The tallest has an icon.
    tone: 'warning' as const,
    pieces: [keys.map(text).reduce((a, b) => (b.length > a.length ? b : a))],
    actions: actions.map(([type, key]) => [type, text(key)] as const),
  });
  const keysOf = (list: string): MessageKey[] =>
    clauses.filter(([word]) => wordsOf(list).includes(word)).map(([, key]) => key);
  const cells = [cell(Object.keys(catalogue) as MessageKey[])];
  const canOverride = needsAnswer(rules) && !rules.noOverride;
  const override = canOverride ? ([['override', 'override']] as const) : [];
  const undo = rules.noSuggestion ? [] : ([['undo', 'undo']] as const);
  cells.push(cell(['safe', 'accepted', ...keysOf(`${rules.block} ${rules.warn}`)], ...override, ...undo));
  if (!rules.noSuggestion) cells.push(cell(['suggest'], ['accept', 'use'], ['keep', 'keep']));
  return cells;
};
