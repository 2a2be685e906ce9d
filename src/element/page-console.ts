const told = new Set<string>();

/** Tells the page's developer, not its visitor, and once. Nothing of an address is ever written here. */
export const tellDeveloper = (level: 'warn' | 'error', problem: string): void => {
  if (!told.has(problem)) console[level](`<email-check>: ${problem}`);
  told.add(problem);
};
