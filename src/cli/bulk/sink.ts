/** Receives a file while it is downloaded. */
export interface Sink {
  /** Octets that it has so far. */
  readonly size: number;
  /** The strong validator (RFC 9110 §8.8.3) of the file that they are the beginning of; `undefined` if there is none. */
  readonly etag: string | undefined;
  /**
   * Tells that a file follows from its first byte. @throws DownloadError if what was written already cannot be taken
   * back
   */
  begin(etag: string | undefined): Promise<void>;
  /** Takes the next octets; resolves when there is room for more. */
  write(octets: Uint8Array): Promise<void>;
}

/** A file that cannot be downloaded or saved. One sentence says why and what to do. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}
