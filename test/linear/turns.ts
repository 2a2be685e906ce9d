/** How often others have had their turn while something was done: as often as the event loop went round. */
export const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
};
