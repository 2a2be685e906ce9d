const KEY_ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

const ENDINGS: Readonly<Record<string, string>> = {
  com: 'con cmo co om cm vom xom cim cpm comm ocm c0m coom ccom cok comn',
  de: 'd e ed dee dde se dr',
  ru: 'r u ur ruu rru ry tu',
};

/** Keys that touch it on a QWERTY keyboard, whose rows are shifted to the right by half a key each. */
function neighbours(key: string): string[] {
  const row = KEY_ROWS.findIndex((keys) => keys.includes(key));
  const column = KEY_ROWS[row]?.indexOf(key) ?? 0;
  const around = [
    [0, -1],
    [0, 1],
    [1, -1],
    [1, 0],
    [-1, 0],
    [-1, 1],
  ] as const;
  return row < 0 ? [] : around.flatMap(([down, right]) => KEY_ROWS[row + down]?.[column + right] ?? []);
}

/** Every text that one slip makes of a domain: a missed, doubled, swapped or neighbouring key, a usual wrong ending. */
export function oneSlipAway(domain: string): string[] {
  const slips = new Set<string>();
  [...domain].forEach((key, at) => {
    const before = domain.slice(0, at);
    const after = domain.slice(at + 1);
    slips.add(before + after);
    slips.add(before + key + key + after);
    slips.add(before + after.charAt(0) + key + after.slice(1));
    for (const near of neighbours(key)) slips.add(before + near + after);
  });
  const [name = '', ending = ''] = domain.split('.');
  for (const wrong of ENDINGS[ending]?.split(' ') ?? []) slips.add(`${name}.${wrong}`);
  slips.delete(domain);
  return [...slips];
}
