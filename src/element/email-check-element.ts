import { ReactiveElement } from '@lit/reactive-element';
import type { Validation } from '../wire/results.js';
import { attributes, defineProperties, takeOwnProperties } from './attributes.js';
import { composeCheck } from './compose.js';
import type { Catalogue } from './messages.js';
import type { Settings } from './rules.js';
import type { StateName } from './state.js';
import { styles } from './styles.js';

/**
 * Checks the email address in the page's own input: while it is typed, when it is left, or at submit. The input keeps its
 * name, value, label and autofill; without script it is a plain input. A failure of the service never stops a sign-up.
 *
 * @tagname email-check
 * @attr {string} lang - Language of the texts, a BCP 47 tag; that of the nearest `lang` around the element by default.
 * @slot - The label and the input.
 * @slot hint - A hint that stands in the line below the field until there is something to say.
 * @fires {EmailCheckStartEvent} email-check-start - A question about an address goes out.
 * @fires {EmailCheckVerdictEvent} email-check-verdict - There is a verdict on the field's address.
 * @fires {EmailCheckSuggestionEvent} email-check-suggestion - Another address was probably meant. Cancelable.
 * @fires {EmailCheckAcceptEvent} email-check-accept - The person took the suggestion.
 * @fires {EmailCheckLimitEvent} email-check-limit - This network has used its validations of the day.
 * @fires {EmailCheckErrorEvent} email-check-error - The address could not be checked.
 * @csspart line - The line below the field.
 * @csspart message - The message.
 * @csspart suggestion - The message and its buttons while it is a suggestion.
 * @csspart icon - Its icon.
 * @csspart spinner - Its icon while a submit is held.
 * @csspart accept - The button that takes the suggestion.
 * @csspart keep - The button that declines it.
 * @csspart undo - The button that changes back.
 * @csspart override - The button that uses a blocked address anyway.
 * @csspart logo - The domain's logo.
 * @cssprop [--email-check-gap=4px] - Room between field and line.
 * @cssprop [--email-check-overlap=0px] - How far the line reaches into the page's own gap below it.
 * @cssprop [--email-check-font-size=0.875em] - Size of the message.
 * @cssprop [--email-check-logo-size=20px] - Side of the logo's square.
 * @cssprop [--email-check-good-color] - Colour of the tick. By default, this colour and the next two are chosen to contrast with the background.
 * @cssprop [--email-check-warning-color] - Colour of a warning's icon.
 * @cssprop [--email-check-error-color] - Colour of an error's icon and text.
 * @cssstate idle - Nothing was typed, or the field was reset.
 * @cssstate typing - The person is typing, or nothing is asked yet.
 * @cssstate malformed - The address has a fault of syntax.
 * @cssstate checking - A question is out.
 * @cssstate safe - The address can receive email.
 * @cssstate risky - Email to the address may not arrive.
 * @cssstate disposable - The address is a temporary one.
 * @cssstate invalid - Email to the address will bounce, or the page denies its domain.
 * @cssstate unknown - The address could not be verified.
 * @cssstate limited - This network has used its validations of the day.
 * @cssstate unavailable - The service could not be asked.
 * @cssstate misconfigured - The service refused the page's key.
 */
export class EmailCheckElement extends ReactiveElement implements Settings {
  static override readonly styles = styles;
  /** @internal */
  static override readonly properties = { messages: { attribute: false } };

  /** The service's address if the page names none: the script-tag file sets its own origin. */
  static defaultBaseUrl = '';

  /**
   * Public key of the service account, `public_…`.
   * @attr public-key
   * @default ''
   */
  declare publicKey: string;
  /**
   * Address of a key proxy, such as `/email-check`, that is asked instead of the service, without a key.
   * @attr endpoint
   * @default ''
   */
  declare endpoint: string;
  /**
   * Address of the service, https (http on localhost). With a key, the script-tag file's own origin by default.
   * @attr base-url
   * @default ''
   */
  declare baseUrl: string;
  /**
   * Address of the disposable detector; `{base-url}/disposable` by default.
   * @attr disposable-url
   * @default ''
   */
  declare disposableUrl: string;
  /**
   * Address of the logo look-up; `{base-url}/logo` by default.
   * @attr logo-url
   * @default ''
   */
  declare logoUrl: string;
  /**
   * Name of the object that wraps a result, if the service uses its own.
   * @attr envelope
   * @default ''
   */
  declare envelope: string;
  /**
   * Name of the workspace parameter, if the service uses its own.
   * @attr workspace-param
   * @default ''
   */
  declare workspaceParam: string;
  /**
   * Ask whether the domain accepts every address, if Google Workspace or Microsoft 365 hosts its mail.
   * @attr workspace
   * @default false
   */
  declare workspace: boolean;
  /**
   * When the service is asked: after typing, when the field is left, or at submit.
   * @attr trigger
   * @default 'input'
   */
  declare trigger: 'input' | 'change' | 'submit';
  /**
   * Time without a keystroke before the service is asked, 0 to 5,000 ms.
   * @attr debounce
   * @default 400
   */
  declare debounce: number;
  /**
   * How long a call may take, 500 to 60,000 ms.
   * @attr timeout
   * @default 5000
   */
  declare timeout: number;
  /**
   * How long a submit may be held, 0 to 10,000 ms.
   * @attr hold
   * @default 2500
   */
  declare hold: number;
  /**
   * Policy words that stop the form: `typo syntax disposable spam-trap invalid accept-all role risky free`. `typo`: a suggestion
   * that nobody has answered stops the first submit once.
   * @attr block
   * @default 'syntax typo'
   */
  declare block: string;
  /**
   * Policy words that warn.
   * @attr warn
   * @default 'invalid disposable spam-trap'
   */
  declare warn: string;
  /**
   * Domains, with their subdomains, that are never asked about.
   * @attr allow
   * @default ''
   */
  declare allow: string;
  /**
   * Domains, with their subdomains, that are always refused.
   * @attr deny
   * @default ''
   */
  declare deny: string;
  /**
   * The domain's logo: `auto` leaves free-mail domains out.
   * @attr logo
   * @default 'auto'
   */
  declare logo: 'auto' | 'always' | 'off';
  /**
   * Offer no corrected address.
   * @attr no-suggestion
   * @default false
   */
  declare noSuggestion: boolean;
  /**
   * Offer no way around a blocked verdict.
   * @attr no-override
   * @default false
   */
  declare noOverride: boolean;
  /**
   * Show nothing of a good verdict.
   * @attr no-success
   * @default false
   */
  declare noSuccess: boolean;
  /**
   * Say on the input whether it is blocked, warned about or safe (`data-email-check`), for the page's own styles.
   * @attr mark-input
   * @default false
   */
  declare markInput: boolean;
  /**
   * Whether the line's room is kept free while it is empty.
   * @attr reserve
   * @default 'line'
   */
  declare reserve: 'line' | 'none';
  /**
   * Ask nothing and touch no storage, until the visitor has consented.
   * @attr paused
   * @default false
   */
  declare paused: boolean;
  /**
   * Id of an input elsewhere in the same tree.
   * @attr for
   * @default ''
   */
  declare htmlFor: string;
  /**
   * Name under which the form carries the key proxy's receipt; only with `endpoint`.
   * @attr receipt-name
   * @default 'email_check_receipt'
   */
  declare receiptName: string;
  /**
   * Have the browser prove, if it can, that its user has the address (experimental); only with `endpoint`. The form carries the proof as
   * `email_check_token`.
   * @attr ownership
   * @default false
   */
  declare ownership: boolean;
  /** Texts that replace the element's own. */
  declare messages: Partial<Catalogue>;

  /** @internal */
  readonly #check = composeCheck(this, {
    root: this.attachShadow({ mode: 'open' }),
    customStates: this.attachInternals().states,
    defaultBaseUrl: () => (this.constructor as typeof EmailCheckElement).defaultBaseUrl,
  });

  /** @internal */
  static override get observedAttributes(): string[] {
    // ReactiveElement makes the class's own properties when it is asked for these.
    return [...super.observedAttributes, 'lang', ...attributes.map(({ attribute }) => attribute)];
  }

  constructor() {
    super();
    this.messages = {};
  }

  override connectedCallback(): void {
    takeOwnProperties(this);
    super.connectedCallback();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    this.#check.settingsChanged();
  }

  /** What is pending waits until the element is back on a page. */
  protected override shouldUpdate(): boolean {
    return this.isConnected;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('messages')) this.#check.settingsChanged();
  }

  /** Where the check stands. */
  get state(): StateName {
    return this.#check.state().name;
  }

  /** The verdict on the field's present address. */
  get verdict(): Validation | undefined {
    return this.#check.state().verdict;
  }

  /** The corrected address that is offered, or `''`. */
  get suggestion(): string {
    return this.#check.state().suggestion;
  }

  /** The key proxy's receipt for the field's present address, for pages that send JSON, or `''`. */
  get receipt(): string {
    return (this.endpoint && this.verdict?.receipt) || '';
  }

  /** Asks about the present value by hand; after a failure, again. */
  check(): void {
    this.#check.readInput();
    this.#check.dispatch({ type: 'check' });
  }

  /** Forgets what is known of the present value, as if the page had just set it. */
  reset(): void {
    this.#check.dispatch({ type: 'reset', value: this.#check.value() });
  }
}

defineProperties(EmailCheckElement.prototype);
