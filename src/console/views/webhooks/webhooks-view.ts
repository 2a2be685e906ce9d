import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type {
  AccountInfo,
  DeliveryInfo,
  MadeWebhookInfo,
  WebhookInfo,
  WebhookOrder,
} from '../../../wire/console/index.js';
import { DialogView, type DialogForm } from '../../dialog-view.js';
import { inputField } from '../../fields.js';
import { textIn } from '../../form-text.js';
import { counted, moment } from '../../format.js';
import { lowCreditsField, lowCreditsOrderIn } from '../../low-credits.js';
import { Refresh } from '../../refresh.js';
import { shownOnce } from '../../shown-once.js';
import { deliveryTable } from './delivery-table.js';
import { sample, texts } from './texts.js';

type WebhookDialog = 'set' | 'rotate' | 'remove' | 'notice';

/** The pause between two looks at the deliveries, in milliseconds. */
const REFRESH_TIME = 5_000;

/** What the view shows. */
interface Shown {
  readonly account: AccountInfo;
  readonly webhook: WebhookInfo;
  readonly deliveries: readonly DeliveryInfo[];
}

/** `<console-webhooks>`: where an account's events are sent, with what secret, and how that went. */
export class WebhooksView extends DialogView<WebhookDialog> {
  static override properties: PropertyDeclarations = { shown: { state: true }, secret: { state: true } };

  declare protected shown: Shown | undefined;
  /** The secret that was just made; `''` if it is not shown any more. */
  declare protected secret: string;

  #isTesting = false;

  constructor() {
    super();
    this.secret = '';
    new Refresh(this, () => this.#refresh(), REFRESH_TIME);
  }

  get #parts(): { account: number } {
    return { account: this.account };
  }

  protected override async load(): Promise<void> {
    const options = { signal: this.leaving };
    const [account, webhook, deliveries] = await Promise.all([
      this.api.get<AccountInfo>('account', this.#parts, options),
      this.api.get<WebhookInfo>('webhook', this.#parts, options),
      this.api.get<readonly DeliveryInfo[]>('deliveries', this.#parts, options),
    ]);
    this.shown = { account, webhook, deliveries };
  }

  async #refresh(): Promise<void> {
    // A dialog keeps what failed in it.
    if (this.dialog || !this.shown?.webhook.hasSecret) return;
    await this.attempt(() => this.load());
  }

  readonly #sendAgain = (delivery: DeliveryInfo): void =>
    void this.attempt(async () => {
      await this.api.post('sendDelivery', { ...this.#parts, delivery: delivery.id });
      await this.load();
      this.tell(texts.sentTold);
    });

  readonly #sendTest = async (): Promise<void> => {
    // A second press would only be told that one is on its way.
    if (this.#isTesting) return;
    this.#isTesting = true;
    await this.attempt(async () => {
      await this.api.post<DeliveryInfo>('testWebhook', this.#parts);
      await this.load();
      this.tell(texts.testTold);
    });
    this.#isTesting = false;
  };

  protected override render(): TemplateResult {
    return html`<header class="page-header"><h1>${texts.title}</h1></header>
      <div class="stack">
        ${this.failureNotice()}
        ${
          this.secret
            ? shownOnce({
                ...{ title: texts.secretTitle, secret: this.secret, name: texts.secretItself },
                sentence: texts.secretPlace,
                hide: () => this.#hideSecret(),
              })
            : nothing
        }
        ${this.#content()}
      </div>
      ${this.dialog && this.shown ? this.formDialog(this.#formOf(this.dialog, this.shown), ['url', 'lowCredits']) : nothing}`;
  }

  #hideSecret(): void {
    this.secret = '';
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('#webhooks-address')?.focus());
  }

  #content(): TemplateResult | typeof nothing {
    const { shown } = this;
    if (!shown) return this.failure ? nothing : html`<p class="quiet" role="status">${texts.loading}</p>`;
    const { webhook, deliveries } = shown;
    if (!webhook.hasSecret && !deliveries.length)
      return html`<section class="card empty">
          <h2>${texts.empty}</h2>
          <p>${texts.emptyText}</p>
          <div class="row">${this.#button(texts.set, 'set', 'button-primary')}</div>
        </section>
        ${this.#notice(shown)}`;
    return html`<div class="cards">${this.#address(webhook)} ${this.#notice(shown)}</div>
      ${deliveryTable(deliveries, Date.now(), this.#sendAgain)} ${this.#verify()}`;
  }

  #button(words: string, dialog: WebhookDialog, look = ''): TemplateResult {
    return html`<button class="button ${look}" @click=${() => this.ask(dialog)}>${words}</button>`;
  }

  #address({ url, hasSecret, formerSecretUntil }: WebhookInfo): TemplateResult {
    return html`<section class="card stack" aria-labelledby="webhooks-address">
      <h2 id="webhooks-address" tabindex="-1">${texts.address}</h2>
      ${url === undefined ? html`<p>${texts.emptyText}</p>` : html`<p><code>${url}</code></p>`}
      ${url === undefined ? nothing : html`<p class="quiet">${texts.addressText}</p>`}
      ${
        formerSecretUntil === undefined
          ? nothing
          : html`<p class="notice notice-warn"><span>${texts.formerUntil(moment(formerSecretUntil))}</span></p>`
      }
      <div class="row">
        ${this.#button(url === undefined ? texts.set : texts.change, 'set')}
        ${url === undefined ? nothing : html`<button class="button" @click=${this.#sendTest}>${texts.test}</button>`}
        ${hasSecret ? this.#button(texts.rotate, 'rotate') : nothing}
        ${hasSecret ? this.#button(texts.remove, 'remove', 'button-danger') : nothing}
      </div>
    </section>`;
  }

  #notice({ account: { lowCredits } }: Shown): TemplateResult {
    return html`<section class="card stack" aria-labelledby="webhooks-notice">
      <h2 id="webhooks-notice">${texts.notice}</h2>
      <p>${lowCredits === undefined ? texts.noNotice : texts.noticeText(counted(lowCredits, 'credit'))}</p>
      <div class="row">
        <button class="button" @click=${() => this.ask('notice')}>
          ${texts.noticeChange}<span class="visually-hidden"> ${texts.notice}</span>
        </button>
      </div>
    </section>`;
  }

  #verify(): TemplateResult {
    return html`<section class="card stack" aria-labelledby="webhooks-verify">
      <h2 id="webhooks-verify">${texts.verify}</h2>
      <p class="quiet">${texts.verifyText}</p>
      <div class="copyable">
        <pre>${sample}</pre>
        <console-copy .text=${sample} name=${texts.sample}></console-copy>
      </div>
    </section>`;
  }

  /** Keeps what a change answered, and shows its secret if it has one. */
  #made({ secret = '' }: MadeWebhookInfo): void {
    if (secret) this.secret = secret;
  }

  #formOf(dialog: WebhookDialog, { account, webhook }: Shown): DialogForm {
    if (dialog === 'set') return this.#setForm(webhook);
    if (dialog === 'notice')
      return {
        ...{ title: texts.noticeTitle, action: texts.noticeAction },
        body: lowCreditsField(account, {
          label: texts.noticeField,
          hint: texts.noticeHint,
          error: this.errorAt('lowCredits'),
        }),
        send: async (form) => {
          await this.api.post('setLowCredits', this.#parts, lowCreditsOrderIn(form));
          this.tell(texts.noticeTold);
        },
      };
    if (dialog === 'rotate')
      return {
        ...{ title: texts.rotateTitle, action: texts.rotateAction, focusNext: '#shown-once-title' },
        body: html`<p>${texts.rotateText(webhook.formerSecretUntil !== undefined)}</p>`,
        send: async () => this.#made(await this.api.post<MadeWebhookInfo>('rotateWebhook', this.#parts)),
      };
    return {
      ...{ title: texts.removeTitle, action: texts.removeAction, isDanger: true, focusNext: 'h2' },
      body: html`<p>${texts.removeText}</p>`,
      send: async () => {
        await this.api.post('removeWebhook', this.#parts);
        this.secret = '';
        this.tell(texts.removedTold);
      },
    };
  }

  #setForm({ url = '' }: WebhookInfo): DialogForm {
    return {
      title: url ? texts.changeTitle : texts.setTitle,
      action: url ? texts.changeAction : texts.setAction,
      focusNext: '#shown-once-title, #webhooks-address',
      body: inputField({
        ...{ name: 'url', label: texts.url, hint: texts.urlHint, error: this.errorAt('url'), value: url },
        ...{ type: 'url', placeholder: 'https://www.example.com/email-check', isRequired: true },
      }),
      send: async (form) => {
        const order: WebhookOrder = { url: textIn(form, 'url') };
        this.#made(await this.api.post<MadeWebhookInfo>('setWebhook', this.#parts, order));
        this.tell(texts.setTold);
      },
    };
  }
}
