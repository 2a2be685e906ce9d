/** A file to send, with the options of `fetch`, and a callback for its progress. */
export interface FileSending extends RequestInit {
  readonly body: Blob;
  /** Called a few times a second with the number of bytes that were sent so far. */
  readonly onSent: (bytes: number) => void;
}

/**
 * Sends a file as the body of a POST, as `fetch` would. That does not tell how much was sent; XMLHttpRequest does.
 * Rejects with a TypeError if there is no answer, and with the signal's reason after it.
 */
export const sendFile = (url: string, { body, headers, signal, onSent }: FileSending): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    signal?.addEventListener('abort', abort, { once: true });
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.addEventListener('load', () => {
      resolve(new Response(request.responseText || null, { status: request.status }));
    });
    request.addEventListener('error', () => reject(new TypeError('The file could not be sent.')));
    request.addEventListener('abort', () => reject(signal?.reason as Error));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    request.open('POST', url);
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.send(body);
  });
