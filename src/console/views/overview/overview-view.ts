import { html, nothing, type TemplateResult } from 'lit';
import type { MachineInfo, OverviewInfo } from '../../../wire/console/index.js';
import { ConsoleView } from '../../console-view.js';
import { hrefOf } from '../../place.js';
import { Refresh } from '../../refresh.js';
import { balanceCard, listsCard, pagesCard, todayCard } from './cards.js';
import { dayChart } from './day-chart.js';
import { machineNotice } from './machine-notice.js';
import { texts } from './texts.js';
import { verdictChart } from './verdict-chart.js';

/** Pause between two looks, in milliseconds. */
const REFRESH_TIME = 10_000;

/** `<console-overview>`: one account at one glance. */
export class OverviewView extends ConsoleView {
  static override properties = {
    ...ConsoleView.properties,
    overview: { state: true },
    machine: { state: true },
    pointed: { state: true },
  };

  declare protected overview: OverviewInfo | undefined;
  declare protected machine: MachineInfo | undefined;
  /** The day under the pointer. */
  declare protected pointed: number | undefined;

  constructor() {
    super();
    new Refresh(this, () => this.attempt(() => this.load()), REFRESH_TIME);
  }

  protected override async load(): Promise<void> {
    const { api, account, leaving } = this;
    const [overview, machine] = await Promise.all([
      api.get<OverviewInfo>('overview', { account }, { signal: leaving }),
      api.get<MachineInfo>('machine', {}, { signal: leaving }),
    ]);
    this.overview = overview;
    this.machine = machine;
  }

  protected override render(): TemplateResult {
    return html`<header class="page-header"><h1>${texts.title}</h1></header>
      <div class="stack">
        ${this.failureNotice()} ${this.machine ? machineNotice(this.machine) : nothing}
        ${this.overview ? this.#content(this.overview) : this.#waiting()}
      </div>`;
  }

  #waiting(): TemplateResult | typeof nothing {
    return this.failure ? nothing : html`<p class="quiet" role="status">${texts.loading}</p>`;
  }

  #content(overview: OverviewInfo): TemplateResult {
    const { account, session, pointed } = this;
    const point = (day: number | undefined) => (this.pointed = day);
    return html`${overview.keys ? nothing : this.#noKey()}
      ${
        overview.keys && overview.balance <= 0
          ? html`<div class="notice notice-warn"><p>${texts.noCredits}</p></div>`
          : nothing
      }
      <div class="overview-top">
        ${dayChart(overview.days, { pointed, point })}
        <div class="overview-side">${balanceCard(overview)} ${todayCard(overview)}</div>
      </div>
      <div class="overview-half">
        ${verdictChart(overview.results, account)}
        <div class="overview-side">${pagesCard(overview, session.serviceUrl)} ${listsCard(overview, account)}</div>
      </div>`;
  }

  #noKey(): TemplateResult {
    return html`<div class="notice">
      <p>${texts.noKey}</p>
      <a class="button button-primary" href=${hrefOf(`/accounts/${this.account}/keys/new`)}>${texts.makeKey}</a>
    </div>`;
  }
}
