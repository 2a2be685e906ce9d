import { randomBytes } from 'node:crypto';
import { callbackFault } from '../../network/index.js';
import type { DeliveryInfo, MadeWebhookInfo, WebhookInfo } from '../../wire/console/index.js';
import { AccountsError, type Clock } from '../accounts/index.js';
import type { DeliveryRecord, WebhookRecord, WebhookStore } from '../store/index.js';
import { SecretSealer } from './sealed-secret.js';

const HOUR = 3_600_000;
/** Milliseconds that the former secret signs too. */
const ROTATION = 24 * HOUR;
const SECRET_BYTES = 32;
const MOST_DELIVERIES = 100;

/** Options of webhooks. */
export interface WebhooksOptions {
  readonly store: Omit<WebhookStore, 'leaseDelivery' | 'keepTry'>;
  /** The service's secret, under which those of accounts are encrypted. */
  readonly secret: string;
  readonly now: Clock;
  /** Hosts of the operator's own network to which events may be sent, by http too. */
  readonly internalHosts?: readonly string[] | undefined;
  /** Called when an event waits to be sent. */
  readonly onEvent?: (() => void) | undefined;
}

const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

const stateOf = ({ isDelivered, nextAt }: DeliveryRecord): DeliveryInfo['state'] => {
  if (isDelivered) return 'delivered';
  return nextAt === undefined ? 'failed' : 'waiting';
};

const deliveryInfo = (delivery: DeliveryRecord): DeliveryInfo => {
  const { id, event, url, tries, triedAt, nextAt, answer } = delivery;
  return {
    ...{ id, event: event.id, type: event.type, url, state: stateOf(delivery), tries, createdAt: event.at },
    ...(triedAt !== undefined && { lastTriedAt: triedAt }),
    ...(nextAt !== undefined && { nextTryAt: nextAt }),
    ...(answer !== undefined && { lastAnswer: answer }),
  };
};

const noWebhook = (account: number): AccountsError =>
  new AccountsError(
    'no-webhook',
    `Account ${account} has no webhook: email-check webhooks set --account ${account} --url URL makes one.`,
  );

/** The webhooks of accounts: where their events are sent, and what they are signed with. */
export class Webhooks {
  readonly #options: WebhooksOptions;
  readonly #sealer: SecretSealer;

  constructor(options: WebhooksOptions) {
    this.#options = options;
    this.#sealer = new SecretSealer(options.secret);
  }

  #infoOf(webhook: WebhookRecord | undefined): WebhookInfo {
    const { url, formerUntil = 0 } = webhook ?? {};
    return {
      ...(url !== undefined && { url }),
      hasSecret: webhook !== undefined,
      ...(formerUntil > this.#options.now() && { formerSecretUntil: formerUntil }),
    };
  }

  /** Where an account's events are sent. The secret cannot be shown again. */
  async info(account: number): Promise<WebhookInfo> {
    return this.#infoOf(await this.#options.store.findWebhook(account));
  }

  /** Whether the account has a secret, without which it has no events. */
  async hasSecret(account: number): Promise<boolean> {
    return (await this.#options.store.findWebhook(account)) !== undefined;
  }

  /** Returns a sentence about what is wrong with a URL to send events to; `undefined` if nothing is. */
  urlFault(url: string): string | undefined {
    return callbackFault(url, this.#options.internalHosts);
  }

  /**
   * Has an account's events sent to a URL; without one, only to the `callback` of lists that have one, unless a URL was set before. The first
   * call makes the secret, which is in its answer alone.
   * @throws AccountsError `bad-webhook` for a bad URL, `no-account`
   */
  async set(account: number, url?: string): Promise<MadeWebhookInfo> {
    const fault = url === undefined ? undefined : this.urlFault(url);
    if (fault !== undefined) throw new AccountsError('bad-webhook', fault);
    const secret = newSecret();
    const sealedSecret = this.#sealer.seal(secret, account);
    const kept = await this.#options.store.setWebhook(account, {
      ...(url !== undefined && { url: new URL(url).href }),
      sealedSecret,
    });
    if (!kept)
      throw new AccountsError('no-account', `There is no account ${account}. List the accounts to see their numbers.`);
    // An account that has a secret keeps it.
    return { ...this.#infoOf(kept), ...(kept.sealedSecret === sealedSecret && { secret }) };
  }

  /**
   * Makes a new secret, which is in the answer alone. For a day, events are signed with the former one too, so that their receiver can change
   * to the new one.
   * @throws AccountsError `no-webhook`
   */
  async rotate(account: number): Promise<MadeWebhookInfo & { readonly secret: string }> {
    const secret = newSecret();
    const rotated = await this.#options.store.rotateWebhook(account, {
      sealedSecret: this.#sealer.seal(secret, account),
      formerUntil: this.#options.now() + ROTATION,
    });
    if (!rotated) throw noWebhook(account);
    return { ...this.#infoOf(rotated), secret };
  }

  /** Deletes an account's URL and secret, and gives up all events that wait. False if there were none. */
  remove(account: number): Promise<boolean> {
    return this.#options.store.removeWebhook(account);
  }

  /**
   * Sends an event of the type `test` to the account's URL.
   * @throws AccountsError `no-webhook` if it has none
   */
  async sendTest(account: number): Promise<DeliveryInfo> {
    const delivery = await this.#options.store.addTestEvent(account);
    if (!delivery) throw noWebhook(account);
    this.#options.onEvent?.();
    return deliveryInfo(delivery);
  }

  /** Sends an event again at once, also one that was delivered or given up; false if the account has no delivery with this number. */
  async sendAgain(account: number, delivery: number): Promise<boolean> {
    const isFound = await this.#options.store.sendAgain(account, delivery);
    if (isFound) this.#options.onEvent?.();
    return isFound;
  }

  /** The latest deliveries of an account, at most this many. */
  async deliveries(account: number, most = MOST_DELIVERIES): Promise<readonly DeliveryInfo[]> {
    return (await this.#options.store.listDeliveries(account, most)).map(deliveryInfo);
  }

  /** Deletes events that are more than this many days old and are not sent any more. Resolves with their number. */
  async forgetOlderThan(days: number): Promise<number> {
    const { store, now } = this.#options;
    const before = now() - days * 24 * HOUR;
    let count = 0;
    for (let forgotten = -1; forgotten !== 0; count += forgotten) forgotten = await store.forgetEventsBefore(before);
    return count;
  }
}
