import type { DraftInfo, ListUrlOrder } from '../../../wire/console/index.js';
import { ConsoleCallError, type ConsoleApi } from '../../api.js';
import { plainName } from '../../format.js';
import { fileFault } from './file-fault.js';
import { IDLE, nextIntake, type Intake, type IntakeEvent, type IntakeSource } from './intake.js';
import { texts } from './texts.js';

/** What the view lends. */
export interface IntakeHost {
  readonly api: ConsoleApi;
  readonly account: number;
  /** Aborts when the view is left. */
  readonly signal: AbortSignal;
  /** Called after every change of the state. */
  changed(): void;
}

/** Brings lists to the service, until they are drafts. The newest wins: an earlier one on its way is stopped. */
export class ListIntake {
  readonly #host: () => IntakeHost;
  #state: Intake = IDLE;
  #sending = new AbortController();

  constructor(host: () => IntakeHost) {
    this.#host = host;
  }

  get state(): Intake {
    return this.#state;
  }

  /** Looks at a file or a text, and sends it. Rejects only if the session has ended. */
  async takeFile(file: Blob, name: string): Promise<void> {
    const signal = this.#begin();
    this.#change({ type: 'chosen', name });
    const fault = await fileFault(file, name === texts.pastedName ? '' : name);
    if (signal.aborted) return;
    if (fault) return this.#change({ type: 'failed', fault });
    await this.#take({ kind: 'file', name, content: file }, signal);
  }

  /** Has the service fetch a list. Rejects only if the session has ended. */
  async takeUrl(url: string): Promise<void> {
    await this.#take({ kind: 'url', name: url, url }, this.#begin());
  }

  /** Says why something was not taken. */
  refuse(fault: string): void {
    this.#begin();
    this.#change({ type: 'failed', fault });
  }

  /** Has another column of the draft read; `column` is its position from 0. Rejects only if the session has ended. */
  async chooseColumn(column: number): Promise<void> {
    const { state } = this;
    if (state.step !== 'draft') return;
    const signal = this.#begin();
    this.#change({ type: 'column', column });
    const isRead = await this.#send(state.source, signal, column);
    if (isRead) await this.#cancel(state.draft);
  }

  /** Stops what is under way. */
  stop(): void {
    this.#begin();
    this.close();
  }

  /** Cancels the draft. Rejects with a ConsoleCallError. */
  async discard(): Promise<void> {
    const { state } = this;
    if (state.step !== 'draft') return;
    await this.#cancel(state.draft);
    this.close();
  }

  /** Makes room for the next list. */
  close(): void {
    this.#change({ type: 'closed' });
  }

  #begin(): AbortSignal {
    this.#sending.abort();
    this.#sending = new AbortController();
    return AbortSignal.any([this.#sending.signal, this.#host().signal]);
  }

  #change(event: IntakeEvent): void {
    this.#state = nextIntake(this.#state, event);
    this.#host().changed();
  }

  async #take(source: IntakeSource, signal: AbortSignal): Promise<void> {
    this.#change({ type: 'accepted', source });
    await this.#send(source, signal);
  }

  /** Resolves with whether there is a draft. */
  async #send(source: IntakeSource, signal: AbortSignal, column?: number): Promise<boolean> {
    try {
      const draft = await this.#ask(source, signal, column === undefined ? undefined : String(column + 1));
      if (signal.aborted) return false;
      this.#change({ type: 'read', draft });
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (!(error instanceof ConsoleCallError)) throw error;
      this.#change({ type: 'failed', fault: error.isSignedOut ? '' : error.message });
      if (error.isSignedOut) throw error;
      return false;
    }
  }

  #ask(source: IntakeSource, signal: AbortSignal, column: string | undefined): Promise<DraftInfo> {
    const { api, account } = this.#host();
    if (source.kind === 'url') {
      const order: ListUrlOrder = { url: source.url, ...(column !== undefined && { column }) };
      return api.post('addListUrl', { account }, order, { signal });
    }
    const { name, content } = source;
    return api.postFile('addListFile', { account }, content, {
      query: { name: plainName(name), column },
      signal,
      onSent: (sent) => this.#change({ type: 'progress', sent }),
    });
  }

  async #cancel({ list }: DraftInfo): Promise<void> {
    const { api, account } = this.#host();
    await api.post('cancelList', { account, list: list.id });
  }
}
