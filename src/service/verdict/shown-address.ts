import { shownText } from '../../text/index.js';

const LONGEST_SHOWN = 1000;

/** A text as an answer may repeat it, at most 1,000 UTF-16 units long. */
export const shownAddress = (text: string): string => shownText(text, { most: LONGEST_SHOWN, keepsFormat: true });
