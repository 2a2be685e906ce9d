import type { Page } from 'puppeteer-core';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of its thread, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * The longest task of the page's main thread during some work, in milliseconds of processor time: other programs of a busy machine do not
 * count.
 */
export const longestTask = async (page: Page, work: () => Promise<void>): Promise<number> => {
  await page.tracing.start({ categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await work();
  const trace = new TextDecoder().decode(await page.tracing.stop());
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] };
  const isMain = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'RunTask' && isMain.has(`${pid} ${tid}`));
  if (!tasks.some(({ tdur }) => tdur)) throw new Error('The trace has no task of the page.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
};
