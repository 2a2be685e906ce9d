/**
 * How much a test tries. `npm run soak` has the whole of it and `npm test` a tenth, with a seed that differs in every run:
 * `SEED=… npm test` repeats one.
 */

/** Whether the whole is tried. */
export const isSoak = process.env.SOAK === '1';

/** A number of trials, or the tenth of it. */
export const trials = (whole: number): number => (isSoak ? whole : Math.ceil(whole / 10));

/** What random trials begin with: a whole number below 2³¹. */
export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
