import { html, nothing, type TemplateResult } from 'lit';
import { toneOf } from '../../tone.js';
import type { Tried } from './recent-tries.js';
import { texts } from './texts.js';
import { verdictWords } from './verdict-words.js';

const yesOrNo = (isSo: boolean): string => (isSo ? texts.yes : texts.no);

/** The card of a verdict: what was found and what to do, in words and as fields. `tryIt` tries another address. */
export const verdictCard = ({ email, verdict }: Tried, tryIt: (email: string) => void): TemplateResult => {
  const { result, reason, code, role, free, sendTransactional, didYouMean, credits, balance } = verdict;
  const { finding, advice } = verdictWords(verdict);
  const { facts, send } = texts;
  const rows = [
    [facts.reason, reason],
    [facts.code, String(code)],
    [facts.sendTransactional, sendTransactional ? send.yes : send.no],
    [facts.role, yesOrNo(role)],
    [facts.free, yesOrNo(free)],
    [facts.credits, texts.spent(credits, balance)],
  ] as const;
  return html`<section class="card stack try-verdict" aria-labelledby="try-verdict">
    <div class="stack try-finding">
      <h2 id="try-verdict" tabindex="-1" class="row">
        <span class="badge badge-${toneOf(result)}">${result}</span> <bdi>${email}</bdi>
      </h2>
      <p class="try-words">${finding} ${advice}</p>
    </div>
    ${
      didYouMean
        ? html`<div class="notice">
            <p>${texts.suggestion} <bdi class="try-suggestion">${didYouMean}</bdi>?</p>
            <button class="button" type="button" id="try-suggestion" @click=${() => tryIt(didYouMean)}>
              ${texts.tryIt}
            </button>
          </div>`
        : nothing
    }
    <dl class="try-facts">
      ${rows.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
};
