import { parseAccept } from 'hono/utils/accept';

/** Codings for bodies, the most effective first. */
const CODINGS = ['br', 'gzip'] as const;

/** A content coding (RFC 9110 §8.4.1). */
export type Coding = (typeof CODINGS)[number];

/** Names that callers may use for a coding. */
const namesOf = (coding: Coding): readonly string[] => (coding === 'gzip' ? ['gzip', 'x-gzip'] : [coding]);

/**
 * The coding, out of those available, that `Accept-Encoding` prefers (RFC 9110 §12.5.3); `undefined` if the body must
 * be sent as it is. Without the header, nothing is compressed: old programs that do not send it cannot decompress.
 */
export const preferredCoding = (
  accepted: string | undefined,
  isAvailable: (coding: Coding) => boolean,
): Coding | undefined => {
  const items = parseAccept(accepted ?? '').map(({ type, q }) => ({ name: type.toLowerCase(), weight: q }));
  const weightOf = (...names: readonly string[]) => items.find(({ name }) => names.includes(name))?.weight;
  const others = weightOf('*') ?? 0;
  let best: Coding | undefined;
  // A coding counts if its weight is above 0, and not below that of `identity` if the header names it.
  let bestWeight = Math.max(weightOf('identity') ?? 0, Number.MIN_VALUE);
  for (const coding of CODINGS) {
    const weight = weightOf(...namesOf(coding)) ?? others;
    if (!isAvailable(coding) || weight < bestWeight || (best && weight === bestWeight)) continue;
    best = coding;
    bestWeight = weight;
  }
  return best;
};
