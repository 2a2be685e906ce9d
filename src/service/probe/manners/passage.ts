import type { NotAsked, Pass } from './gate.js';
import type { MailManners } from './mail-manners.js';

/** The right of one verdict to ask the hosts of a domain: those of one provider at a time, by its rules and at its pace. */
export class Passage {
  readonly #manners: MailManners;
  readonly #isList: boolean;
  #pass: Pass | undefined;
  #provider: string | undefined;

  constructor(manners: MailManners, isList: boolean) {
    this.#manners = manners;
    this.#isList = isList;
  }

  /** Waits until a host may be asked, which gives up the right to ask another provider's; or why it may not. */
  async to(host: string, signal: AbortSignal): Promise<NotAsked | undefined> {
    const provider = this.#manners.providerOf(host);
    if (this.#pass && this.#provider === provider) return undefined;
    this.leave();
    const pass = await this.#manners.enter(host, { isList: this.#isList, signal });
    if ('outcome' in pass) return pass;
    this.#pass = pass;
    this.#provider = provider;
    return undefined;
  }

  leave(): void {
    this.#pass?.leave();
    this.#pass = undefined;
  }
}
