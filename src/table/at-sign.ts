/** Whether a text has an @, also one of another width. */
export const hasAt = (text: string): boolean => /[@\uff20\ufe6b]/.test(text);

/** Whether a text has what looks like an address. Takes much less time than reading it, and is right for nearly every text. */
export const looksLikeAddress = (text: string): boolean =>
  /[^\s@\uff20\ufe6b][@\uff20\ufe6b][^\s@\uff20\ufe6b]+\.[^\s@\uff20\ufe6b]/.test(text);
