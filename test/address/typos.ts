const KEY_ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** What people type for an ending: keys that slipped, and endings that were cut. */
const ENDINGS: Readonly<Record<string, string>> = {
  com: 'con cmo co om cm vom xom cim cpm comm ocm c0m coom ccom cok comn conm cpom',
  net: 'ner nte ne et nt nett nef bet met nrt',
  'co.uk': 'co.k co.u couk co.ukk co.uj co.yk',
  'com.br': 'com.r com.b combr co.br con.br cm.br com.bt',
  de: 'd e ed dee dde se dr',
  ru: 'r u ur ruu rru ry tu',
};

/** Endings that people expect a provider to have in their country. */
const COUNTRIES = 'de fr it es nl be ch at pl ru ca in br se uk us co.uk com.br co.in com.au com.mx'.split(' ');
/** Providers whose name is nobody else's in any country. */
const EVERYWHERE = ['gmail', 'googlemail', 'hotmail', 'icloud', 'outlook', 'protonmail', 'yahoo'];

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

const cutAtDot = (domain: string) => {
  const dot = domain.indexOf('.');
  return [domain.slice(0, dot), domain.slice(dot + 1)] as const;
};

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
  const [name, ending] = cutAtDot(domain);
  for (const wrong of ENDINGS[ending]?.split(' ') ?? []) slips.add(`${name}.${wrong}`);
  slips.delete(domain);
  return [...slips];
}

/**
 * What people type for a provider's domain: {@link oneSlipAway}, a key that was brushed beside the one that was meant, a comma for a dot, no
 * ending if the name is of no other of the `providers`, the ending of another country. Not what is a real domain, which nobody can tell, nor
 * what begins or ends with a dot or comma, which has a message of its own.
 */
export function slipsOf(domain: string, providers: readonly string[], isReal: (domain: string) => boolean): string[] {
  const slips = new Set(oneSlipAway(domain));
  [...domain].forEach((key, at) => {
    const before = domain.slice(0, at);
    const after = domain.slice(at + 1);
    for (const near of neighbours(key)) slips.add(before + near + key + after).add(before + key + near + after);
    if (key === '.') slips.add(`${before},${after}`);
  });
  const [name, ending] = cutAtDot(domain);
  const isEverywhere = EVERYWHERE.includes(name) && ending === 'com';
  const isAlone = !providers.some((each) => each !== domain && each.startsWith(`${name}.`));
  if (isEverywhere || isAlone) slips.add(name);
  if (isEverywhere) for (const country of COUNTRIES) slips.add(`${name}.${country}`);
  slips.delete(domain);
  return [...slips].filter((typed) => !isReal(typed) && !/^[.,]|[.,]$/.test(typed));
}
