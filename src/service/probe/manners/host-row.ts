import { ipRangeOf } from '../../../network/index.js';

/** So many refusals in a row at one address, one host's twice, are the address's … */
const REFUSALS = 4;
/** … or one each of so many hosts. */
const HOSTS = 12;

/** Refusals in a row at one IP address, by the host that refused: two names there may be one host's, or two. */
export class HostRow {
  readonly #isWorld: boolean;
  readonly #hosts = new Set<string>();
  #refusals = 0;

  constructor(ip: string) {
    // A mail world's many hosts are at one loopback address.
    this.#isWorld = ipRangeOf(ip) === 'loopback';
  }

  add(host: string): void {
    this.#refusals += 1;
    this.#hosts.add(host);
  }

  /** Whether the next host there would refuse too. */
  get isOfTheAddress(): boolean {
    const { size } = this.#hosts;
    return (size > 1 && this.#refusals > size && this.#refusals >= REFUSALS) || (size >= HOSTS && !this.#isWorld);
  }
}
