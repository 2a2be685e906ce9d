import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { SessionInfo } from '../../wire/console/index.js';
import { plainName } from '../format.js';
import { brandMark, icon } from '../icons.js';
import { hrefOf, isReached, pathTo } from '../place.js';
import { texts } from '../texts.js';
import { views, type ViewEntry } from '../views.js';

/** What the side of the page shows. */
export interface SideState {
  readonly session: SessionInfo;
  /** The account whose views are linked; 0 if none was chosen yet. */
  readonly account: number;
  /** The present view; undefined at a path that leads to none. */
  readonly view: ViewEntry | undefined;
  readonly isOpen: boolean;
}

/** What can be done there, beside following links. */
export interface SideActions {
  chooseAccount(account: number): void;
  toggle(): void;
  signOut(): void;
}

// More make a list that nobody scrolls through: the view of all accounts has them.
const MOST_OPTIONS = 200;

type ListedAccount = SessionInfo['accounts'][number];

const nameOf = ({ id, name, isClosed }: ListedAccount): string =>
  `${plainName(name) || id}${isClosed ? ` ${texts.closed}` : ''}`;

/** The accounts to choose from: the present one is always among them. */
const optionsOf = (accounts: readonly ListedAccount[], account: number): readonly ListedAccount[] => {
  const shown = accounts.slice(0, MOST_OPTIONS);
  const present = accounts.slice(MOST_OPTIONS).filter(({ id }) => id === account);
  return [...present, ...shown];
};

const switcher = ({ session, account }: SideState, { chooseAccount }: SideActions): TemplateResult => {
  const { accounts } = session;
  if (session.account !== undefined) {
    const own = accounts.find(({ id }) => id === session.account);
    return html`<p class="shell-account truncate"><bdi>${own ? nameOf(own) : texts.account}</bdi></p>`;
  }
  return html`<label class="shell-switch">
    <span class="label">${texts.account}</span>
    <select
      class="input"
      .value=${live(String(account || ''))}
      @change=${(event: Event) => chooseAccount(Number((event.target as HTMLSelectElement).value))}
    >
      ${account ? nothing : html`<option value="" selected disabled>${texts.chooseAccount}</option>`}
      ${optionsOf(accounts, account).map(
        (each) => html`<option value=${each.id} ?selected=${each.id === account}>${nameOf(each)}</option>`,
      )}
    </select>
  </label>`;
};

const links = (label: string, entries: readonly ViewEntry[], { account, view }: SideState): TemplateResult =>
  html`<nav class="shell-nav" aria-label=${label}>
    ${entries.map(
      (entry) =>
        html`<a href=${hrefOf(pathTo(entry, account))} aria-current=${entry === view ? 'page' : nothing}
          >${icon(entry.icon)}${entry.title}</a
        >`,
    )}
  </nav>`;

/** The side of the page: which account, its views, the operator's, and the way out. Above the view on narrow screens, behind a button. */
export const side = (state: SideState, actions: SideActions): TemplateResult => {
  const { session, account, view, isOpen } = state;
  const ofAccount = account ? views.filter(({ scope }) => scope === 'account') : [];
  const others = views.filter((entry) => entry.scope !== 'account' && isReached(entry, 0, session));
  const present = session.accounts.find(({ id }) => id === account);
  return html`<header class="shell-side">
    <div class="shell-sticky">
      <div class="shell-bar">
        <a class="shell-brand" href=${hrefOf('/')}>${brandMark}<span>${texts.product}</span></a>
        ${present && view?.scope === 'account' ? html`<bdi class="shell-where truncate">${nameOf(present)}</bdi>` : nothing}
        <button
          class="button shell-menu"
          aria-expanded=${isOpen ? 'true' : 'false'}
          aria-controls="shell-panel"
          @click=${actions.toggle}
        >
          ${texts.menu}
        </button>
      </div>
      <div class="shell-panel ${isOpen ? 'shell-panel-open' : ''}" id="shell-panel">
        ${switcher(state, actions)} ${ofAccount.length ? links(texts.navigation, ofAccount, state) : nothing}
        ${links(texts.operatorNavigation, others, state)}
        <div class="shell-end">
          <button class="shell-leave" @click=${actions.signOut}>${icon('leave')}${texts.signOut}</button>
          <p class="shell-version">${texts.version(session.version)}</p>
        </div>
      </div>
    </div>
  </header>`;
};
