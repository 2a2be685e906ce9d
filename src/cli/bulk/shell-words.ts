/** A word, quoted for a POSIX shell. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** A command line that can be pasted into a shell. */
export const shellLine = (words: readonly string[]): string => words.map(quoted).join(' ');

/**
 * An option and its value. A value that begins with `-` would be read as an option, so it is written as
 * `--option=value`.
 */
export const optionWords = (name: string, value: string): readonly string[] =>
  /^-./.test(value) ? [`--${name}=${value}`] : [`--${name}`, value];
