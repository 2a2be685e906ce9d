/** A list that is sent itself. */
export interface ListFile {
  /**
   * The file: a `File` or `Blob`, a text, its bytes, or a stream of them. Under 20 MB, at most 200,000 addresses; it may
   * be compressed with gzip.
   */
  readonly file: Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string;
  /** Name of the list; that of a `File` by default. */
  readonly name?: string | undefined;
  /** The column of addresses, by its name or its number from 1; found out by default. */
  readonly column?: string | number | undefined;
  /** A webhook is sent to this https URL when the list ends. */
  readonly callback?: string | undefined;
}

/** Shortest time for a file to be sent and stored, in milliseconds: a service may wait two minutes for it. */
export const FILE_TIMEOUT_MS = 180_000;

const TYPE = /^text\/(?:csv|plain)\s*(?:;|$)/i;

/** The media type that a file is sent as. */
const typeOf = (file: ListFile['file']): string => {
  if (typeof file === 'string') return 'text/csv; charset=utf-8';
  return file instanceof Blob && TYPE.test(file.type) ? file.type : 'text/csv';
};

/** The name that a file has by itself. */
export const ownNameOf = (file: ListFile['file']): string | undefined =>
  file instanceof Blob && 'name' in file && typeof file.name === 'string' ? file.name : undefined;

/** Sends a file by POST where `fetch` would get. */
export const fetchWithFile =
  (send: typeof fetch, file: ListFile['file']): typeof fetch =>
  (url, init) =>
    // Node asks for `duplex` if a body is a stream; the types of browsers do not know it.
    send(url, {
      ...init,
      method: 'POST',
      headers: { 'content-type': typeOf(file) },
      body: file,
      duplex: 'half',
    } as RequestInit);
