/** Whether a field can be seen: it has a place on the screen, and neither it nor what is around it is invisible. */
export const isSeen = (input: HTMLElement): boolean =>
  input.getClientRects().length > 0 &&
  input.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) !== false;
