/** Looks for an element's input again. */
type Seek = () => void;

const owners = new WeakMap<HTMLInputElement, Seek>();
const waiting = new Set<Seek>();

/** Takes an input for an element, named by its `seek`, unless another one has it: then it waits until inputs are free again. */
export const claim = (input: HTMLInputElement, seek: Seek): boolean => {
  const owner = owners.get(input) ?? seek;
  owners.set(input, owner);
  if (owner !== seek) waiting.add(seek);
  return owner === seek;
};

/** Gives an input up. Those that wait look again once the page has done what it is about: the element may only have moved. */
export const giveUp = (input: HTMLInputElement | undefined, seek: Seek): void => {
  waiting.delete(seek);
  if (!input || owners.get(input) !== seek) return;
  owners.delete(input);
  for (const each of waiting) queueMicrotask(() => waiting.delete(each) && each());
};
