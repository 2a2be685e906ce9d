const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/**
 * What others said, as a terminal or a log may show it: without control and format characters, line separators and lone
 * surrogates, `instead` standing for each run of them.
 */
export const printableText = (text: string, instead = ''): string => text.replace(UNPRINTABLE, instead);
