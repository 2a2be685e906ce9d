import { enrichmentNames, INFERRED, verdictWords } from '../wire/index.js';

/** Names and words that every answer may have; shorter ones do not identify a key. */
const ANSWER_WORDS = [
  ...[
    'email',
    'free_email',
    'result',
    'reason',
    'send_transactional',
    'did_you_mean',
    'success',
    'balance',
    'false',
    'disposable',
  ],
  ...['start', 'calls', 'timezone', 'credits', 'list_id', 'list_name', 'status', 'percentage', 'download_link'],
  ...['queued', 'processing', 'completed', 'failed', 'cancelled', '*************'],
  ...[...verdictWords.flat(), ...Object.values(enrichmentNames), INFERRED],
].join('\n');

/** This many consecutive characters of a key must not be shown. */
const PART_CHARACTERS = 5;
/** Maximum number of times that a text is percent-decoded. */
const MOST_DECODINGS = 4;
/** Values nested deeper than this are left out: no answer's own fields are nested so deeply. */
const MAX_DEPTH = 100;

const decodedOnce = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A text with all of its decoded forms. */
const formsOf = (text: string): string => {
  const forms = [text.toLowerCase()];
  for (let form = text; form.includes('%') && forms.length <= MOST_DECODINGS;) {
    form = decodedOnce(form);
    forms.push(form.toLowerCase());
  }
  return forms.join('\n');
};

/** Finds a key in texts. */
export interface KeyTraces {
  /** Whether a text contains the key or a part of it, also percent-encoded or in another case. */
  isIn(text: string): boolean;
  /** A JSON value without the texts and field names that contain the key. */
  removeFrom(value: unknown): unknown;
}

/**
 * Looks for parts of a key. Texts that the visitor sent do not count: if they vanished from the answer, a visitor could
 * guess the key piece by piece. Words that answers have with any key do not count either.
 */
export const keyTraces = (key: string, sent: string): KeyTraces => {
  const known = formsOf(`${sent}\n${ANSWER_WORDS}`);
  const whole = key.toLowerCase();
  const parts = Array.from({ length: Math.max(1, whole.length - PART_CHARACTERS + 1) }, (_, at) =>
    whole.slice(at, at + PART_CHARACTERS),
  ).filter((part) => !known.includes(part));
  const isIn = (text: string): boolean => {
    const forms = formsOf(text);
    return parts.some((part) => forms.includes(part));
  };
  const removeFrom = (value: unknown, depth = 0): unknown => {
    if (typeof value === 'string') return isIn(value) ? '' : value;
    if (typeof value === 'number') return isIn(String(value)) ? 0 : value;
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH)
      return typeof value === 'object' ? null : value;
    if (Array.isArray(value)) return value.map((each) => removeFrom(each, depth + 1));
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) => (isIn(name) ? [] : [[name, removeFrom(each, depth + 1)]])),
    );
  };
  return { isIn, removeFrom };
};
