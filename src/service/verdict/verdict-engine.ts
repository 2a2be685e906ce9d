import type { Validation } from '../../wire/index.js';
import type { Evidence, HeardReply } from './evidence.js';

/** A verdict that nobody waits for may take this many times as long. */
export const PATIENT_FACTOR = 6;

export interface VerifyOptions {
  /**
   * Ask hosted-workspace mail hosts (Google Workspace, Microsoft 365) for a random address of the domain anew. They refuse unknown
   * mailboxes unless an organisation has set a catch-all, which is found out once a domain, and remembered, without this option.
   */
  readonly workspace?: boolean;
  /** Ask no mail host: the verdict does not cover the mailbox. */
  readonly isDomainOnly?: boolean;
  /** Nobody waits for the verdict: others go first at mail hosts that are busy, and it may take {@link PATIENT_FACTOR} times as long for that. */
  readonly isPatient?: boolean;
  /** The address is one of a list, and not one that somebody typed: some providers are not asked about lists. As `isPatient` if absent. */
  readonly isList?: boolean;
  /** Of a list without another address of the domain: hosted workspaces are asked for no random address, and what they accept is Unknown unless it is remembered. */
  readonly isAlone?: boolean;
  /** Ends the wait for a mail provider's pace: the address is not asked for then, and Unknown. What is being asked goes on. */
  readonly waitSignal?: AbortSignal | undefined;
  /** Called with each reply of a mail host as it comes, also with those of hosts that decided nothing. Must not throw. */
  readonly onReply?: ((heard: HeardReply) => void) | undefined;
  /** Cancels the verdict: it becomes Unknown. */
  readonly signal?: AbortSignal;
}

/** A verdict, and what it rests on. */
export interface VerificationResult {
  readonly validation: Omit<Validation, 'balance'>;
  readonly evidence: Evidence;
}

/** Gives verdicts. */
export interface VerdictEngine {
  /** Verifies any text as an address. Never rejects: if something fails on the way, the verdict is Unknown. */
  verify(email: string, options?: VerifyOptions): Promise<VerificationResult>;
  /** Cancels the verdicts in progress and resolves when all of them have been answered. Later verdicts are Unknown. */
  close(): Promise<void>;
}
