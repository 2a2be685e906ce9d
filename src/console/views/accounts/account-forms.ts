import type { AccountInfo, AccountOrder, CreditsOrder } from '../../../wire/console/index.js';
import { textIn } from '../../form-text.js';
import { plainName } from '../../format.js';

export const nameIn = (form: FormData): string => textIn(form, 'name');

export const accountOrderIn = (form: FormData): AccountOrder => ({
  name: nameIn(form),
  credits: Number(textIn(form, 'credits')),
});

/** What a form says of credits to give or take, under the id of its order. */
export const creditsOrderIn = (form: FormData, id: string): CreditsOrder => {
  const credits = Number(textIn(form, 'credits'));
  return { id, credits: form.get('direction') === 'take' ? -credits : credits, reason: textIn(form, 'reason') };
};

/** A new random id of an order. @param fill fills an array with random bytes */
export const newOrderId = (fill: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>): string =>
  [...fill(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const LONGEST = 200;

/** A name as it must be typed: without what cannot be typed. */
export const typableName = (name: string): string => plainName(name, LONGEST).replace(/\s+/g, ' ').trim().normalize();

/** Whether an account's name was typed. */
export const isNameTyped = (name: string, typed: string): boolean => typableName(name) === typableName(typed);

/** Whether the account has fewer credits than its owner wants to be told of. */
export const isLow = ({ balance, lowCredits }: Pick<AccountInfo, 'balance' | 'lowCredits'>): boolean =>
  lowCredits !== undefined && balance < lowCredits;

/** Accounts whose name contains a text, or whose number it is. */
export const findAccounts = (accounts: readonly AccountInfo[], text: string): readonly AccountInfo[] => {
  const wanted = text.trim().toLowerCase();
  return accounts.filter(({ id, name }) => name.toLowerCase().includes(wanted) || String(id) === wanted);
};
