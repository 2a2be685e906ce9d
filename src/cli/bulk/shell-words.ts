/** A word as a POSIX shell takes it. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** A command line that can be pasted into a shell. */
export const shellLine = (words: readonly string[]): string => words.map(quoted).join(' ');

/** An option and its value. One that begins with `-` and is more than that is taken for an option, but for this way of writing it. */
export const optionWords = (name: string, value: string): readonly string[] =>
  /^-./.test(value) ? [`--${name}=${value}`] : [`--${name}`, value];
