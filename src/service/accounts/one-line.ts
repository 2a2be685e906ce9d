/** Whether a text is one line that is not blank, without tabs or other control characters, and not longer than this. */
export const isOneLine = (text: string, mostCharacters = Infinity): boolean =>
  text.trim() !== '' && text.trim().length <= mostCharacters && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
