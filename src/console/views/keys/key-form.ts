import { isAnyPortOrigin } from '../../../wire/approved-origins.js';
import type { KeyChange, KeyInfo, KeyOrder } from '../../../wire/console/index.js';
import { DAILY_CALLS_PER_NETWORK, DAILY_CALLS_PER_PUBLIC_KEY } from '../../../wire/limits.js';
import { textIn } from '../../form-text.js';

/** The fields of a key's form, as texts. */
export interface KeyFields {
  readonly label: string;
  /** One on each line. */
  readonly origins: string;
  readonly dailyLimit: string;
  /** `''` for any number. */
  readonly dailyBudget: string;
  readonly answers: 'full' | 'domain';
}

/** Pages on a developer's own machine. */
const LOCAL = 'http://localhost:*';

/** Origins to begin with: pages on one's own machine, and this page if it is there too. @param origin of this page */
export const firstOrigins = (origin: string): readonly string[] => {
  const anyPort = `${origin.replace(/:\d+$/, '')}:*`;
  return isAnyPortOrigin(anyPort) && anyPort !== LOCAL ? [LOCAL, anyPort] : [LOCAL];
};

/** What the form of a new key has at first. @param origin of this page */
export const newKeyFields = (origin: string): KeyFields => ({
  label: '',
  origins: firstOrigins(origin).join('\n'),
  dailyLimit: String(DAILY_CALLS_PER_NETWORK),
  dailyBudget: String(DAILY_CALLS_PER_PUBLIC_KEY),
  answers: 'full',
});

/** What the form of a key has at first. */
export const keyFieldsOf = ({ label, origins, dailyLimit, dailyBudget, answers = 'full' }: KeyInfo): KeyFields => ({
  label,
  origins: origins.join('\n'),
  dailyLimit: String(dailyLimit ?? DAILY_CALLS_PER_NETWORK),
  dailyBudget: dailyBudget === 'off' ? '' : String(dailyBudget ?? DAILY_CALLS_PER_PUBLIC_KEY),
  answers,
});

/** What a form says of a key of this kind. A private key has a label alone. */
export const keyChangeIn = (form: FormData, kind: KeyInfo['kind']): KeyChange => {
  const label = textIn(form, 'label');
  if (kind === 'private') return { label };
  const budget = textIn(form, 'dailyBudget');
  return {
    label,
    origins: [
      ...new Set(
        textIn(form, 'origins')
          .split(/[\s,]+/)
          .filter(Boolean),
      ),
    ],
    dailyLimit: Number(textIn(form, 'dailyLimit')),
    dailyBudget: budget === '' ? 'off' : Number(budget),
    answers: form.get('answers') === 'domain' ? 'domain' : 'full',
  };
};

/** The order for a new key. */
export const keyOrderIn = (form: FormData, kind: KeyInfo['kind']): KeyOrder => ({ kind, ...keyChangeIn(form, kind) });

/** What a key is called in sentences and labels: its label, or its last characters. */
export const keyName = ({ label, hint }: Pick<KeyInfo, 'label' | 'hint'>): string => label || `…${hint}`;

/** What stands for a key that cannot be shown again. */
export const keyPlaceholder = ({ kind, hint }: Pick<KeyInfo, 'kind' | 'hint'>): string =>
  `${kind === 'public' ? 'public_' : ''}…${hint}`;
