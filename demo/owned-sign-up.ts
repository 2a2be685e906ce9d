import { html } from 'hono/html';
import { createOwnershipCache } from '../src/ownership/index.js';
import { verifySignUp, type VerifiedSignUp } from '../src/proxy/backend.js';
import type { Nonces } from '../src/proxy/index.js';
import type { PageParts } from './answer-page.js';
import type { Issuer } from './issuer/issuer.js';
import { sourcesOf } from './issuer/sources.js';

/** What the sign-up is verified with. */
interface OwnedSignUpOptions {
  readonly nonces: Nonces;
  readonly receiptSecret: string;
  /** Of the site's pages. */
  readonly origins: readonly string[];
  /** The one provider of the world that issues tokens. */
  readonly issuer?: Issuer | undefined;
}

/** The answer to a sign-up: its status, and the parts of `owned.html`. */
interface Outcome {
  readonly status: 200 | 202 | 422;
  readonly parts: PageParts;
}

type Markup = PageParts[string];

const textOf = (field: FormDataEntryValue | null): string => (typeof field === 'string' ? field.trim() : '');

/** In the demo's world there is no other provider that issues tokens. */
const nobody: ReturnType<typeof sourcesOf> = {
  fetch: () => Promise.reject(new TypeError('There is no such host.')),
  resolveTxt: () => Promise.resolve([]),
};

const badgeOf = (signUp: VerifiedSignUp): Markup =>
  signUp.owned
    ? html`<p class="badge good">Owned by the visitor</p>
        <p><code>${signUp.issuer}</code> vouches for the address. No code is mailed.</p>`
    : html`<p class="badge none">Not proven: <code>${signUp.why.code}</code></p>
        <p>${signUp.why.message} That is no error.</p>`;

const factsOf = (signUp: VerifiedSignUp, decision: Decision): Markup => {
  const { found } = signUp;
  const facts = {
    'A code is mailed': decision === 'mail a code' ? 'yes' : 'no',
    ...(signUp.owned && { Relay: signUp.isPrivate ? 'yes' : 'no' }),
    'The service says': found?.result ?? 'nothing: there is no good receipt',
    ...(found && { Contradicted: found.contradicted ? 'yes' : 'no' }),
  };
  return html`<dl class="facts">
    ${Object.entries(facts).map(
      ([name, fact]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${fact}</dd>
        </div>`,
    )}
  </dl>`;
};

const CONTRADICTED = html`<p class="notice">
  The mail host refused this address, so the service calls it Invalid. Yet the visitor owns it: the service is wrong,
  and
  <code>found.contradicted</code> says so.
</p>`;

/** What becomes of the sign-up. */
type Decision = 'welcome' | 'mail a code' | 'ask again';

const decisionOn = (signUp: VerifiedSignUp): Decision => {
  if (signUp.owned) return 'welcome';
  const isBad = signUp.found?.result === 'Invalid' || signUp.why.code === 'not-an-address';
  return isBad ? 'ask again' : 'mail a code';
};

const answers: Readonly<
  Record<
    Decision,
    { readonly status: Outcome['status']; readonly title: string; readonly person: (email: Markup) => Markup }
  >
> = {
  welcome: {
    status: 200,
    title: 'Welcome to Fernhollow',
    person: (email) => html`your letters go to ${email}. It is yours, so no code is needed.`,
  },
  'mail a code': {
    status: 202,
    title: 'A code is on its way',
    person: (email) => html`a real site would now mail a code to ${email}, and ask for it here.`,
  },
  'ask again': {
    status: 422,
    title: 'Another address is needed',
    person: (email) => html`${email} cannot be used.`,
  },
};

/** What person and developer are shown. All that came with the form is text here, never markup. */
const outcomeOf = (name: string, email: string, signUp: VerifiedSignUp): Outcome => {
  const decision = decisionOn(signUp);
  const { status, title, person } = answers[decision];
  return {
    status,
    parts: {
      title: html`${title}`,
      person: html`<p class="lead">${name && `${name}, `}${person(html`<strong>${email}</strong>`)}</p>`,
      finding: html`${badgeOf(signUp)} ${factsOf(signUp, decision)} ${signUp.found?.contradicted ? CONTRADICTED : ''}`,
    },
  };
};

/** A sign-up that needs no mailed code where the browser has proven that the address is the visitor's. */
export const createOwnedSignUp = ({
  nonces,
  receiptSecret,
  origins: [first = '', ...others],
  issuer,
}: OwnedSignUpOptions) => {
  const cache = createOwnershipCache();
  const sources = issuer ? sourcesOf(issuer) : nobody;
  return async (request: Request, form: FormData): Promise<Outcome> => {
    const signUp = await verifySignUp(request, form, {
      ...{ secret: receiptSecret, nonces, origins: [first, ...others] },
      ...sources,
      cache,
    });
    return outcomeOf(textOf(form.get('name')), textOf(form.get('email')), signUp);
  };
};
