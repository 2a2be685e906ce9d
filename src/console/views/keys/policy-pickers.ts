import { html, type TemplateResult } from 'lit';
import {
  answersTo,
  choicesIn,
  defaultChoices,
  policyFlags,
  policyWords,
  type PolicyChoices,
  type PolicyWord,
} from './policy-choices.js';
import { texts } from './texts.js';

const picker = (word: PolicyWord): TemplateResult => {
  const words = word === 'typo' ? texts.typoAnswers : texts.policyAnswers;
  return html`<div class="keys-picker">
    <label for="policy-${word}">${texts.words[word]}</label>
    <select class="input" id="policy-${word}" name=${word}>
      ${answersTo(word).map(
        (answer) =>
          html`<option value=${answer} ?selected=${answer === defaultChoices[word]}>${words[answer]}</option>`,
      )}
    </select>
  </div>`;
};

/** The pickers of a policy, which begin with the element's defaults. */
export const policyPickers = (choose: (choices: PolicyChoices) => void): TemplateResult => {
  const onChange = ({ currentTarget }: Event) => choose(choicesIn(new FormData(currentTarget as HTMLFormElement)));
  const onSubmit = (event: Event) => event.preventDefault();
  return html`<form class="stack" @change=${onChange} @submit=${onSubmit}>
    <fieldset>
      <legend class="label">${texts.policy}</legend>
      <div class="keys-pickers">${policyWords.map(picker)}</div>
    </fieldset>
    <div class="keys-flags">
      ${policyFlags.map(
        (flag) =>
          html`<label class="choice"><input type="checkbox" name=${flag} /><span>${texts.flags[flag]}</span></label>`,
      )}
    </div>
  </form>`;
};
