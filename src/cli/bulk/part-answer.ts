/** What an answer has of a file, by its status and headers (RFC 9110 §14). */
export type PartAnswer =
  /** The file from its first octet, or from where the last part ended. `size` is the size of the whole file, if the server says it. */
  | { readonly kind: 'whole' | 'rest'; readonly etag: string | undefined; readonly size: number | undefined }
  /** All of it has been had already. */
  | { readonly kind: 'complete' }
  /** It is another part than the one that was asked for, or of another file. */
  | { readonly kind: 'other' }
  /** It may be otherwise later. */
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly status: number };

/** What had been had when more was asked for. */
interface Had {
  readonly size: number;
  readonly etag: string | undefined;
}

const strongTag = (headers: Headers): string | undefined => /^"[\x21\x23-\x7e]*"$/.exec(headers.get('ETag') ?? '')?.[0];

const isPressed = (headers: Headers): boolean => !/^(?:identity)?$/i.test(headers.get('Content-Encoding') ?? '');

/** A length counts octets before they are unpacked: the length of a compressed file is unknown. */
export const lengthIn = (headers: Headers): number | undefined => {
  const length = headers.get('Content-Length');
  return length !== null && /^\d{1,15}$/.test(length) && !isPressed(headers) ? Number(length) : undefined;
};

/** Reads what an answer has. A compressed file has no octets to go on from: it has no validator here. */
export const partAnswer = ({ status, headers }: Pick<Response, 'status' | 'headers'>, had: Had): PartAnswer => {
  const [, start, end, of, none] =
    /^bytes (?:(\d{1,15})-(\d{1,15})\/(\d{1,15})|\*\/(\d{1,15}))$/.exec(headers.get('Content-Range') ?? '') ?? [];
  if (status === 200)
    return { kind: 'whole', etag: isPressed(headers) ? undefined : strongTag(headers), size: lengthIn(headers) };
  if (status === 206) {
    const isRest =
      Number(start) === had.size &&
      Number(end) + 1 === Number(of) &&
      (strongTag(headers) ?? had.etag) === had.etag &&
      !isPressed(headers);
    return isRest && had.size > 0 ? { kind: 'rest', etag: had.etag, size: Number(of) } : { kind: 'other' };
  }
  if (status === 416) return had.size > 0 && Number(none) === had.size ? { kind: 'complete' } : { kind: 'other' };
  return status === 408 || status === 429 || status > 499 ? { kind: 'later' } : { kind: 'refused', status };
};
