/** The code of an error of the operating system (`ENOENT`), or words that say that it has none. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'an unknown fault';
