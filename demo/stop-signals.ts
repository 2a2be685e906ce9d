import type { EventEmitter } from 'node:events';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Resolves at the first Ctrl-C or SIGTERM. From then on the system deals with them: a second one ends the process at once. */
export const firstStopSignal = (of: Pick<EventEmitter, 'on' | 'off'>): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      for (const signal of SIGNALS) of.off(signal, stop);
      resolve();
    };
    for (const signal of SIGNALS) of.on(signal, stop);
  });
