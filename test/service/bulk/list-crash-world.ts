import { ORIGINAL_FIELD, RESULT_FIELDS } from '../../../src/service/bulk/result-lines.js';

/** Lines of a list of this world, and different addresses among them. */
export const LINES = 4_000;
export const ADDRESSES = 3_000;

/** How many lines are read before whoever reads them asks whether to go on. */
export const LINES_A_READ = 500;

/** The first words of addresses: what comes of each, once it is known, and whether that costs a credit. */
const fieldsOf = {
  deliverable: { cells: 'Safe to Send,Deliverable,5,false,false,1,', isPaid: true },
  grey: { cells: 'Safe to Send,Deliverable,5,false,false,1,', isPaid: true },
  bounce: { cells: 'Invalid,Bounce,6,false,false,0,', isPaid: true },
  unknown: { cells: 'Unknown,Unknown,7,false,false,1,', isPaid: false },
} as const;

type Word = keyof typeof fieldsOf;

const wordAt = (index: number): Word => {
  if (index % 50 === 1) return 'grey';
  if (index % 10 === 4) return 'unknown';
  return index % 10 === 8 ? 'bounce' : 'deliverable';
};

const isRepeated = (index: number): boolean => index % 4 === 3;

/** A number below `index` that looks like any other, and is the same every time (Knuth's multiplicative hash). */
const before = (index: number): number => ((index * 2_654_435_761) % 2 ** 32) % index;

/** Every fourth line repeats one from anywhere before it, at times in the letters that a domain may have as well. */
const lineAt = (name: string, index: number): string => {
  if (!isRepeated(index)) return `${wordAt(index)}${index}@${name}.example`;
  const earlier = before(index);
  const [local = '', domain = ''] = lineAt(name, isRepeated(earlier) ? earlier - 1 : earlier).split('@');
  return `${local}@${index % 8 === 3 ? domain.toUpperCase() : domain}`;
};

/** The lines of the list with this name. */
export const linesOf = (name: string): string[] => Array.from({ length: LINES }, (_, index) => lineAt(name, index));

export const urlOf = (name: string): string => `https://lists.example/${name}.csv`;

/** The name of the list at an URL. */
export const nameAt = (url: string): string => /([^/]+)\.csv$/.exec(url)?.[1] ?? '';

const wordOf = (address: string): Word => /^[a-z]+/.exec(address)![0] as Word;

/** Whether its mail host puts it off the first time. */
export const isGreylisted = (address: string): boolean => wordOf(address) === 'grey';

/** The results file that a list has to end with. */
export const fileOf = (name: string): string =>
  [
    ['email', ...RESULT_FIELDS, ORIGINAL_FIELD].join(','),
    ...linesOf(name).map((line) => `${line},${fieldsOf[wordOf(line)].cells},`),
    '',
  ].join('\r\n');

/** How many of a list's addresses cost a credit. */
export const costOf = (name: string): number =>
  new Set(
    linesOf(name)
      .filter((line) => fieldsOf[wordOf(line)].isPaid)
      .map((line) => line.toLowerCase()),
  ).size;

/** The mail hosts of all lists, which outlive whoever asks them. */
export class MailWorld {
  /** Addresses as often as they were asked. */
  readonly asked = new Map<string, number>();
  #count = 0;
  #stop = Infinity;
  #waiting: (() => void)[] = [];

  /** Whether the address is known now; the first time one that is greylisted is not. `''` asks for leave to read on. */
  async ask(address: string): Promise<boolean> {
    this.#count += 1;
    const times = (this.asked.get(address) ?? 0) + 1;
    if (address) this.asked.set(address, times);
    if (this.#count >= this.#stop) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return times > 1 || !address || !isGreylisted(address);
  }

  /** Lets so many more questions be answered; those that follow wait. */
  answer(count: number): void {
    this.#stop = this.#count + count;
    this.#go();
  }

  /** Questions wait. */
  get isReached(): boolean {
    return this.#waiting.length > 0;
  }

  /** Lets all questions wait. */
  stop(): void {
    this.#stop = 0;
  }

  /** Answers all questions from now on. */
  answerAll(): void {
    this.#stop = Infinity;
    this.#go();
  }

  #go(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) each();
  }
}
