import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { AccountInfo, CreditsOrder, NameOrder } from '../../../wire/console/index.js';
import { ConsoleCallError } from '../../api.js';
import { ConsoleAccountsChangedEvent } from '../../console-view.js';
import { DialogView, type DialogForm } from '../../dialog-view.js';
import { inputField } from '../../fields.js';
import { count, counted, plainName } from '../../format.js';
import { lowCreditsField, lowCreditsOrderIn } from '../../low-credits.js';
import {
  accountOrderIn,
  creditsOrderIn,
  findAccounts,
  isNameTyped,
  nameIn,
  newOrderId,
  typableName,
} from './account-forms.js';
import { accountTable, closedTable, type AccountAction, type ActOnAccount } from './account-table.js';
import { texts } from './texts.js';

/** A dialog that is open. */
type AccountDialog =
  | { readonly name: 'open' }
  | { readonly name: Exclude<AccountAction, 'credits'>; readonly account: AccountInfo }
  | {
      readonly name: 'credits';
      readonly account: AccountInfo;
      /** The id of the order, made once a dialog: a retry is the same order. */
      readonly orderId: string;
    };

/** Rows that are shown, and from how many accounts on they can be searched. */
const SHOWN_ACCOUNTS = 100;
const SEARCHED_ACCOUNTS = 8;

const randomBytes = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => crypto.getRandomValues(bytes);

/** `<console-accounts>`: all accounts, for the operator. */
export class AccountsView extends DialogView<AccountDialog> {
  static override properties: PropertyDeclarations = {
    accounts: { state: true },
    wanted: { state: true },
    typed: { state: true },
    sent: { state: true },
  };

  declare protected accounts: readonly AccountInfo[] | undefined;
  /** What is looked for. */
  declare protected wanted: string;
  /** What was typed to confirm. */
  declare protected typed: string;
  /** The order whose answer was lost. */
  declare protected sent: CreditsOrder | undefined;

  constructor() {
    super();
    this.wanted = '';
    this.typed = '';
  }

  protected override async load(): Promise<void> {
    this.accounts = await this.api.get<readonly AccountInfo[]>('accounts', {}, { signal: this.leaving });
  }

  #open(dialog: AccountDialog): void {
    this.typed = '';
    this.sent = undefined;
    this.ask(dialog);
  }

  readonly #act: ActOnAccount = (action, account) =>
    this.#open(
      action === 'credits' ? { name: action, account, orderId: newOrderId(randomBytes) } : { name: action, account },
    );

  /** Says what was done, and has the shell learn the names anew. */
  #changed(sentence: string): void {
    this.tell(sentence);
    this.dispatchEvent(new ConsoleAccountsChangedEvent());
  }

  protected override render(): TemplateResult {
    return html`<header class="page-header">
        <h1>${texts.title}</h1>
        ${this.accounts?.length ? this.#openButton() : nothing}
      </header>
      <div class="stack">${this.failureNotice()} ${this.#content()}</div>
      ${this.dialog ? this.#dialog(this.dialog) : nothing}`;
  }

  #openButton(): TemplateResult {
    return html`<button class="button button-primary" @click=${() => this.#open({ name: 'open' })}>
      ${texts.open}
    </button>`;
  }

  #content(): TemplateResult | typeof nothing {
    const { accounts } = this;
    if (!accounts) return this.failure ? nothing : html`<p class="quiet" role="status">${texts.loading}</p>`;
    if (!accounts.length)
      return html`<section class="card empty">
        <h2>${texts.empty}</h2>
        <p>${texts.emptyText}</p>
        <div class="row">${this.#openButton()}</div>
      </section>`;
    const open = accounts.filter(({ closedAt }) => closedAt === undefined);
    const found = findAccounts(open, this.wanted);
    return html`<section class="card card-flush" aria-labelledby="accounts-listed">
        <div class="card-header">
          <h2 id="accounts-listed" tabindex="-1">${texts.listed}</h2>
          ${open.length > SEARCHED_ACCOUNTS ? this.#filter() : nothing}
        </div>
        ${
          found.length
            ? accountTable(found.slice(0, SHOWN_ACCOUNTS), this.#act)
            : html`<p class="empty" role="status">${texts.noneFound}</p>`
        }
        ${
          found.length > SHOWN_ACCOUNTS
            ? html`<p class="accounts-more quiet">${texts.notAll(count(SHOWN_ACCOUNTS), count(found.length))}</p>`
            : nothing
        }
      </section>
      ${closedTable(accounts.filter(({ closedAt }) => closedAt !== undefined).slice(0, SHOWN_ACCOUNTS))}`;
  }

  #filter(): TemplateResult {
    const onInput = ({ target }: Event) => (this.wanted = (target as HTMLInputElement).value);
    return html`<input
      class="input accounts-filter"
      type="search"
      aria-label=${texts.filter}
      placeholder=${texts.filterHint}
      autocomplete="off"
      @input=${onInput}
    />`;
  }

  #dialog(dialog: AccountDialog): TemplateResult {
    if (dialog.name === 'open') return this.formDialog(this.#openForm(), ['name', 'credits']);
    const { account } = dialog;
    if (dialog.name === 'credits')
      return this.formDialog(this.#creditsForm(account, dialog.orderId), ['credits', 'reason']);
    if (dialog.name === 'rename') return this.formDialog(this.#renameForm(account), ['name']);
    if (dialog.name === 'notice') return this.formDialog(this.#noticeForm(account), ['lowCredits']);
    return this.formDialog(this.#closeForm(account));
  }

  #nameField(value = ''): TemplateResult {
    return inputField({
      ...{ name: 'name', label: texts.name, hint: texts.nameHint, error: this.errorAt('name') },
      ...{ value, isRequired: true },
    });
  }

  #openForm(): DialogForm {
    return {
      ...{ title: texts.open, action: texts.openAction },
      body: html`${this.#nameField()}
      ${inputField({
        ...{ name: 'credits', label: texts.firstCredits, hint: texts.firstCreditsHint, error: this.errorAt('credits') },
        ...{ type: 'number', min: 0, value: '1000', isRequired: true },
      })}`,
      send: async (form) => {
        const { id, name } = await this.api.post<AccountInfo>('addAccount', {}, accountOrderIn(form));
        this.#changed(texts.openedTold(plainName(name)));
        this.navigate(`/accounts/${id}`);
      },
    };
  }

  #renameForm({ id, name }: AccountInfo): DialogForm {
    return {
      ...{ title: texts.renameTitle(plainName(name)), action: texts.renameAction, body: this.#nameField(name) },
      send: async (form) => {
        const order: NameOrder = { name: nameIn(form) };
        const changed = await this.api.post<AccountInfo>('renameAccount', { account: id }, order);
        this.#changed(texts.renamedTold(plainName(changed.name)));
      },
    };
  }

  #noticeForm(account: AccountInfo): DialogForm {
    const name = plainName(account.name);
    const error = this.errorAt('lowCredits');
    return {
      ...{ title: texts.noticeTitle(name), action: texts.noticeAction },
      body: html`<p>${texts.noticeText}</p>
        ${lowCreditsField(account, { label: texts.noticeField, hint: texts.noticeHint, error })}`,
      send: async (form) => {
        await this.api.post('setLowCredits', { account: account.id }, lowCreditsOrderIn(form));
        this.tell(texts.noticeTold(name));
      },
    };
  }

  #closeForm({ id, name }: AccountInfo): DialogForm {
    const onInput = ({ target }: Event) => (this.typed = (target as HTMLInputElement).value);
    return {
      ...{ title: texts.closeTitle(plainName(name)), action: texts.closeAction, isDanger: true },
      ...{ isIncomplete: !isNameTyped(name, this.typed), focusNext: '#accounts-listed' },
      body: html`<p>${texts.closeText}</p>
        <div @input=${onInput}>
          ${inputField({ name: 'confirmation', label: texts.closeField(typableName(name)), isRequired: true })}
        </div>`,
      send: async () => {
        await this.api.post('closeAccount', { account: id });
        this.#changed(texts.closedTold(plainName(name)));
      },
    };
  }

  #creditsForm({ id, name, balance }: AccountInfo, orderId: string): DialogForm {
    const isLost = this.sent !== undefined;
    return {
      title: texts.creditsTitle(plainName(name)),
      action: isLost ? texts.retryAction : texts.changeAction,
      body: html`<p>${texts.creditsText(counted(balance, 'credit'))}</p>
        ${isLost ? html`<p class="notice notice-warn" role="alert"><span>${texts.retryText}</span></p>` : nothing}
        <fieldset class="stack" ?disabled=${isLost}>
          <legend class="visually-hidden">${texts.direction}</legend>
          <div class="segments accounts-direction">
            <label><input type="radio" name="direction" value="give" checked />${texts.give}</label>
            <label><input type="radio" name="direction" value="take" />${texts.take}</label>
          </div>
          ${inputField({
            ...{ name: 'credits', label: texts.amount, error: this.errorAt('credits') },
            ...{ type: 'number', min: 1, isRequired: true },
          })}
          ${inputField({
            ...{ name: 'reason', label: texts.reason, hint: texts.reasonHint, error: this.errorAt('reason') },
            ...{ isRequired: true },
          })}
        </fieldset>`,
      send: async (form) => {
        const changed = await this.#changeCredits(id, this.sent ?? creditsOrderIn(form, orderId));
        this.tell(texts.changedTold(plainName(changed.name), counted(changed.balance, 'credit')));
      },
    };
  }

  async #changeCredits(account: number, order: CreditsOrder): Promise<AccountInfo> {
    try {
      return await this.api.post<AccountInfo>('changeCredits', { account }, order);
    } catch (error) {
      // Neither a network error nor a 5xx says whether the change was made.
      if (error instanceof ConsoleCallError && (error.status === 0 || error.status >= 500)) this.sent = order;
      throw error;
    }
  }
}
