import type { Call } from './calls.js';

/** What the element did for visitors, in numbers. */
export interface PageCounts {
  /** Mistyped domains that a visitor had corrected by a suggestion. */
  readonly corrected: number;
  /** Temporary addresses that the element warned about. */
  readonly warned: number;
  /** Addresses that were sent in spite of a warning, or with a suggestion that nobody answered. */
  readonly usedAnyway: number;
}

/** The parameter of each count. */
export const pageCountParameters = {
  corrected: 'corrected',
  warned: 'warned',
  usedAnyway: 'used_anyway',
} as const satisfies Readonly<Record<keyof PageCounts, string>>;

/** Maximum of each count in one call: the counts of one form. */
export const MOST_PAGE_COUNTS = 100;

const count = { kind: 'text' } as const;

/** The path of the call, separate so that a page need not load the table of parameters. */
export const PAGE_COUNTS_PATH = '/v1/counts/';

/** Reports what the element did for visitors. It costs nothing. It is an addition of this project, and not of the interface. */
export const pageCountsCall = {
  host: 'base',
  path: PAGE_COUNTS_PATH,
  keys: 'public',
  parameters: { corrected: count, warned: count, used_anyway: count },
} as const satisfies Call;

const names = Object.entries(pageCountParameters) as [keyof PageCounts, string][];

/** The counts as a query, those that are 0 left out. */
export const countsQuery = (counts: PageCounts): string =>
  names
    .flatMap(([name, parameter]) =>
      counts[name] > 0 ? [`${parameter}=${Math.min(counts[name], MOST_PAGE_COUNTS)}`] : [],
    )
    .join('&');

/** The counts that parameters hold, or a sentence about the one that is wrong. */
export const readPageCounts = (text: (parameter: string) => string): PageCounts | string => {
  const wrong = names.find(
    ([, parameter]) => !/^\d{0,3}$/.test(text(parameter)) || +text(parameter) > MOST_PAGE_COUNTS,
  );
  if (wrong) return `The parameter "${wrong[1]}" must be a whole number from 0 to ${MOST_PAGE_COUNTS}.`;
  const [corrected, warned, usedAnyway] = names.map(([, parameter]) => Number(text(parameter)));
  return { corrected: corrected ?? 0, warned: warned ?? 0, usedAnyway: usedAnyway ?? 0 };
};
