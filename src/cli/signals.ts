import { once } from 'node:events';

/** Ignores SIGUSR1, at which Node would open its debugger, and SIGUSR2, at which the system would end the process. */
export const ignoreUserSignals = (): void => {
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => undefined);
};

/**
 * Resolves at the first signal to stop: SIGINT, SIGTERM or SIGHUP. From then on the system handles the first two: a
 * second one ends the process at once. Further SIGHUPs are ignored: a terminal that closes sends several, and systemd
 * may send one after SIGTERM.
 */
export const stopped = async (): Promise<void> => {
  const heard = new AbortController();
  const { signal } = heard;
  const hangUp = new Promise((resolve) => process.on('SIGHUP', resolve));
  await Promise.race([once(process, 'SIGINT', { signal }), once(process, 'SIGTERM', { signal }), hangUp]);
  heard.abort();
};
