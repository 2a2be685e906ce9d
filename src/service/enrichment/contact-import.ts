import { readContacts, type ContactFileOptions, type ContactLine } from './contact-file.js';

/** A line that was left out. */
export interface BadLine {
  readonly line: number;
  /** A clause, to follow a colon. */
  readonly fault: string;
}

/** Progress of an import. */
export interface ImportCount {
  /** Lines whose contact is kept. */
  readonly imported: number;
  /** Lines that are left out. */
  readonly bad: number;
  /** Bytes of the file that have been read. */
  readonly read: number;
}

export interface ImportOptions extends Pick<ContactFileOptions, 'column' | 'onColumn'> {
  /** Stores all of them or none. */
  readonly keep: (contacts: readonly NonNullable<ContactLine['contact']>[]) => Promise<void>;
  /** Called with each line that is skipped. */
  readonly onBadLine: (line: BadLine) => void;
  /** Called after each batch. */
  readonly onBatch?: (count: ImportCount) => void;
}

/** Number of contacts that are stored in one step. */
const BATCH = 1_000;

/**
 * Keeps the contacts of a CSV, a thousand at a time, and resolves with how many there were.
 * @throws what {@link readContacts} does, and what `keep` rejects with. Earlier batches stay stored.
 */
export async function importContacts(
  chunks: AsyncIterable<Uint8Array>,
  { keep, onBadLine, onBatch, ...file }: ImportOptions,
): Promise<ImportCount> {
  let batch: NonNullable<ContactLine['contact']>[] = [];
  let count: ImportCount = { imported: 0, bad: 0, read: 0 };
  const keepBatch = async () => {
    const contacts = batch;
    batch = [];
    if (contacts.length > 0) await keep(contacts);
    count = { ...count, imported: count.imported + contacts.length };
    onBatch?.(count);
  };
  try {
    for await (const { line, end: read, contact, fault = '' } of readContacts(chunks, file)) {
      count = { ...count, read, bad: count.bad + (contact ? 0 : 1) };
      if (contact) batch.push(contact);
      else onBadLine({ line, fault });
      if (batch.length >= BATCH) await keepBatch();
    }
  } finally {
    // Valid lines before an error in the file are stored, like earlier batches.
    await keepBatch();
  }
  return count;
}
