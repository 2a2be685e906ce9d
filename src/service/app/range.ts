/** Range of bytes of an answer: from `start` up to `end`, counted from 0, of a total. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The one range of bytes that a `Range` field asks for (RFC 9110 §14.1.2), of a body of that size. `undefined` if the
 * field is missing, malformed, or asks for several ranges: then the whole body is sent, as §14.2 allows.
 * `unsatisfiable`: the body has no such part.
 */
export const parseRange = (field: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(field ?? '') ?? [];
  if (!first && !last) return undefined;
  if (!first)
    return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size };
  const start = Number(first);
  if (last && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end: last ? Math.min(size, Number(last) + 1) : size };
};
