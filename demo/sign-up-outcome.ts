import { html } from 'hono/html';
import type { VerifiedReceipt } from '../src/proxy/receipt.js';
import { claimsIn, momentOf, stepsOf, type Step } from './receipt-evidence.js';
import { rowFor, signUpTable, type Decision, type SignUpRow } from './sign-up-table.js';

/** What came with the form, and what was found of it. */
export interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly receipt: string;
  readonly verified: VerifiedReceipt;
  /** Whether the free detector knows the domain. It is asked where no good receipt came. */
  readonly isTemporary: boolean;
}

type Markup = ReturnType<typeof html>;

/** The answer to a sign-up: its status, and the parts of `signed-up.html`. */
export interface Outcome {
  readonly status: 200 | 202 | 422;
  readonly parts: Readonly<Record<string, Markup>>;
}

const statuses = { welcome: 200, 'check later': 202, 'ask again': 422 } as const satisfies Record<Decision, number>;

const titles: Readonly<Record<Decision, string>> = {
  welcome: 'Welcome to Fernhollow',
  'check later': 'You are signed up',
  'ask again': 'Another address is needed',
};

const personWords = ({ name, email }: SignUp, { decision, because }: SignUpRow): Markup => {
  if (decision === 'welcome')
    return html`<p class="lead">${name && `${name}, `}your letters go to <strong>${email}</strong>.</p>`;
  if (decision === 'ask again') return html`<p class="lead"><strong>${email}</strong> cannot be used. ${because}</p>`;
  return html`<p class="lead">
    ${name && `${name}, `}<strong>${email}</strong> is to be checked later: we send a mail there that has to be
    answered.
  </p>`;
};

const findingOf = (verified: VerifiedReceipt): Markup => {
  if (!verified.ok)
    return html`<p class="badge ${verified.code === 'missing' ? 'none' : 'bad'}">
        ${verified.code === 'missing' ? 'No receipt' : 'Receipt refused'}: <code>${verified.code}</code>
      </p>
      <p>${verified.message}</p>`;
  const { result, code, role, freeEmail, sendTransactional, issuedAt } = verified.found;
  const facts = {
    Result: result,
    Code: code,
    'Shared inbox': role,
    'Free provider': freeEmail,
    'Transactional mail': sendTransactional,
    Given: momentOf(issuedAt),
  };
  return html`<p class="badge good">Receipt verified</p>
    <dl class="facts">
      ${Object.entries(facts).map(
        ([name, fact]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${typeof fact === 'boolean' ? (fact ? 'yes' : 'no') : fact}</dd>
          </div>`,
      )}
    </dl>`;
};

const signs: Readonly<Record<Step['outcome'], string>> = { yes: '✓', no: '✕', 'not asked': '–' };

const stepRow = ({ question, outcome }: Step): Markup =>
  html`<li data-outcome="${outcome}">
    <span class="sign" aria-hidden="true">${signs[outcome]}</span> ${question} <strong>${outcome}</strong>
  </li>`;

const tableRow = ({ came, decision, because }: SignUpRow, isIt: boolean): Markup =>
  html`<tr ${isIt ? html`aria-current="true"` : ''}>
    <th scope="row">${came}${isIt ? html` <em>this one</em>` : ''}</th>
    <td>${decision}</td>
    <td>${because}</td>
  </tr>`;

const receiptText = (receipt: string): Markup =>
  html`<p class="receipt">${receipt.split('.').map((part, at) => html`${at ? '.' : ''}<span>${part}</span>`)}</p>`;

const receiptPart = (receipt: string, { ok }: VerifiedReceipt): Markup => {
  if (!receipt) return html`<p class="hint">The form carried none.</p>`;
  const claims = claimsIn(receipt);
  return html`<p class="hint">
      ${ok ? 'Anybody can read it, and nobody without the secret can change it.' : 'This is what it claims. None of it is believed.'}
      The address is in it as a hash alone.
    </p>
    <dl class="claims">
      ${claims.map(
        ({ name, text }) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${text}</dd>
          </div>`,
      )}
    </dl>
    ${receiptText(receipt)}`;
};

/** What person and developer are shown of a sign-up. All that came with the form is text here, never markup. */
export const outcomeOf = (signUp: SignUp): Outcome => {
  const { receipt, verified, isTemporary } = signUp;
  const row = rowFor(verified, isTemporary);
  const parts = {
    title: html`${titles[row.decision]}`,
    person: personWords(signUp, row),
    finding: findingOf(verified),
    steps: html`${stepsOf(verified).map(stepRow)}`,
    table: html`${signUpTable.map((each) => tableRow(each, each === row))}`,
    receipt: receiptPart(receipt, verified),
  };
  return { status: statuses[row.decision], parts };
};
