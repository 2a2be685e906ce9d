import { shownText } from '../../text/index.js';
import { TEXT_CHARACTERS } from '../../wire/index.js';

const asName = (text: string): string => shownText(text, { most: TEXT_CHARACTERS, keepsFormat: true });

/** Returns the name of a list: the one that it was given, else that of its file. */
export const listNameOf = (given: string, file: string): string => asName(given).trim() || asName(file);
