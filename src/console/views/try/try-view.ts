import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { TryInfo, TryOrder } from '../../../wire/console/index.js';
import { ConsoleView } from '../../console-view.js';
import { toneOf } from '../../tone.js';
import { evidenceCard } from './evidence-card.js';
import { keepTries, keptTries, withTry, type Tried } from './recent-tries.js';
import { texts } from './texts.js';
import { verdictCard } from './verdict-card.js';

/** `<console-try>`: checks one address, and shows how the verdict came about. The address is never part of the URL. */
export class TryView extends ConsoleView {
  static override properties = {
    ...ConsoleView.properties,
    email: { state: true },
    isWorking: { state: true },
    tries: { state: true },
    shown: { state: true },
  };

  /** What is in the field. */
  declare protected email: string;
  declare protected isWorking: boolean;
  /** The tries of this session, the latest first. */
  declare protected tries: readonly Tried[];
  declare protected shown: Tried | undefined;

  constructor() {
    super();
    this.email = '';
    this.isWorking = false;
    this.tries = [];
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) {
      this.tries = keptTries(this.session, this.account);
      this.shown = this.tries[0];
    }
    super.willUpdate(changed);
  }

  protected override load(): Promise<void> {
    return Promise.resolve();
  }

  readonly #write = (event: Event): void => {
    this.email = (event.currentTarget as HTMLInputElement).value;
    this.failure = '';
  };

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    void this.#try(this.email.trim());
  };

  async #try(email: string): Promise<void> {
    if (this.isWorking) return;
    if (!email) return this.#complain();
    const { api, account, leaving: signal } = this;
    this.isWorking = true;
    const isDone = await this.attempt(async () => {
      const order: TryOrder = { email };
      this.#show(email, await api.post<TryInfo>('tryAddress', { account }, order, { signal }));
    });
    this.isWorking = false;
    await this.#focus(isDone ? '#try-verdict' : '#try-email');
  }

  #complain(): void {
    this.failure = texts.missing;
    void this.#focus('#try-email');
  }

  #show(email: string, verdict: TryInfo): void {
    this.tries = withTry(this.tries, email, verdict);
    [this.shown] = this.tries;
    keepTries(this.session, this.account, this.tries);
  }

  readonly #tryIt = (email: string): void => {
    this.email = email;
    void this.#try(email);
  };

  readonly #showAgain = (tried: Tried): void => {
    this.shown = tried;
    this.email = tried.email;
    this.failure = '';
    void this.#focus('#try-verdict');
  };

  readonly #forget = (): void => {
    this.tries = [];
    keepTries(this.session, this.account, []);
    this.shown = undefined;
    this.tell(texts.forgotten);
    void this.#focus('#try-email');
  };

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(selector)?.focus();
  }

  protected override render(): TemplateResult {
    const { shown } = this;
    return html`<header class="page-header">
        <div>
          <h1>${texts.title}</h1>
          <p>${texts.lead}</p>
        </div>
      </header>
      <div class="stack">
        ${this.#form()}
        ${
          shown
            ? html`${verdictCard(shown, this.#tryIt)} ${evidenceCard(shown.verdict)}`
            : html`<section class="card empty"><p>${texts.empty}</p></section>`
        }
        ${this.#earlier()}
      </div>`;
  }

  #form(): TemplateResult {
    const { failure, email, isWorking } = this;
    return html`<form class="card" novalidate @submit=${this.#submit}>
      <div class="field">
        <label for="try-email">${texts.label}</label>
        <div class="try-field">
          <input
            class="input"
            id="try-email"
            inputmode="email"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            maxlength="1000"
            .value=${email}
            aria-invalid=${failure ? 'true' : nothing}
            aria-describedby=${failure ? 'try-failure' : nothing}
            @input=${this.#write}
          />
          <button class="button button-primary" aria-disabled=${isWorking ? 'true' : nothing}>${texts.button}</button>
        </div>
        ${failure ? html`<p class="field-error" id="try-failure" role="alert">${failure}</p>` : nothing}
        <p class="hint" role="status">${isWorking ? texts.working : nothing}</p>
      </div>
    </form>`;
  }

  #earlier(): TemplateResult | typeof nothing {
    const earlier = this.tries.filter(({ number }) => number !== this.shown?.number);
    if (!earlier.length) return nothing;
    return html`<section class="card card-flush" aria-labelledby="try-earlier">
      <div class="card-header">
        <div>
          <h2 id="try-earlier">${texts.earlier}</h2>
          <p class="hint">${texts.earlierHint}</p>
        </div>
        <button class="button button-small" type="button" @click=${this.#forget}>${texts.forget}</button>
      </div>
      <ul class="try-earlier">
        ${earlier.map(
          (tried) =>
            html`<li>
              <button class="try-again" type="button" @click=${() => this.#showAgain(tried)}>
                <bdi>${tried.email}</bdi>
                <span class="badge badge-${toneOf(tried.verdict.result)}">${tried.verdict.result}</span>
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
  }
}
