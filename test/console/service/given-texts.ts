import assert from 'node:assert/strict';
import type { ConsoleRefusal } from '../../../src/wire/console/index.js';
import { hostileText } from './hostile-texts.js';

/** How many texts are given as what: 10,000 together. */
const numbers = {
  ...{ accountNames: 800, keyLabels: 900, listRows: 4_500, filesAndCells: 1_694, listNames: 200, calls: 1_000 },
  ...{ reasons: 200, browsers: 200, tries: 100, webhooks: 100, origins: 296, links: 10 },
};
type Kind = keyof typeof numbers;

/** A hostile text, and the number by which it is found again. */
export interface Hostile {
  readonly number: number;
  readonly text: string;
}

/** Hostile texts that are given to a service, and what became of them. */
export class GivenTexts {
  readonly #kinds: { readonly kind: Kind; readonly first: number; readonly last: number }[] = [];
  readonly #refused = new Set<number>();
  #given = 0;

  get given(): number {
    return this.#given;
  }

  get refused(): ReadonlySet<number> {
    return this.#refused;
  }

  /** The texts of one kind, most of them at most this long, in UTF-16 units. */
  take(kind: Kind, most?: number): readonly Hostile[] {
    const first = this.#given + 1;
    this.#given += numbers[kind];
    this.#kinds.push({ kind, first, last: this.#given });
    return Array.from({ length: numbers[kind] }, (_, at) => ({
      number: first + at,
      text: hostileText(first + at, most),
    }));
  }

  refuse(number: number): void {
    this.#refused.add(number);
  }

  /** Gives texts, a few at once; a refusal must be a sentence. */
  async give(
    texts: readonly Hostile[],
    send: (text: string, at: number) => Promise<Response>,
    atOnce = 4,
  ): Promise<void> {
    const left = texts.map((each, at) => ({ ...each, at })).reverse();
    const work = async (): Promise<void> => {
      for (let next = left.pop(); next; next = left.pop()) {
        const response = await send(next.text, next.at);
        const answer = await response.text();
        if (response.ok) continue;
        const { error } = JSON.parse(answer) as ConsoleRefusal;
        assert.ok(response.status < 500 && error.endsWith('.'), `${response.status} ${answer}`);
        this.refuse(next.number);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  /** Lines with numbers, a kind each, and one for all. */
  report(shown: ReadonlySet<number>): readonly string[] {
    const line = (what: string, first: number, last: number): string => {
      const count = (numbers: ReadonlySet<number>) =>
        [...numbers].filter((each) => each >= first && each <= last).length;
      return `hostile ${what}: ${last - first + 1} given, ${count(this.#refused)} refused, ${count(shown)} shown`;
    };
    return [...this.#kinds.map(({ kind, first, last }) => line(kind, first, last)), line('texts', 1, this.#given)];
  }
}

/** Items in groups of this size; the last group may be smaller. */
export const parts = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
