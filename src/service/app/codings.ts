import { parseAccept } from 'hono/utils/accept';

/** What a body can be compressed with; the smallest result comes first. */
const CODINGS = ['br', 'gzip'] as const;

/** A content coding (RFC 9110 §8.4.1). */
export type Coding = (typeof CODINGS)[number];

/** Names that callers may use for a coding. */
const namesOf = (coding: Coding): readonly string[] => (coding === 'gzip' ? ['gzip', 'x-gzip'] : [coding]);

/**
 * The coding, out of those available, that `Accept-Encoding` prefers (RFC 9110 §12.5.3); `undefined` if the body must be
 * sent as it is. Without the header nothing is compressed: old programs that do not send it cannot unpack anything.
 */
export const preferredCoding = (
  accepted: string | undefined,
  isAvailable: (coding: Coding) => boolean,
): Coding | undefined => {
  const items = parseAccept(accepted ?? '').map(({ type, q }) => ({ name: type.toLowerCase(), weight: q }));
  const weightOf = (...names: readonly string[]) => items.find(({ name }) => names.includes(name))?.weight;
  const others = weightOf('*') ?? 0;
  let best: Coding | undefined;
  // A coding counts if it has some weight, and no less than the body as it is where that is named.
  let bestWeight = Math.max(weightOf('identity') ?? 0, Number.MIN_VALUE);
  for (const coding of CODINGS) {
    const weight = weightOf(...namesOf(coding)) ?? others;
    if (!isAvailable(coding) || weight < bestWeight || (best && weight === bestWeight)) continue;
    best = coding;
    bestWeight = weight;
  }
  return best;
};
