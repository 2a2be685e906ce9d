/**
 * A host name or bracketed IPv6 address as the platform's URL parser writes it (UTS 46 for non-ASCII labels); '' if it refuses. Platforms differ
 * in capitals that came late to UTS 46, such as ẞ.
 */
export function hostOf(host: string): string {
  try {
    return new URL(`http://${host.replace(/\p{Lu}/gu, (each) => each.toLowerCase())}`).hostname;
  } catch {
    return '';
  }
}
