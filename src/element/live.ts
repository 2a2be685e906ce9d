/** What an element does while it is on a page. */
export interface Live {
  /** The element has come onto a page. */
  connect(): unknown;
  /** The element has left the page. */
  leave(): unknown;
  /** An attribute, or `messages`, has changed: called before `show`. */
  attributesChanged(): unknown;
  /** Puts the present state on the screen. */
  show(): unknown;
}
