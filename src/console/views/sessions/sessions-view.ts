import { html, nothing, type TemplateResult } from 'lit';
import type { AuditEntry, ListedSession } from '../../../wire/console/index.js';
import { ConsoleSignedOutEvent, ConsoleView } from '../../console-view.js';
import { Refresh } from '../../refresh.js';
import { auditTable, sessionTable, type TableParts } from './tables.js';
import { texts } from './texts.js';

/** Pause between two looks, in milliseconds. */
const REFRESH_TIME = 20_000;

/** `<console-sessions>`: who is signed in, and what was changed. */
export class SessionsView extends ConsoleView {
  static override properties = { ...ConsoleView.properties, sessions: { state: true }, audit: { state: true } };

  declare protected sessions: readonly ListedSession[] | undefined;
  declare protected audit: readonly AuditEntry[];

  constructor() {
    super();
    this.audit = [];
    new Refresh(this, () => this.attempt(() => this.load()), REFRESH_TIME);
  }

  protected override async load(): Promise<void> {
    const { api, leaving: signal } = this;
    const [sessions, audit] = await Promise.all([
      api.get<readonly ListedSession[]>('sessions', {}, { signal }),
      api.get<readonly AuditEntry[]>('audit', {}, { signal }),
    ]);
    this.sessions = sessions;
    this.audit = audit;
  }

  async #end({ id, isThisOne }: ListedSession): Promise<void> {
    await this.attempt(async () => {
      await this.api.post('endSession', { session: id });
      if (isThisOne) return void this.dispatchEvent(new ConsoleSignedOutEvent());
      this.tell(texts.ended);
      await this.load();
      // The button that had the focus is gone.
      await this.updateComplete;
      this.querySelector<HTMLElement>('#sessions-list')?.focus();
    });
  }

  protected override render(): TemplateResult {
    const { sessions } = this;
    return html`<header class="page-header">
        <div>
          <h1>${texts.title}</h1>
          <p>${texts.about}</p>
        </div>
      </header>
      <div class="stack">${this.failureNotice()} ${sessions ? this.#content(sessions) : this.#waiting()}</div>`;
  }

  #waiting(): TemplateResult | typeof nothing {
    return this.failure ? nothing : html`<p class="quiet" role="status">${texts.loading}</p>`;
  }

  #content(sessions: readonly ListedSession[]): TemplateResult {
    const parts: TableParts = { accounts: this.session.accounts, now: Date.now() };
    return html`<section class="card card-flush" aria-labelledby="sessions-list">
        <div class="card-header"><h2 id="sessions-list" tabindex="-1">${texts.signedIn}</h2></div>
        ${sessionTable(sessions, parts, (each) => void this.#end(each))}
      </section>
      <section class="card card-flush" aria-labelledby="sessions-changes">
        <div class="card-header">
          <h2 id="sessions-changes">${texts.audit}</h2>
          <p class="quiet small">${texts.auditAbout}</p>
        </div>
        ${this.audit.length ? auditTable(this.audit, parts) : html`<p class="quiet sessions-none">${texts.noAudit}</p>`}
      </section>`;
  }
}
