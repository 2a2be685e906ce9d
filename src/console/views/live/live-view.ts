import { html, nothing, type TemplateResult } from 'lit';
import type { FeedEntry, FeedInfo, OriginOrder } from '../../../wire/console/index.js';
import { ConsoleSignedOutEvent, ConsoleView } from '../../console-view.js';
import { plainName } from '../../format.js';
import { hrefOf } from '../../place.js';
import { Refresh } from '../../refresh.js';
import {
  approvalOf,
  emptyFeed,
  isRefused,
  paused,
  resumed,
  shownOf,
  startedWith,
  withAnswer,
  type FeedFilter,
  type FeedState,
} from './feed-state.js';
import { feedTable, type Approval } from './feed-table.js';
import { watchFeed } from './feed-watch.js';
import { texts } from './texts.js';

/** Screen readers hear of new calls at most once in this time: in milliseconds. */
const NEWS_TIME = 30_000;

/** `<console-live>`: each call as it is answered, of one account, or of all for the operator. */
export class LiveView extends ConsoleView {
  static override properties = {
    ...ConsoleView.properties,
    feed: { state: true },
    filter: { state: true },
    approvals: { state: true },
    isLoaded: { state: true },
    isBroken: { state: true },
    news: { state: true },
  };

  declare protected feed: FeedState;
  declare protected filter: FeedFilter;
  declare protected approvals: ReadonlyMap<string, Approval>;
  declare protected isLoaded: boolean;
  declare protected isBroken: boolean;
  /** A summary of what came, for screen readers. */
  declare protected news: string;

  #watching = new AbortController();
  #toTell: readonly FeedEntry[] = [];

  constructor() {
    super();
    this.feed = emptyFeed;
    this.filter = 'all';
    this.approvals = new Map();
    this.isLoaded = false;
    this.isBroken = false;
    this.news = '';
    new Refresh(this, () => this.#tellNews(), NEWS_TIME);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watching.abort();
  }

  #ask(signal: AbortSignal, query: { readonly after?: number; readonly wait?: number }): Promise<FeedInfo> {
    const { api, account } = this;
    return account
      ? api.get<FeedInfo>('feed', { account }, { query, signal })
      : api.get<FeedInfo>('operatorFeed', {}, { query, signal });
  }

  protected override async load(): Promise<void> {
    this.#watching.abort();
    this.#watching = new AbortController();
    const { signal } = this.#watching;
    const info = await this.#ask(signal, {});
    this.feed = startedWith(info);
    this.isLoaded = true;
    void watchFeed({
      ...{ signal, onSignedOut: () => this.dispatchEvent(new ConsoleSignedOutEvent()) },
      ask: () => this.#askForNews(signal),
      onFailure: () => (this.isBroken = true),
    });
  }

  async #askForNews(signal: AbortSignal): Promise<boolean> {
    const info = await this.#ask(signal, { after: this.feed.last, wait: 1 });
    this.isBroken = false;
    this.#toTell = [...this.#toTell, ...info.entries];
    // A button does not slip away from under the hand that is about to press it.
    const isHeld = this.querySelector('.live-approve:is(:hover, :focus)') !== null;
    this.feed = withAnswer(this.feed, info, isHeld);
    return info.entries.length > 0;
  }

  #tellNews(): Promise<void> {
    const calls = this.#toTell;
    this.#toTell = [];
    if (calls.length && !this.feed.isPaused) this.news = texts.news(calls.length, calls.filter(isRefused).length);
    return Promise.resolve();
  }

  async #approve(entry: FeedEntry): Promise<void> {
    const { account, key, keyName, origin } = entry;
    const approval = approvalOf(entry);
    if (account === undefined || key === undefined || origin === undefined || this.approvals.has(approval)) return;
    this.approvals = new Map([...this.approvals, [approval, 'running']]);
    const isDone = await this.attempt(async () => {
      await this.api.post('approveOrigin', { account, key }, { origin } satisfies OriginOrder);
      this.tell(texts.approvedFor(plainName(origin), plainName(keyName || texts.keyName(key))));
    });
    const others = [...this.approvals].filter(([each]) => each !== approval);
    this.approvals = new Map(isDone ? [...others, [approval, 'done']] : others);
  }

  readonly #toggle = (): void => {
    this.feed = this.feed.isPaused ? resumed(this.feed) : paused(this.feed);
  };

  protected override render(): TemplateResult {
    const { account, feed, isBroken, isLoaded } = this;
    return html`<header class="page-header">
        <div>
          <h1>${account ? texts.title : texts.operatorTitle}</h1>
          <p>${texts.about}</p>
        </div>
        ${isLoaded ? this.#controls() : nothing}
      </header>
      <div class="stack">
        ${this.failureNotice()} ${isBroken ? html`<p class="notice notice-warn">${texts.broken}</p>` : nothing}
        ${isLoaded ? this.#content(shownOf(feed, this.filter)) : this.#waiting()}
        <p class="visually-hidden" role="status">${this.news}</p>
      </div>`;
  }

  #waiting(): TemplateResult | typeof nothing {
    return this.failure ? nothing : html`<p class="quiet" role="status">${texts.loading}</p>`;
  }

  #controls(): TemplateResult {
    const { isPaused, held } = this.feed;
    return html`<div class="row">
      <p class="live-state ${isPaused ? '' : 'live-on'}">${isPaused ? texts.pausedWith(held.length) : texts.live}</p>
      <fieldset class="segments">
        <legend class="visually-hidden">${texts.show}</legend>
        ${(['all', 'refused'] as const).map(
          (each) =>
            html`<label
              ><input
                type="radio"
                name="live-filter"
                .checked=${each === this.filter}
                @change=${() => (this.filter = each)}
              />${each === 'all' ? texts.all : texts.refusedAlone}</label
            >`,
        )}
      </fieldset>
      <button class="button" @click=${this.#toggle}>${isPaused ? texts.resume : texts.pause}</button>
    </div>`;
  }

  #content(shown: readonly FeedEntry[]): TemplateResult {
    const { account, approvals, feed, session } = this;
    if (!shown.length) return this.#empty();
    return html`<div class="card card-flush">
        ${feedTable(shown, {
          ...{ seen: feed.seen, approvals, now: Date.now(), accounts: account ? undefined : session.accounts },
          approve: (entry) => void this.#approve(entry),
        })}
      </div>
      ${
        shown.length < feed.entries.length && this.filter === 'all'
          ? html`<p class="quiet small">${texts.shown(shown.length, feed.entries.length)}</p>`
          : nothing
      }`;
  }

  #empty(): TemplateResult {
    const { account, feed } = this;
    if (feed.entries.length)
      return html`<div class="card empty">
        <h2>${texts.emptyRefused}</h2>
        <p>${texts.emptyRefusedText(feed.entries.length)}</p>
      </div>`;
    return html`<div class="card empty">
      <h2>${texts.empty}</h2>
      <p>${texts.emptyText}</p>
      ${
        account
          ? html`<p class="row">
              <a class="button button-primary" href=${hrefOf(`/accounts/${account}/try`)}>${texts.tryAddress}</a>
              <a class="button" href=${hrefOf(`/accounts/${account}/keys`)}>${texts.keys}</a>
            </p>`
          : nothing
      }
    </div>`;
  }
}
