import type { WellFormedAddress } from '../../address/index.js';

/** Texts by field: `fullname`, `firstname`, `lastname`, `photo`, `organization`, `domain`, `mail_host`; others as an operator names them. */
export type Fields = Readonly<Record<string, string>>;

/** Whom it is about. */
export type Subject = Pick<WellFormedAddress, 'address' | 'localPart' | 'asciiDomain'>;

/** A source that may know something about the person behind an address. */
export interface Provider {
  /** Its name in reports of failures. */
  readonly name: string;
  /** What it gives is concluded from the address alone: marked as such, and never charged. */
  readonly isInferring: boolean;
  /** The fields that it may know; any if absent. It is asked only if one of them is wanted and missing. */
  readonly fields?: readonly string[];
  /** How long it may take, in milliseconds. Beyond it, it has found nothing. */
  readonly timeoutMs: number;
  /** What it knows; a field without a text is left out or empty. Rejects if it could not find out. */
  find(subject: Subject, signal: AbortSignal): Promise<Fields>;
}

/** Fields that make up a name: they all come from one provider, or from none. */
export const nameFields = ['fullname', 'firstname', 'lastname'] as const;

/** What `photo` asks for. */
export const photoFields = ['photo'] as const;

/** What `append` asks for. */
export const personFields = [...nameFields, ...photoFields] as const;
