/** What is printed, as the page shows it: `…` in a line for what is different each time, and alone in one for any number of lines. */
export const asShown = (shown: string): RegExp =>
  new RegExp(
    `^${shown
      .split('…')
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^\n]*')
      .replace(/(?<=^|\n)\[\^\n\]\*\n/g, '(?:[^\n]*\n)*?')}$`,
  );
