/** Names remembered at most, none longer than a domain can be: some 2 MB. */
const MOST_NAMES = 5_000;
const MOST_CACHED_CHARACTERS = 255;

const unchanging = {};

/**
 * Remembers what `compute` gives for a name, so that it is called once a name: lists of addresses repeat their domains, and
 * looking everything up again costs many times as much. Everything is forgotten when the limit of names is reached, and when
 * `basis`, the data that `compute` reads, is another object than before.
 */
export function memoize<Value extends NonNullable<unknown>>(
  compute: (name: string) => Value,
  basis: () => object = () => unchanging,
): (name: string) => Value {
  const values = new Map<string, Value>();
  let basisOfValues = basis();
  return (name) => {
    if (basis() !== basisOfValues) {
      values.clear();
      basisOfValues = basis();
    }
    const known = values.get(name);
    if (known !== undefined) return known;
    const value = compute(name);
    if (values.size >= MOST_NAMES) values.clear();
    if (name.length <= MOST_CACHED_CHARACTERS) values.set(name, value);
    return value;
  };
}
