/** Resolves after all work that is ready has had its turn. For Node: `setImmediate` is not in browsers. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
