import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { isApprovedOrigin } from '../../../wire/approved-origins.js';
import type { KeyInfo, MadeKeyInfo, OriginOrder, RotateOrder } from '../../../wire/console/index.js';
import { DialogView } from '../../dialog-view.js';
import { plainName } from '../../format.js';
import { shownOnce } from '../../shown-once.js';
import { editForm, keyFormFields, makeForm, rotateForm, type ErrorAt, type KeyDialog } from './key-dialogs.js';
import { keyChangeIn, keyName, keyOrderIn, keyPlaceholder } from './key-form.js';
import { keyTable, revokedTable, type ActOnKey } from './key-table.js';
import type { SnippetSubject } from './snippet-panel.js';
import { texts } from './texts.js';

/**
 * `<console-keys>`: an account's keys, and the snippet of each public one. `path`: `new` opens the form of a new public key, the number of a
 * key shows its snippet.
 */
export class KeysView extends DialogView<KeyDialog> {
  static override properties: PropertyDeclarations = {
    keys: { state: true },
    made: { state: true },
    isMadeShown: { state: true },
  };

  declare protected keys: readonly KeyInfo[] | undefined;
  /** The key that was just made: the only time that its text is known. */
  declare protected made: MadeKeyInfo | undefined;
  /** Whether its text is shown. */
  declare protected isMadeShown: boolean;

  readonly #errorAt: ErrorAt = (field) => this.errorAt(field);

  constructor() {
    super();
    this.isMadeShown = false;
  }

  protected override async load(): Promise<void> {
    const isFirst = !this.keys;
    this.keys = await this.api.get<readonly KeyInfo[]>('keys', { account: this.account }, { signal: this.leaving });
    if (isFirst) this.#openPath();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (this.hasUpdated && changed.has('path')) this.#openPath();
  }

  #openPath(): void {
    if (this.path === 'new') this.ask({ name: 'make', kind: 'public' });
  }

  #pathTo(path: string): string {
    return `/accounts/${this.account}/keys${path && `/${path}`}`;
  }

  /** The key whose snippet is shown: the one in the path, or the one that was just made, or the latest. */
  get #shown(): KeyInfo | undefined {
    const usable = this.keys?.filter(({ kind, revokedAt }) => kind === 'public' && revokedAt === undefined) ?? [];
    const find = (id: number | undefined) => usable.find((key) => key.id === id);
    return find(Number(this.path)) ?? find(this.made?.id) ?? usable[0];
  }

  get #parts(): { account: number } {
    return { account: this.account };
  }

  readonly #act: ActOnKey = (action, key) => {
    if (action !== 'snippet') return this.ask({ name: action, key });
    this.navigate(this.#pathTo(String(key.id)));
    void this.#focus('#snippet-title');
  };

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    const element = this.querySelector<HTMLElement>(selector);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'start' });
  }

  #show(made: MadeKeyInfo): void {
    this.made = made;
    this.isMadeShown = true;
    if (Number(this.path)) this.navigate(this.#pathTo(''));
    this.tell(texts.madeTold);
  }

  readonly #approve = async (): Promise<void> => {
    const { made } = this;
    if (!made) return;
    const { origin } = location;
    await this.attempt(async () => {
      await this.api.post('approveOrigin', { ...this.#parts, key: made.id }, { origin } satisfies OriginOrder);
      await this.load();
      this.tell(texts.approvedTold(origin));
    });
  };

  protected override render(): TemplateResult {
    return html`<header class="page-header">
        <h1>${texts.title}</h1>
        ${this.keys?.length ? this.#makeButtons() : nothing}
      </header>
      <div class="stack">${this.failureNotice()} ${this.#madeKey()} ${this.#content()}</div>
      ${this.dialog ? this.#dialog(this.dialog) : nothing}`;
  }

  #makeButtons(): TemplateResult {
    const make = (kind: KeyInfo['kind']) => () => this.ask({ name: 'make', kind });
    return html`<div class="row">
      <button class="button" @click=${make('private')}>${texts.makePrivate}</button>
      <button class="button button-primary" @click=${make('public')}>${texts.makePublic}</button>
    </div>`;
  }

  #madeKey(): TemplateResult | typeof nothing {
    const { made } = this;
    if (!made || !this.isMadeShown) return nothing;
    const isPublic = made.kind === 'public';
    return shownOnce({
      ...{ title: isPublic ? texts.madePublic : texts.madePrivate, secret: made.key, name: texts.keyItself },
      sentence: isPublic ? texts.publicPlace : texts.privatePlace,
      hide: () => {
        this.isMadeShown = false;
        void this.#focus('#keys-listed');
      },
    });
  }

  #content(): TemplateResult | typeof nothing {
    const { keys } = this;
    if (!keys) return this.failure ? nothing : html`<p class="quiet" role="status">${texts.loading}</p>`;
    if (!keys.length)
      return html`<section class="card empty">
        <h2>${texts.empty}</h2>
        <p>${texts.emptyText}</p>
        <p>${texts.emptyPrivate}</p>
        ${this.#makeButtons()}
      </section>`;
    const now = Date.now();
    const valid = keys.filter(({ revokedAt }) => revokedAt === undefined);
    const revoked = keys.filter(({ revokedAt }) => revokedAt !== undefined);
    const subject = this.#subject();
    const snippet = subject
      ? html`<console-snippet .subject=${subject} .approve=${this.#approve}></console-snippet>`
      : nothing;
    const table = keyTable(valid, now, this.#act);
    // A new key is no use before its snippet is in a page.
    return html`${this.isMadeShown ? [snippet, table] : [table, snippet]} ${revokedTable(revoked, now)}`;
  }

  #subject(): SnippetSubject | undefined {
    const shown = this.#shown;
    if (!shown) return undefined;
    const isWhole = shown.id === this.made?.id;
    return {
      title: isWhole ? texts.snippetTitle : texts.snippetOf(plainName(keyName(shown))),
      serviceUrl: this.session.serviceUrl,
      key: isWhole ? this.made!.key : keyPlaceholder(shown),
      isWhole,
      isApproved: isApprovedOrigin(shown.origins, location.origin),
    };
  }

  #dialog(dialog: KeyDialog): TemplateResult {
    if (dialog.name === 'make') return this.#makeDialog(dialog.kind);
    const { key } = dialog;
    const name = plainName(keyName(key));
    const parts = { ...this.#parts, key: key.id };
    if (dialog.name === 'edit')
      return this.formDialog(
        {
          ...{ title: texts.editTitle(name), body: editForm(key, this.#errorAt), action: texts.save },
          send: async (form) => {
            await this.api.post('changeKey', parts, keyChangeIn(form, key.kind));
            this.tell(texts.savedTold(name));
          },
        },
        keyFormFields,
      );
    if (dialog.name === 'rotate')
      return this.formDialog({
        ...{ title: texts.rotateTitle(name), body: rotateForm(), action: texts.rotateAction },
        focusNext: '#shown-once-title',
        send: async (form) => {
          const order: RotateOrder = { revokesOld: form.get('old') === 'revoked' };
          this.#show(await this.api.post<MadeKeyInfo>('rotateKey', parts, order));
        },
      });
    return this.formDialog({
      ...{ title: texts.revokeTitle(name), body: html`<p>${texts.revokeText}</p>`, action: texts.revokeAction },
      ...{ isDanger: true, focusNext: 'h2[tabindex]' },
      send: async () => {
        await this.api.post('revokeKey', parts);
        if (this.made?.id === key.id) this.isMadeShown = false;
        this.tell(texts.revokedTold(name));
      },
    });
  }

  #makeDialog(kind: KeyInfo['kind']): TemplateResult {
    return this.formDialog(
      {
        title: kind === 'public' ? texts.makePublic : texts.makePrivate,
        body: makeForm(kind, this.#errorAt),
        ...{ action: texts.make, focusNext: '#shown-once-title' },
        send: async (form) =>
          this.#show(await this.api.post<MadeKeyInfo>('addKey', this.#parts, keyOrderIn(form, kind))),
      },
      keyFormFields,
    );
  }
}
