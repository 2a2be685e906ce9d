import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ListInfo } from '../../../wire/console/index.js';
import { ConsoleCallError } from '../../api.js';
import { confirm } from '../../confirm.js';
import { ConsoleView } from '../../console-view.js';
import { hrefOf } from '../../place.js';
import { Refresh } from '../../refresh.js';
import { draftTemplate, type DraftActions } from './draft-template.js';
import { FileDrop, oneFile } from './file-drop.js';
import { intakeTemplate, type IntakeActions, type IntakeWay } from './intake-template.js';
import { IDLE, type Intake } from './intake.js';
import { actionRoutes, cancelQuestion } from './list-buttons.js';
import { ListFollower } from './list-follower.js';
import { ListIntake } from './list-intake.js';
import { listPage } from './list-page.js';
import { isDiscarded, type ListAction } from './list-state.js';
import { listsTable } from './lists-table.js';
import { ALL_ROWS, type RowFilter } from './rows.js';
import type { RowActions } from './rows-template.js';
import { texts } from './texts.js';

/** As often as it is looked whether it is time to ask again, in milliseconds. */
const TICK = 1_000;

/** `<console-lists>`: all lists of an account, the way to give a new one, and each list on a page of its own. */
export class ListsView extends ConsoleView {
  static override properties = {
    ...ConsoleView.properties,
    filter: { state: true },
    page: { state: true },
    way: { state: true },
    isOver: { state: true },
    fault: { state: true },
  };

  declare protected filter: RowFilter;
  declare protected page: number;
  declare protected way: IntakeWay;
  /** Whether a file is held over the page. */
  declare protected isOver: boolean;
  /** Why the last thing that was asked for was not done; `''` if it was. */
  declare protected fault: string;

  readonly #follower = new ListFollower(() => ({
    api: this.api,
    account: this.account,
    path: this.path,
    signal: this.leaving,
    changed: (news) => {
      if (news.length) this.tell(news.join(' '));
      this.requestUpdate();
    },
  }));
  #shown: Intake = IDLE;
  readonly #intake = new ListIntake(() => ({
    api: this.api,
    account: this.account,
    signal: this.leaving,
    changed: () => this.requestUpdate(),
  }));

  constructor() {
    super();
    this.filter = ALL_ROWS;
    this.page = 0;
    this.way = 'file';
    this.isOver = false;
    this.fault = '';
    new FileDrop(this, { hover: (isOver) => (this.isOver = isOver), drop: (files) => this.#drop(files) });
    new Refresh(this, () => this.#tick(), TICK);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('path')) {
      if (this.hasUpdated) this.#follower.clear();
      this.filter = ALL_ROWS;
      this.page = 0;
      this.fault = '';
    }
    super.willUpdate(changed);
  }

  protected override load(): Promise<void> {
    return this.#follower.ask();
  }

  async #tick(): Promise<void> {
    if (!this.#follower.isDue) return;
    if (!(await this.attempt(() => this.#follower.ask()))) this.#follower.putOff();
  }

  /** Does what a person asked for. Why it failed stays until the next thing is done: answers about lists come every second. */
  async #do(work: () => Promise<void>): Promise<void> {
    await this.attempt(async () => {
      this.fault = '';
      try {
        await work();
      } catch (error) {
        if (!(error instanceof ConsoleCallError) || error.isSignedOut) throw error;
        this.fault = error.message;
      }
    });
  }

  readonly #act = (action: ListAction, list: ListInfo): void =>
    void this.#do(async () => {
      const { account } = this;
      if (action === 'cancel' && !(await confirm(cancelQuestion(list)))) return;
      await this.api.post<ListInfo>(actionRoutes[action], { account, list: list.id });
      this.tell(texts.done[action](list.name));
      await this.#follower.ask();
      await this.#focus(`#list-${list.id}`, '#lists-all', 'h1');
    });

  // Giving a list.

  #drop(files: FileList | null): void {
    if (this.path) this.navigate(`/accounts/${this.account}/lists`);
    this.#takeFiles(files);
  }

  readonly #takeFiles = (files: FileList | null): void => {
    const file = oneFile(files);
    if (typeof file === 'string') this.#intake.refuse(file);
    else this.#take(() => this.#intake.takeFile(file, file.name));
  };

  #take(work: () => Promise<void>): void {
    void this.#do(async () => {
      await work();
      await this.#follower.ask();
    });
  }

  readonly #intakeActions: IntakeActions = {
    chooseWay: (way) => {
      this.way = way;
      this.#intake.close();
    },
    takeFiles: this.#takeFiles,
    takeText: (text) =>
      this.#take(() => this.#intake.takeFile(new Blob([text], { type: 'text/plain' }), texts.pastedName)),
    takeUrl: (url) => (url ? this.#take(() => this.#intake.takeUrl(url)) : this.#intake.refuse(texts.noUrl)),
    stop: () => {
      const { state } = this.#intake;
      this.#intake.stop();
      if (state.step === 'sending') this.tell(texts.stopped(state.source.name));
      // The service may have read it all the same.
      this.#follower.hurry();
    },
  };

  readonly #draftActions: DraftActions = {
    chooseColumn: (column) =>
      void this.#do(async () => {
        await this.#intake.chooseColumn(column);
        await this.#focus('#lists-column');
      }),
    start: (list) =>
      void this.#do(async () => {
        await this.api.post<ListInfo>('startList', { account: this.account, list: list.id });
        this.#intake.close();
        this.tell(texts.done.start(list.name));
        await this.#follower.ask();
        await this.#focus(`#list-${list.id}`);
      }),
    discard: (list) =>
      void this.#do(async () => {
        await this.#intake.discard();
        this.tell(texts.discarded(list.name));
        await this.#follower.ask();
      }),
  };

  async #focus(...selectors: readonly string[]): Promise<void> {
    await this.updateComplete;
    const found = selectors.map((each) => this.querySelector<HTMLElement>(each)).find((each) => each);
    found?.focus();
  }

  /** Moves the focus to what is next, if what had it is gone. */
  protected override updated(): void {
    const [before, state] = [this.#shown, this.#intake.state];
    this.#shown = state;
    if (before === state) return;
    if (state.step === 'draft') return before.step === 'draft' ? undefined : void this.#focus('#lists-draft');
    const active = document.activeElement;
    const isFree = !active || active === document.body || active.closest('section')?.querySelector('#lists-give');
    if (isFree && state.step === 'idle' && state.fault) void this.#focus('.lists-form .input', '#lists-give');
    else if (isFree && before.step !== state.step) void this.#focus('#lists-give');
  }

  protected override render(): TemplateResult {
    return html`${this.path ? this.#oneList() : this.#allLists()}
    ${this.isOver ? html`<div class="lists-over" aria-hidden="true"><p>${texts.dropHere}</p></div>` : nothing}`;
  }

  #notices(): TemplateResult {
    return html`${this.failureNotice()}
    ${this.fault ? html`<div class="notice notice-error" role="alert"><p>${this.fault}</p></div>` : nothing}`;
  }

  #allLists(): TemplateResult {
    const { state } = this.#intake;
    const drafted = state.step === 'draft' ? state.draft.list.id : '';
    const { account } = this;
    const lists = this.#follower.lists?.filter((list) => list.id !== drafted && !isDiscarded(list));
    // What it says of giving the first one is no help to somebody who has.
    const isFirst = drafted !== '' && lists?.length === 0;
    return html`<header class="page-header"><h1>${texts.title}</h1></header>
      <div class="stack">
        ${this.#notices()}
        ${
          state.step === 'draft'
            ? draftTemplate(state, this.#draftActions)
            : intakeTemplate(state, this.way, this.#intakeActions)
        }
        ${isFirst ? nothing : listsTable({ account, lists, samples: this.#follower.paces, now: Date.now() }, this.#act)}
      </div>`;
  }

  #oneList(): TemplateResult {
    const list = this.#follower.shown;
    const { account, filter, page } = this;
    const { rows, paces } = this.#follower;
    return html`<header class="page-header">
        <div>
          <a class="small" href=${hrefOf(`/accounts/${account}/lists`)}>${texts.back}</a>
          <h1><bdi>${list?.name ?? texts.oneTitle}</bdi></h1>
        </div>
      </header>
      <div class="stack">
        ${this.#notices()}
        ${
          list
            ? listPage(
                { account, list, samples: paces.get(list.id) ?? [], rows, filter, page },
                this.#act,
                this.#rowActions,
              )
            : nothing
        }
      </div>`;
  }

  readonly #rowActions: RowActions = {
    filter: (filter) => {
      this.filter = filter;
      this.page = 0;
    },
    turnTo: (page) => {
      this.page = page;
      void this.#focus('#lists-rows');
    },
  };
}
