import { setMaxListeners } from 'node:events';

/** A controller whose signal any number of calls may listen to: many listeners are not a leak here. */
export const createSharedController = (): AbortController => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
};
