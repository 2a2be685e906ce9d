import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { ConsoleView } from './console-view.js';

/** The form of a dialog. */
export interface DialogForm {
  readonly title: string;
  /** What is between the title and the buttons: sentences, fields. */
  readonly body: TemplateResult;
  /** The words of the button that sends it. */
  readonly action: string;
  /** Whether something is lost. */
  readonly isDanger?: boolean;
  /** Whether the button cannot be pressed yet. */
  readonly isIncomplete?: boolean;
  /** Carries it out. The dialog closes if that succeeds; otherwise it shows what is wrong. */
  readonly send: (form: FormData) => Promise<void>;
  /** A selector of what has the focus after that; what had it before the dialog if absent. */
  readonly focusNext?: string;
}

/** A view with dialogs, one at a time: `dialog` says which one is open, and about what. */
export abstract class DialogView<Dialog> extends ConsoleView {
  static override properties: PropertyDeclarations = { dialog: { state: true }, isSending: { state: true } };

  declare protected dialog: Dialog | undefined;
  declare protected isSending: boolean;

  constructor() {
    super();
    this.isSending = false;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const element = this.#element;
    if (element && !element.open) element.showModal();
  }

  get #element(): HTMLDialogElement | null {
    return this.querySelector('dialog');
  }

  /** Opens a dialog. */
  protected ask(dialog: Dialog): void {
    this.forgetFailure();
    this.dialog = dialog;
  }

  /** What failed at a field of the dialog. */
  protected errorAt(field: string): string | undefined {
    return this.failedField === field ? this.failure : undefined;
  }

  // Behind a dialog nobody reads it.
  protected override failureNotice(): TemplateResult | typeof nothing {
    return this.dialog ? nothing : super.failureNotice();
  }

  /** The open dialog. `fields`: the names of its fields, beside which an error can be shown. */
  protected formDialog(form: DialogForm, fields: readonly string[] = []): TemplateResult {
    const { title, body, action, isDanger = false, isIncomplete = false } = form;
    const isAtField = fields.includes(this.failedField);
    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault();
      if (!this.isSending && !isIncomplete) void this.#send(form, event.target as HTMLFormElement);
    };
    return html`<dialog class="dialog" aria-labelledby="dialog-title" @close=${this.#onClose}>
      <form class="stack" @submit=${onSubmit}>
        <h2 id="dialog-title">${title}</h2>
        ${
          this.failure && !isAtField
            ? html`<p class="notice notice-error" role="alert"><span>${this.failure}</span></p>`
            : nothing
        }
        ${body}
        <div class="dialog-actions">
          <button class="button" type="button" @click=${this.#cancel}>Cancel</button>
          <button
            class="button ${isDanger ? 'button-danger' : 'button-primary'}"
            aria-disabled=${this.isSending || isIncomplete ? 'true' : nothing}
          >
            ${action}
          </button>
        </div>
      </form>
    </dialog>`;
  }

  async #send({ send, focusNext }: DialogForm, form: HTMLFormElement): Promise<void> {
    const { dialog } = this;
    this.isSending = true;
    const isDone = await this.attempt(() => send(new FormData(form)));
    this.isSending = false;
    // Meanwhile it may have been closed, and another one opened.
    const isOpen = this.dialog === dialog;
    if (isDone) {
      if (isOpen) {
        this.#element?.close();
        this.dialog = undefined;
      }
      await this.attempt(() => this.load());
    }
    if (!isOpen) return;
    await this.updateComplete;
    const next = isDone ? focusNext : 'dialog [aria-invalid="true"]';
    if (next) this.querySelector<HTMLElement>(next)?.focus();
  }

  readonly #cancel = (): void => this.#element?.close();

  readonly #onClose = ({ target }: Event): void => {
    const { isConnected, open } = target as HTMLDialogElement;
    // The event comes a task later: meanwhile the element can show the next dialog.
    if (!isConnected || open) return;
    this.dialog = undefined;
    this.forgetFailure();
  };
}
