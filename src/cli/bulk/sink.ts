/** Receives a file while it is downloaded. */
export interface Sink {
  /** Octets received so far. */
  readonly size: number;
  /** The strong validator (RFC 9110 §8.8.3) of the file that they are the beginning of; `undefined` if there is none. */
  readonly etag: string | undefined;
  /**
   * Called before a file that starts from its first byte. @throws DownloadError if octets were written already and
   * cannot be undone
   */
  begin(etag: string | undefined): Promise<void>;
  /** Takes the next octets; resolves when there is room for more. */
  write(octets: Uint8Array): Promise<void>;
}

/** A file that cannot be downloaded or saved. One sentence says why and what to do. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}
