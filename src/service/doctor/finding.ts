/** Names of the checks, in the order in which they are shown. */
export const checkNames = [
  'dns',
  'dns-rewriting',
  'dns-latency',
  'dns-tcp',
  'port-ipv4',
  'port-ipv6',
  'address',
  'ptr',
  'ptr-generic',
  'ptr-forward',
  'helo',
  'sender-domain',
  'spf',
  'postmaster',
  'abuse',
  'block-lists',
  'clock',
  'disk',
  'database',
  'data',
] as const;

export type CheckName = (typeof checkNames)[number];

/** `yellow`: works, and costs something. `red`: must be mended. `skipped`: not checked; the sentence says why. */
export type Level = 'green' | 'yellow' | 'red' | 'skipped';

/** What a check found, as one sentence, and what mends it: a DNS record, an option, a command. */
export interface Finding {
  readonly level: Level;
  readonly sentence: string;
  readonly remedy?: string;
}

export interface NamedFinding extends Finding {
  readonly check: CheckName;
}

/** The findings of all checks, at one moment. */
export interface Diagnosis {
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** The worst level of any check. */
  readonly level: 'green' | 'yellow' | 'red';
  readonly findings: readonly NamedFinding[];
}

export const green = (sentence: string): Finding => ({ level: 'green', sentence });
export const yellow = (sentence: string, remedy: string): Finding => ({ level: 'yellow', sentence, remedy });
export const red = (sentence: string, remedy: string): Finding => ({ level: 'red', sentence, remedy });
export const skipped = (sentence: string): Finding => ({ level: 'skipped', sentence });

const severity: Readonly<Record<Level, number>> = { skipped: 0, green: 1, yellow: 2, red: 3 };

const once = (texts: readonly (string | undefined)[], between: string): string =>
  [...new Set(texts)].filter((text) => text !== undefined).join(between);

/** The findings of the worst level as one, such as those of an IPv4 and an IPv6 address; `otherwise` if there are none. */
export const worstOf = (findings: readonly Finding[], otherwise: Finding): Finding => {
  const [worst] = [...findings].sort((one, other) => severity[other.level] - severity[one.level]);
  if (!worst) return otherwise;
  const all = findings.filter(({ level }) => level === worst.level);
  const remedy = once(
    all.map((each) => each.remedy),
    '; and: ',
  );
  const sentence = once(
    all.map((each) => each.sentence),
    ' ',
  );
  return { level: worst.level, sentence, ...(remedy && { remedy }) };
};

/** The level of all findings together. What was not checked is no fault. */
export const levelOf = (findings: readonly Finding[]): Diagnosis['level'] => {
  const has = (level: Level) => findings.some((each) => each.level === level);
  return has('red') ? 'red' : has('yellow') ? 'yellow' : 'green';
};

/** `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
