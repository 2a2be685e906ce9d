/** A host name or bracketed IPv6 address as the platform's URL parser writes it (UTS 46 for non-ASCII labels); '' if it refuses. */
export function hostOf(host: string): string {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return '';
  }
}
