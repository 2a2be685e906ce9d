import type { TemplateResult } from 'lit';
import type { AccountInfo, LowCreditsOrder } from '../wire/console/index.js';
import { inputField, type InputOptions } from './fields.js';
import { textIn } from './form-text.js';

/** The field of the number of credits below which an account's owner is told. */
export const lowCreditsField = (
  { lowCredits }: AccountInfo,
  words: Pick<InputOptions, 'label' | 'hint' | 'error'>,
): TemplateResult =>
  inputField({
    ...{ ...words, name: 'lowCredits', type: 'number', min: 1 },
    value: lowCredits === undefined ? '' : String(lowCredits),
  });

/** What its form says. An empty field is no notice. */
export const lowCreditsOrderIn = (form: FormData): LowCreditsOrder => {
  const text = textIn(form, 'lowCredits');
  return { lowCredits: text === '' ? null : Number(text) };
};
