/** So many names are remembered at most, none longer than a domain can be: some 2 MB. */
const NAMES = 5_000;
const LONGEST_NAME = 255;

const unchanging = {};

/**
 * Tells of a name what `tell` does, which is asked once a name: lists of addresses repeat their domains, and going through all
 * that is known of one costs many times as much as finding it again. Everything is forgotten when there is no more room, and
 * when `basis`, what the telling rests on, is another object than before.
 */
export function remembered<Told extends NonNullable<unknown>>(
  tell: (name: string) => Told,
  basis: () => object = () => unchanging,
): (name: string) => Told {
  const kept = new Map<string, Told>();
  let keptOf = basis();
  return (name) => {
    if (basis() !== keptOf) {
      kept.clear();
      keptOf = basis();
    }
    const known = kept.get(name);
    if (known !== undefined) return known;
    const told = tell(name);
    if (kept.size >= NAMES) kept.clear();
    if (name.length <= LONGEST_NAME) kept.set(name, told);
    return told;
  };
}
