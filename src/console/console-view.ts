import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { SessionInfo } from '../wire/console/index.js';
import { ConsoleCallError, type ConsoleApi } from './api.js';

/** A change of place inside the page; the shell carries it out. `path` is below `/console`, such as `/accounts/3/lists`. */
export class ConsoleNavigateEvent extends Event {
  readonly path: string;

  constructor(path: string) {
    super('console-navigate', { bubbles: true, composed: true });
    this.path = path;
  }
}

/** There is no session any more; the shell shows how to sign in. */
export class ConsoleSignedOutEvent extends Event {
  constructor() {
    super('console-signed-out', { bubbles: true, composed: true });
  }
}

/** A short sentence about what was done, which the shell shows and has screen readers say. */
export class ConsoleToldEvent extends Event {
  readonly sentence: string;

  constructor(sentence: string) {
    super('console-told', { bubbles: true, composed: true });
    this.sentence = sentence;
  }
}

/** Accounts were opened, renamed or closed; the shell fetches the session's list of them again. */
export class ConsoleAccountsChangedEvent extends Event {
  constructor() {
    super('console-accounts-changed', { bubbles: true, composed: true });
  }
}

/**
 * One view of the page. It renders into the page itself, so that labels, ids and the one style sheet reach everything. The shell sets its
 * properties before it is connected. It begins with a header of class `page-header` and an `h1`, from its first rendering on: the shell moves
 * the focus to that.
 */
export abstract class ConsoleView extends LitElement {
  static override properties: PropertyDeclarations = {
    account: { attribute: false },
    path: { attribute: false },
    failure: { state: true },
    failedField: { state: true },
  };

  /** The calls. */
  declare api: ConsoleApi;
  declare session: SessionInfo;
  /** The account that is shown; 0 in the operator's views of all. */
  declare account: number;
  /** What follows the view's name in the URL, without a slash at its start: a list's id, for one. `''` if nothing does. */
  declare path: string;
  /** A sentence about what failed last; `''` if nothing did. */
  declare failure: string;
  /** The field that it is about; `''` if it is about none. */
  declare failedField: string;

  #leaving = new AbortController();

  constructor() {
    super();
    this.account = 0;
    this.path = '';
    this.failure = '';
    this.failedField = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Aborts when the view is left: hand it to every call. */
  protected get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#leaving.signal.aborted) this.#leaving = new AbortController();
    void this.attempt(() => this.load());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.hasUpdated && changed.has('path')) void this.attempt(() => this.load());
  }

  /** Fetches what the view shows. Called when it is shown, and when `path` has changed. */
  protected abstract load(): Promise<void>;

  /** Does some work; what fails is shown as `failure`. Resolves with whether all was well. */
  protected async attempt(work: () => Promise<void>): Promise<boolean> {
    const { leaving } = this;
    try {
      await work();
      if (!leaving.aborted) this.forgetFailure();
      return true;
    } catch (error) {
      if (leaving.aborted) return false;
      if (!(error instanceof ConsoleCallError)) throw error;
      if (error.isSignedOut) this.dispatchEvent(new ConsoleSignedOutEvent());
      else {
        this.failure = error.message;
        this.failedField = error.field;
      }
      return false;
    }
  }

  protected forgetFailure(): void {
    this.failure = '';
    this.failedField = '';
  }

  protected navigate(path: string): void {
    this.dispatchEvent(new ConsoleNavigateEvent(path));
  }

  /** Says that something was done. */
  protected tell(sentence: string): void {
    this.dispatchEvent(new ConsoleToldEvent(sentence));
  }

  /** What failed last, and a button that loads again; nothing if all is well. */
  protected failureNotice(): TemplateResult | typeof nothing {
    const again = () => void this.attempt(() => this.load());
    return this.failure
      ? html`<div class="notice notice-error" role="alert">
          <p>${this.failure}</p>
          <button class="button button-small" @click=${again}>Try again</button>
        </div>`
      : nothing;
  }
}
