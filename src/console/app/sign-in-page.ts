import { html, type TemplateResult } from 'lit';
import { brandMark } from '../icons.js';
import { texts } from '../texts.js';

/** Why there is no session. `ended`: it was ended elsewhere, or was idle for too long. `left`: by the button for it. */
export type SignedOutReason = 'new' | 'expired' | 'ended' | 'left';

const words: Readonly<Record<SignedOutReason, readonly [title: string, text: string]>> = {
  new: [texts.signIn, texts.signInText],
  expired: [texts.linkExpired, texts.linkExpiredText],
  ended: [texts.sessionEnded, texts.sessionEndedText],
  left: [texts.signIn, texts.signInText],
};

const page = (content: TemplateResult): TemplateResult =>
  html`<main class="sign-in">
    <p class="shell-brand">${brandMark}${texts.product}</p>
    ${content}
  </main>`;

/** How to sign in. */
export const signInPage = (reason: SignedOutReason): TemplateResult => {
  const [title, text] = words[reason];
  return page(
    html`<div class="card stack">
      <h1 tabindex="-1">${title}</h1>
      ${reason === 'left' ? html`<p class="notice notice-good">${texts.signedOut}</p>` : ''}
      <p>${text}</p>
      <div class="copyable">
        <code>${texts.command}</code><console-copy .text=${texts.command} name=${texts.commandName}></console-copy>
      </div>
      <p class="quiet small">${texts.signInAccount}</p>
    </div>`,
  );
};

/** The first call failed. */
export const failedPage = (message: string, again: () => void): TemplateResult =>
  page(
    html`<div class="card stack">
      <h1 tabindex="-1">${texts.failed}</h1>
      <p class="notice notice-error" role="alert">${message}</p>
      <p><button class="button button-primary" @click=${again}>${texts.tryAgain}</button></p>
    </div>`,
  );

export const startingPage = (): TemplateResult => page(html`<p class="quiet" role="status">${texts.starting}</p>`);
