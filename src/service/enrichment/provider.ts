import type { WellFormedAddress } from '../../address/index.js';

/** Texts by field: `fullname`, `firstname`, `lastname`, `photo`, `organization`, `domain`, `mail_host`; others as an operator names them. */
export type Fields = Readonly<Record<string, string>>;

/** The person and address that a provider is asked about. */
export type Subject = Pick<WellFormedAddress, 'address' | 'localPart' | 'asciiDomain'>;

/** A source that may know something about the person behind an address. */
export interface Provider {
  /** Name of the provider in reports of failures. */
  readonly name: string;
  /** Whether its data is inferred from the address alone: marked as such, and never charged. */
  readonly isInferring: boolean;
  /**
   * The fields that it may know; any if absent. The provider is asked only if one of them is wanted and still missing.
   */
  readonly fields?: readonly string[];
  /** Timeout in milliseconds. A provider that takes longer has found nothing. */
  readonly timeoutMs: number;
  /** Finds data; a field without a text is left out or empty. Rejects if the provider could not find out. */
  find(subject: Subject, signal: AbortSignal): Promise<Fields>;
}

/** Fields that make up a name: they all come from one provider, or from none. */
export const nameFields = ['fullname', 'firstname', 'lastname'] as const;

/** Fields that `photo` requests. */
export const photoFields = ['photo'] as const;

/** Fields that `append` requests. */
export const personFields = [...nameFields, ...photoFields] as const;
