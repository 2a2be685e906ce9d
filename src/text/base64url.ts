/** Octets as base64url without padding (RFC 4648 §5). */
export const toBase64url = (octets: Uint8Array): string =>
  btoa(String.fromCharCode(...octets))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * The octets of a base64url text. As lenient as `atob`: if only one spelling may be valid, compare the text with
 * `toBase64url` of the octets.
 * @throws DOMException if the text is not Base64url
 */
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
