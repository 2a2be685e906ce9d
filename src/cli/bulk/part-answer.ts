/** The part of a file in an answer, by the answer's status and headers (RFC 9110 §14). */
export type PartAnswer =
  /** The file from its first octet, or from where the last part ended. `size` is the size of the whole file, if the server says it. */
  | { readonly kind: 'whole' | 'rest'; readonly etag: string | undefined; readonly size: number | undefined }
  /** The existing part is the complete file. */
  | { readonly kind: 'complete' }
  /** The answer has another part than the one requested, or a part of another file. */
  | { readonly kind: 'other' }
  /** The server may answer otherwise later. */
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly status: number };

/** The part of the file that was downloaded already. */
interface ExistingPart {
  readonly size: number;
  readonly etag: string | undefined;
}

const strongTag = (headers: Headers): string | undefined => /^"[\x21\x23-\x7e]*"$/.exec(headers.get('ETag') ?? '')?.[0];

const isCompressed = (headers: Headers): boolean => !/^(?:identity)?$/i.test(headers.get('Content-Encoding') ?? '');

/** A length counts octets before they are unpacked: the length of a compressed file is unknown. */
export const lengthIn = (headers: Headers): number | undefined => {
  const length = headers.get('Content-Length');
  return length !== null && /^\d{1,15}$/.test(length) && !isCompressed(headers) ? Number(length) : undefined;
};

/** Finds out which part an answer has. A compressed file cannot be resumed, so it gets no validator. */
export const partAnswer = (
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  existing: ExistingPart,
): PartAnswer => {
  const [, start, end, of, none] =
    /^bytes (?:(\d{1,15})-(\d{1,15})\/(\d{1,15})|\*\/(\d{1,15}))$/.exec(headers.get('Content-Range') ?? '') ?? [];
  if (status === 200)
    return { kind: 'whole', etag: isCompressed(headers) ? undefined : strongTag(headers), size: lengthIn(headers) };
  if (status === 206) {
    const isRest =
      Number(start) === existing.size &&
      Number(end) + 1 === Number(of) &&
      (strongTag(headers) ?? existing.etag) === existing.etag &&
      !isCompressed(headers);
    return isRest && existing.size > 0 ? { kind: 'rest', etag: existing.etag, size: Number(of) } : { kind: 'other' };
  }
  if (status === 416)
    return existing.size > 0 && Number(none) === existing.size ? { kind: 'complete' } : { kind: 'other' };
  return status === 408 || status === 429 || status > 499 ? { kind: 'later' } : { kind: 'refused', status };
};
