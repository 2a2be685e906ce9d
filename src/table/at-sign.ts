/** Whether a text has an @, also one of another width. */
export const hasAt = (text: string): boolean => /[@\uff20\ufe6b]/.test(text);
