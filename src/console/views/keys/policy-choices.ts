/** What a page does about one kind of address. `warn` about a typing mistake is to ask without stopping the form. */
export type PolicyAnswer = 'allow' | 'warn' | 'block';

/** The words of the element's attributes `block` and `warn`, in the order in which they are written. */
export const policyWords = [
  'syntax',
  'typo',
  'disposable',
  'spam-trap',
  'invalid',
  'accept-all',
  'role',
  'risky',
  'free',
] as const;
export type PolicyWord = (typeof policyWords)[number];

/** The attributes without a value that can be chosen. */
export const policyFlags = ['no-override', 'no-success'] as const;
export type PolicyFlag = (typeof policyFlags)[number];

/** What was chosen for each word, and for each attribute without a value. */
export type PolicyChoices = Readonly<Record<PolicyWord, PolicyAnswer>> & Readonly<Record<PolicyFlag, boolean>>;

/** What the element does without any attribute. */
export const defaultChoices: PolicyChoices = {
  syntax: 'block',
  typo: 'block',
  disposable: 'warn',
  'spam-trap': 'warn',
  invalid: 'warn',
  'accept-all': 'allow',
  role: 'allow',
  risky: 'allow',
  free: 'allow',
  'no-override': false,
  'no-success': false,
};

/** What can be chosen for a word. The element always says so if an address cannot be one. */
export const answersTo = (word: PolicyWord): readonly PolicyAnswer[] =>
  word === 'syntax' ? ['warn', 'block'] : ['allow', 'warn', 'block'];

/** Attributes of `<email-check>`: their names and values, `true` for one without a value. */
export type ElementAttributes = Readonly<Record<string, string | true>>;

const wordsWith = (choices: PolicyChoices, answer: PolicyAnswer): PolicyWord[] =>
  policyWords.filter((word) => choices[word] === answer);

const defaultBlock = wordsWith(defaultChoices, 'block').join(' ');
const defaultWarn = wordsWith(defaultChoices, 'warn');

/** The attributes that make an element act as chosen, as few as possible. */
export const policyAttributes = (choices: PolicyChoices): ElementAttributes => {
  // Without a suggestion, `typo` in the list stops nothing: so the list can stay as it is by default.
  const blocked = policyWords.filter(
    (word) => choices[word] === 'block' || (word === 'typo' && choices.typo === 'allow'),
  );
  const warned = wordsWith(choices, 'warn').filter((word) => word !== 'syntax' && word !== 'typo');
  // `block` overrides `warn`: a word that both name is blocked.
  const impliedWarn = defaultWarn.filter((word) => !blocked.includes(word));
  return {
    ...(blocked.join(' ') !== defaultBlock && { block: blocked.join(' ') }),
    ...(warned.join(' ') !== impliedWarn.join(' ') && { warn: warned.join(' ') }),
    ...(choices.typo === 'allow' && { 'no-suggestion': true as const }),
    ...Object.fromEntries(policyFlags.filter((flag) => choices[flag]).map((flag) => [flag, true as const])),
  };
};

/** The choices in a form that has a field of each word's name, and a checkbox of each flag's. What is missing or unknown is as by default. */
export const choicesIn = (form: FormData): PolicyChoices => {
  const words = policyWords.map((word) => {
    const chosen = answersTo(word).find((answer) => answer === form.get(word));
    return [word, chosen ?? defaultChoices[word]] as const;
  });
  const flags = policyFlags.map((flag) => [flag, form.has(flag)] as const);
  return Object.fromEntries([...words, ...flags]) as PolicyChoices;
};
