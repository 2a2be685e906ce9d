import type { ListRow } from '../../../wire/console/index.js';

/** Which rows are shown. */
export interface RowFilter {
  /** A result such as `Risky`; `''` for all rows, {@link NO_VERDICT} for those without one. */
  readonly result: string;
  /** Text that is in the address, the reason or the suggestion, in any case; `''` for any. */
  readonly text: string;
}

/** Stands for rows that have no verdict yet. */
export const NO_VERDICT = 'none';
/** Every row. */
export const ALL_ROWS: RowFilter = { result: '', text: '' };
/** Rows that are in the page at the same time. */
export const PAGE_ROWS = 100;

/** The rows that a filter lets through, in order. */
export const filteredRows = (rows: readonly ListRow[], { result, text }: RowFilter): readonly ListRow[] => {
  const wanted = text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (result === '' || row.result === (result === NO_VERDICT ? '' : result)) &&
      (wanted === '' || [row.email, row.reason, row.didYouMean].some((each) => each.toLowerCase().includes(wanted))),
  );
};

/** One page of rows. */
export interface RowPage {
  readonly rows: readonly ListRow[];
  /** From 0; the last page if the asked one is beyond it. */
  readonly page: number;
  readonly pages: number;
  /** The numbers of its first and last row, from 1; 0 if there are no rows. */
  readonly from: number;
  readonly to: number;
}

/** The page with this number, from 0. */
export const rowPage = (rows: readonly ListRow[], asked: number): RowPage => {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
  const page = Math.min(Math.max(asked, 0), pages - 1);
  const shown = rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
  return {
    rows: shown,
    page,
    pages,
    from: shown.length && page * PAGE_ROWS + 1,
    to: page * PAGE_ROWS + shown.length,
  };
};
