import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

// Does what it is told with newer lists, and is killed at one of its steps: before it, or in the middle of it.
const [task, folder = '', from = '', releaseFolder = '', killAt = ''] = process.argv.slice(2);

let steps = 0;
const isLast = () => ++steps === Number(killAt);
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  // The signal is handled before this ends.
  for (;;);
};

/** Counts the calls of a function that changes files; at the last one the process ends, after what it does `before` that. */
const counted = <Args extends unknown[], Result>(
  real: (...args: Args) => Promise<Result>,
  before: (...args: Args) => Promise<unknown> = () => Promise.resolve(),
) =>
  async function (this: unknown, ...args: Args): Promise<Result> {
    if (isLast()) {
      await before.apply(this, args);
      die();
    }
    return real.apply(this, args);
  };

const realOpen = promises.open;
const sample = await realOpen(process.argv[1] ?? '', 'r');
const handles = Object.getPrototypeOf(sample) as FileHandle;
await sample.close();
const realWrite = handles.writeFile;
handles.writeFile = counted(realWrite, function (this: unknown, text) {
  return realWrite.call(this as FileHandle, String(text).slice(0, 10));
});
handles.sync = counted(handles.sync);
promises.open = counted(realOpen);
promises.mkdir = counted(promises.mkdir as typeof promises.access) as typeof promises.mkdir;
promises.rename = counted(promises.rename);
promises.rm = counted(promises.rm);
syncBuiltinESMExports();

const { updateData } = await import('../../../src/service/reputation/data-update.js');
const { removeNewest } = await import('../../../src/service/reputation/data-folder.js');
if (task === 'update') await updateData({ from, dataFolder: folder, releaseFolder, now: new Date('2026-11-29') });
else await removeNewest(folder);
