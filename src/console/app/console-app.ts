import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { SessionInfo, SignInOrder } from '../../wire/console/index.js';
import { ConsoleCallError, createConsoleApi } from '../api.js';
import type { ConsoleNavigateEvent, ConsoleToldEvent, ConsoleView } from '../console-view.js';
import { plainName } from '../format.js';
import { takeLinkToken } from '../link-token.js';
import { homeOf, hrefOf, pathOf, pathTo, placeOf, type Place } from '../place.js';
import { texts } from '../texts.js';
import { views, type ViewEntry } from '../views.js';
import { side } from './side.js';
import { failedPage, signInPage, startingPage, type SignedOutReason } from './sign-in-page.js';

type AppState =
  | { readonly name: 'starting' }
  | { readonly name: 'failed'; readonly message: string }
  | { readonly name: 'signed-out'; readonly reason: SignedOutReason }
  | { readonly name: 'signed-in'; readonly session: SessionInfo };

/** How long a sentence about what was done stays, and the pause before an unreached service is asked again: in milliseconds. */
const TOLD_TIME = 8_000;
const RETRY_TIME = 3_000;

/** Whether a click on a link is for this tab alone: the others are the browser's. */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/** `<console-app>`: the whole page. Signs in and out, knows where one is, and shows that view. */
export class ConsoleApp extends LitElement {
  static override properties = {
    state: { state: true },
    told: { state: true },
    isMenuOpen: { state: true },
    isUnreached: { state: true },
  };

  declare protected state: AppState;
  declare protected told: string;
  declare protected isMenuOpen: boolean;
  declare protected isUnreached: boolean;
  /** The token of a one-time link, if the page was opened with one. */
  linkToken: string | undefined;

  #place: Place<ViewEntry> | undefined;
  #view: ConsoleView | undefined;
  /** The account that the navigation leads to, in views of no account too. */
  #account = 0;
  #toldTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  readonly #api = createConsoleApi(async (...given) => {
    try {
      const response = await fetch(...given);
      this.#reached();
      return response;
    } catch (error) {
      if (!given[1]?.signal?.aborted) this.#missed();
      throw error;
    }
  });

  constructor() {
    super();
    this.state = { name: 'starting' };
    this.told = '';
    this.isMenuOpen = false;
    this.isUnreached = false;
    this.addEventListener('click', this.#onClick);
    this.addEventListener('console-navigate', (event) => this.#go((event as ConsoleNavigateEvent).path));
    this.addEventListener('console-signed-out', () => this.#leave('ended'));
    this.addEventListener('console-told', (event) => this.#tell((event as ConsoleToldEvent).sentence));
    this.addEventListener('console-accounts-changed', () => void this.#refreshSession());
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('popstate', this.#onPopState);
    // A link that is pasted into this very tab changes the fragment alone: the page is not loaded again.
    addEventListener('hashchange', this.#onHashChange);
    void this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('popstate', this.#onPopState);
    removeEventListener('hashchange', this.#onHashChange);
    clearTimeout(this.#toldTimer);
    clearTimeout(this.#retryTimer);
  }

  async #start(): Promise<void> {
    this.state = { name: 'starting' };
    const token = this.linkToken;
    try {
      const session = token
        ? await this.#api.post<SessionInfo>('signIn', {}, { token } satisfies SignInOrder)
        : await this.#api.get<SessionInfo>('session');
      this.linkToken = undefined;
      this.state = { name: 'signed-in', session };
      this.#show();
    } catch (error) {
      if (!(error instanceof ConsoleCallError)) throw error;
      if (error.status !== 401) this.state = { name: 'failed', message: error.message };
      else {
        this.linkToken = undefined;
        this.#leave(token ? 'expired' : 'new');
      }
    }
  }

  async #refreshSession(): Promise<void> {
    try {
      const session = await this.#api.get<SessionInfo>('session');
      if (this.state.name === 'signed-in') this.state = { name: 'signed-in', session };
    } catch {
      // The view that asked for it says what is wrong.
    }
  }

  #leave(reason: SignedOutReason): void {
    this.#view = undefined;
    this.#place = undefined;
    this.#account = 0;
    this.state = { name: 'signed-out', reason };
    document.title = `${texts.signIn} · ${texts.product}`;
    if (reason !== 'new') void this.#focusHeading();
  }

  readonly #signOut = async (): Promise<void> => {
    try {
      await this.#api.post('signOut');
    } catch (error) {
      if (!(error instanceof ConsoleCallError)) throw error;
      if (!error.isSignedOut) return this.#tell(error.message);
    }
    this.#leave('left');
  };

  /** Shows the view at the present URL. */
  #show(): void {
    if (this.state.name !== 'signed-in') return;
    const { session } = this.state;
    const path = pathOf(new URL(location.href), location.origin) ?? '/';
    if (path === '/') {
      history.replaceState(null, '', hrefOf(homeOf(views, session)));
      if (location.pathname !== hrefOf('/')) return this.#show();
    }
    const place = placeOf(path, views, session);
    this.#account = place?.account || session.account || this.#account || session.accounts[0]?.id || 0;
    const isSame = place?.view === this.#place?.view && place?.account === this.#place?.account;
    if (place && isSame && this.#view) this.#view.path = place.path;
    else this.#view = place && this.#makeView(place, session);
    this.#place = place;
    this.isMenuOpen = false;
    document.title = this.#titleOf(session);
    this.requestUpdate();
  }

  #makeView({ view, account, path }: Place<ViewEntry>, session: SessionInfo): ConsoleView {
    return Object.assign(new view.View(), { api: this.#api, session, account, path });
  }

  #titleOf({ accounts }: SessionInfo): string {
    const name = accounts.find(({ id }) => id === this.#place?.account)?.name;
    const parts = [this.#place?.view.title ?? texts.notFound, ...(name ? [plainName(name)] : []), texts.product];
    return parts.join(' · ');
  }

  #go(path: string): void {
    if (hrefOf(path) !== location.pathname) history.pushState(null, '', hrefOf(path));
    this.#show();
    scrollTo(0, 0);
    void this.#focusHeading();
  }

  async #focusHeading(): Promise<void> {
    await this.updateComplete;
    await this.#view?.updateComplete;
    const heading = this.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  #tell(sentence: string): void {
    clearTimeout(this.#toldTimer);
    this.told = sentence;
    this.#toldTimer = setTimeout(() => (this.told = ''), TOLD_TIME);
  }

  #reached(): void {
    clearTimeout(this.#retryTimer);
    if (!this.isUnreached) return;
    this.isUnreached = false;
    this.#tell(texts.reachedAgain);
  }

  #missed(): void {
    clearTimeout(this.#retryTimer);
    if (this.state.name !== 'signed-in') return;
    this.isUnreached = true;
    this.#retryTimer = setTimeout(() => void this.#refreshSession(), RETRY_TIME);
  }

  readonly #onPopState = (): void => {
    this.#show();
    void this.#focusHeading();
  };

  readonly #onHashChange = (): void => {
    const token = takeLinkToken(location, history);
    if (token === undefined) return;
    this.linkToken = token;
    this.#view = undefined;
    void this.#start();
  };

  readonly #onClick = (event: MouseEvent): void => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!link || link.target || link.hasAttribute('download') || !isPlainClick(event)) return;
    const path = pathOf(new URL(link.href), location.origin);
    if (path === undefined) return;
    event.preventDefault();
    this.#go(path);
  };

  /** Shows what is shown of another account. The focus stays: who looks through the accounts by keyboard has not left the field. */
  readonly #chooseAccount = (account: number): void => {
    const view = this.#place?.view.scope === 'account' ? this.#place.view : views[0]!;
    history.pushState(null, '', hrefOf(pathTo(view, account)));
    const wasOpen = this.isMenuOpen;
    this.#show();
    this.isMenuOpen = wasOpen;
  };

  readonly #skip = (): void => void this.#focusHeading();

  protected override render(): TemplateResult {
    const { state } = this;
    if (state.name === 'starting') return startingPage();
    if (state.name === 'failed') return failedPage(state.message, () => void this.#start());
    if (state.name === 'signed-out') return html`${signInPage(state.reason)}${this.#toldLine()}`;
    return html`<button class="button shell-skip" @click=${this.#skip}>${texts.skip}</button>
      <div class="shell">
        ${side(
          {
            ...{ session: state.session, account: this.#account, view: this.#place?.view, isOpen: this.isMenuOpen },
          },
          {
            chooseAccount: this.#chooseAccount,
            toggle: () => (this.isMenuOpen = !this.isMenuOpen),
            signOut: () => void this.#signOut(),
          },
        )}
        <main class="shell-main">
          <div role="status">
            ${this.isUnreached ? html`<p class="notice notice-warn shell-down">${texts.unreached}</p>` : nothing}
          </div>
          ${this.#view ?? this.#notFound()}
        </main>
      </div>
      ${this.#toldLine()}`;
  }

  #toldLine(): TemplateResult {
    return html`<p class="shell-told" role="status">${this.told}</p>`;
  }

  #notFound(): TemplateResult {
    return html`<div class="empty card">
      <h1 tabindex="-1">${texts.notFound}</h1>
      <p>${texts.notFoundText}</p>
      <p class="row"><a class="button" href=${hrefOf('/')}>${texts.home}</a></p>
    </div>`;
  }
}
