import { html, type TemplateResult } from 'lit';
import type { KeyInfo } from '../../../wire/console/index.js';
import { areaField, choiceField, inputField } from '../../fields.js';
import { keyFieldsOf, newKeyFields, type KeyFields } from './key-form.js';
import { texts } from './texts.js';

/** A dialog that is open. */
export type KeyDialog =
  | { readonly name: 'make'; readonly kind: KeyInfo['kind'] }
  | { readonly name: 'edit' | 'rotate' | 'revoke'; readonly key: KeyInfo };

/** The fields of a key's form that can be at fault. */
export const keyFormFields = ['label', 'origins', 'dailyLimit', 'dailyBudget', 'answers'] as const;

/** What is wrong at a field. */
export type ErrorAt = (field: string) => string | undefined;

const publicFields = (fields: KeyFields, errorAt: ErrorAt): TemplateResult => html`
  ${areaField({
    ...{ name: 'origins', label: texts.origins, hint: texts.originsHint, value: fields.origins },
    ...{ error: errorAt('origins'), isRequired: true },
  })}
  ${choiceField({ name: 'answers', label: texts.answers, value: fields.answers, error: errorAt('answers') }, [
    { value: 'full', label: texts.full, hint: texts.fullHint },
    { value: 'domain', label: texts.domain, hint: texts.domainHint },
  ])}
  <fieldset>
    <legend class="label">${texts.limits}</legend>
    <div class="keys-limits">
      ${inputField({
        ...{ name: 'dailyLimit', label: texts.dailyLimit, value: fields.dailyLimit, type: 'number', min: 1 },
        ...{ error: errorAt('dailyLimit'), isRequired: true },
      })}
      ${inputField({
        ...{ name: 'dailyBudget', label: texts.dailyBudget, value: fields.dailyBudget, type: 'number', min: 1 },
        ...{ error: errorAt('dailyBudget'), hint: texts.dailyBudgetHint },
      })}
    </div>
  </fieldset>
`;

const keyForm = (kind: KeyInfo['kind'], fields: KeyFields, errorAt: ErrorAt): TemplateResult =>
  html`${kind === 'public' ? publicFields(fields, errorAt) : ''}
  ${inputField({
    ...{ name: 'label', label: texts.label, hint: texts.labelHint, value: fields.label },
    ...{ error: errorAt('label') },
  })}`;

/** The form of a new key. */
export const makeForm = (kind: KeyInfo['kind'], errorAt: ErrorAt): TemplateResult =>
  keyForm(kind, newKeyFields(location.origin), errorAt);

/** The form of a key that there is. */
export const editForm = (key: KeyInfo, errorAt: ErrorAt): TemplateResult =>
  keyForm(key.kind, keyFieldsOf(key), errorAt);

/** What happens to the old key. */
export const rotateForm = (): TemplateResult =>
  html`<p>${texts.rotateText}</p>
    ${choiceField({ name: 'old', label: texts.oldKey, value: 'stays' }, [
      { value: 'stays', label: texts.keepsOld, hint: texts.keepsOldHint },
      { value: 'revoked', label: texts.revokesOld, hint: texts.revokesOldHint },
    ])}`;
