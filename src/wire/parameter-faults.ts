/** Maximum length of a text parameter. */
export const TEXT_CHARACTERS = 200;

/** Returns a sentence about the fault of a text parameter, with the parameter's name; `undefined` if it has none. */
export const textFault = (name: string, text: string): string | undefined =>
  text.length > TEXT_CHARACTERS || /\p{Cc}/u.test(text)
    ? `The parameter "${name}" must have at most ${TEXT_CHARACTERS} characters, and no control characters.`
    : undefined;

/**
 * Returns a sentence about the fault of a parameter that must be 0 or 1, with the parameter's name; `undefined` if it
 * has none. An empty parameter counts as missing.
 */
export const bitFault = (name: string, text: string): string | undefined =>
  /^[01]?$/.test(text) ? undefined : `The parameter "${name}" must be 0 or 1.`;

/** Returns a sentence about the fault of the detector's parameter. */
export const NEITHER_ADDRESS_NOR_DOMAIN =
  'The parameter "email" is neither an address nor a domain: write jane@example.com or example.com.';
