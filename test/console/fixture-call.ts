import type { FixtureAccount, FixtureWorld } from './fixture-world.js';

/** A call as the answers see it. */
export interface FixtureCall {
  readonly world: FixtureWorld;
  /** The account in the path; of routes without one, not to be used. */
  readonly account: FixtureAccount;
  readonly parts: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The body, if it is JSON; its text otherwise. */
  readonly body: unknown;
  readonly url: string;
}

/** A refusal: thrown by an answer. */
export class FixtureRefusal extends Error {
  override readonly name = 'FixtureRefusal';
  readonly status: number;
  readonly code: 'session' | undefined;
  /** The field of the body that is at fault. */
  readonly field: string | undefined;

  constructor(status: number, message: string, code?: 'session', field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** An answer that is a file. */
export class FixtureFile {
  readonly name: string;
  readonly text: string;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }
}
