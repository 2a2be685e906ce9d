/** Control characters, separators of lines and paragraphs, lone surrogates, and marks that turn the direction of writing (UAX #9 §2). */
const DISTURBING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;
/** Control, surrogate, separator and format characters. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}]+/gu;

export interface ShownTextOptions {
  /** Replacement for each run of characters that are left out; nothing if absent. */
  readonly instead?: string;
  /** The longest text, in UTF-16 units. */
  readonly most?: number;
  /**
   * Keeps format characters that do not change the direction of text, such as the joiners in Persian names and in
   * emoji: for names and addresses.
   */
  readonly keepsFormat?: boolean;
}

/**
 * An untrusted text, in a form that is safe in terminals, logs, messages and JSON: without control and format
 * characters (UAX #44, Cc and Cf), line separators and lone surrogates.
 */
export const shownText = (
  text: string,
  { instead = '', most = Infinity, keepsFormat = false }: ShownTextOptions = {},
): string =>
  text
    .replace(keepsFormat ? DISTURBING : UNSEEN, instead)
    .slice(0, most)
    // Half of a character that was cut.
    .replace(/\p{Cs}$/u, '');
